"""Exact answers to the small questions of the game, from what a seat sees."""
