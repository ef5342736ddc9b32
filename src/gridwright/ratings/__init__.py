"""Ratings from the places in games: one scale for people and bots."""
