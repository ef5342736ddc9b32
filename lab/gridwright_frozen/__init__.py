"""Bots kept as they once were, so that newer ones can always be compared with them.

The product finds them by name, through the entry points of `gridwright-lab`. A frozen bot is not
changed, not even to repair it: `tests/bots/test_frozen.py` compares its games with recorded ones.
"""

from typing import Final

from gridwright.bots.contract import Bot
from gridwright_frozen.capped import CappedBot
from gridwright_frozen.hard_2026_11 import FrozenPlanner

HARD_2026_11: Final[Bot] = FrozenPlanner()
HARD_2026_11_CAPPED: Final[Bot] = CappedBot(FrozenPlanner())
