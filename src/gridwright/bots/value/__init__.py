"""The chance to win of every seat, learned from games of bots.

It reads a game and a position, not an observation, so it is used only on imagined or past
positions: at the end of a search from sampled worlds, and in an analysis after the game.
"""
