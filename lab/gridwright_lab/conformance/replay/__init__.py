"""Recorded games, played again and exported."""
