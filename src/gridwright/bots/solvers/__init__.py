"""Exact answers to small subproblems of the game, from a seat's view."""
