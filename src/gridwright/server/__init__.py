"""The multiplayer server: it stores games, deals, runs clocks and publishes events.

Rules are in the engine. It stores no position: a game is its log, replayed.
"""
