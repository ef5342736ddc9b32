"""Cost of a move, a sweep, a page and a replay with ten thousand games, and with a million."""
