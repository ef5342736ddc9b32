"""A table: who sits where, what was agreed, and the game on it, folded from its log."""
