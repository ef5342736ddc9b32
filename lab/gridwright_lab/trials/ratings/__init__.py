"""Ratings of many games: stored as games end, and recomputed from the logs."""
