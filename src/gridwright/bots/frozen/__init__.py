"""Bots kept as they once were, so that newer ones can be compared with them for ever."""
