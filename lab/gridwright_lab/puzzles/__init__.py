"""Finds puzzles in games of bots: positions in which one decision is clearly best."""
