"""Weights found by play: ``python -m gridwright.bots.tuning``."""
