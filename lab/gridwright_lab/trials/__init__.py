"""Trials of a running server: what must never happen, counted over real connections."""
