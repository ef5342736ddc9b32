"""Analyses of finished games: computed once, in a separate process."""
