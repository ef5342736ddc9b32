"""A bot for Gridwright: slow and steady."""
