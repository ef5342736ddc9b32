"""Counts of positions by depth, compared with stored counts."""
