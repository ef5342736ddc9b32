"""Finds everything that is wrong with a host's own board, and says how to mend it."""
