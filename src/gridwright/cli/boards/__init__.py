"""Boards of one's own: making a folder for one, and telling what is wrong with it."""
