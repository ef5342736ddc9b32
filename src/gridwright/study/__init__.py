"""Games from Python in a few lines: what ``import gridwright`` offers."""
