"""Positions of a table that leave it: to a search, to an analysis, to a new table."""
