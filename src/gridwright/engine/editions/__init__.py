"""Assembly of each edition's game. Editions do not import each other."""
