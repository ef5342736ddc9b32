"""Bots for tests that let every bot play many games."""

from gridwright.bots.registry import BOTS, SEARCHING

QUICK = [name for name in BOTS if name not in SEARCHING]
"""Bots that play a game within a second, the weakest first."""
SHORT_SEARCH = "expert-8"
"""Stands for the bots that search where a game or two are enough."""
