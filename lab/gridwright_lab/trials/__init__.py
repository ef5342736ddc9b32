"""Experiments with a running server: forbidden outcomes, counted over real connections."""
