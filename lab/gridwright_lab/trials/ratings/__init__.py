"""Ratings of many games: stored as games end, and computed anew from the logs."""
