"""Bots kept as they once were, so that newer ones can always be compared with them."""
