"""The multiplayer server: it stores games, deals them, tells the clock and publishes what happened.

It decides no rule; the engine does. It keeps no position either: a game is its log, replayed.
"""
