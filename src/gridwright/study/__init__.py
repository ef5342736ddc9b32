"""Study games in Python in a few lines: the classes behind ``import gridwright``."""
