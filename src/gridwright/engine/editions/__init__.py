"""How each edition puts its game together. Editions do not know each other."""
