"""What a move, a sweep, a page and a replay cost with ten thousand games, and with a million."""
