"""The rules of single boards: a module for each board that has any, named like the board."""
