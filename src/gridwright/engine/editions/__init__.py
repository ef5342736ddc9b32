"""Assembly of each edition's game. Editions do not know each other."""
