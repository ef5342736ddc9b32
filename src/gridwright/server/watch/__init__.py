"""Public games: those that run, and those that are over."""
