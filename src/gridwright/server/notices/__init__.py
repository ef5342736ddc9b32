"""Turns that arrive: who is told, where, and when not."""
