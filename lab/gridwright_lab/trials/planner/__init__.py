"""Errors of a planner, counted in games that it plays against itself."""
