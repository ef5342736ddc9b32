"""Finds all faults of a host's own board, and says how to fix them."""
