"""Positions from played games in which one decision is clearly best, and the lessons."""
