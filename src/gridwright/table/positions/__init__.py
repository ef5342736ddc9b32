"""Positions of a table that leave it: to a search, an analysis, a new table, or for reasons."""
