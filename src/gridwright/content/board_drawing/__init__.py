"""Draws a host's own board: the browser's map and the picture of a check show the same drawing."""
