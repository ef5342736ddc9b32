"""The data of every edition, and the only code that reads it."""
