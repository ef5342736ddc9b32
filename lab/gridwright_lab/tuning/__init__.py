"""Weights found by play: ``gridwright-lab tune weights``."""
