"""Settings of the analysis: number of play-outs, and thresholds for the report."""

from dataclasses import dataclass
from typing import Final

ROLLOUTS: Final = 64
LEAST_LOSS: Final = 0.04
"""Smallest loss of chance to win that is reported."""
LEAST_ERRORS: Final = 2.0
"""Multiple of its standard error that a reported loss must also reach."""
DOUBT: Final = 0.03
"""Lines whose estimated lead over the played one is larger are compared further."""


@dataclass(frozen=True)
class InsightSettings:
    """Budgets are numbers of play-outs: the same analysis on every machine."""

    rollouts: int = ROLLOUTS
    """Play-outs by planners for each decision that seems costly."""
    seed: int = 0

    @property
    def n_first(self) -> int:
        """Worlds in which every line is tried."""
        return max(2, self.rollouts // 16)

    @property
    def n_quick(self) -> int:
        """Worlds for quick players, who choose among many lines."""
        return max(2, self.rollouts // 2)

    @property
    def n_refined(self) -> int:
        """Worlds for the lines that may be better."""
        return max(3, self.rollouts // 5)

    @property
    def n_costly(self) -> int:
        """Worlds for the costliest decisions of each seat."""
        return max(2, self.rollouts * 3 // 8)

    @property
    def n_course(self) -> int:
        """Worlds for quick players, for the chances over the game."""
        return max(2, self.rollouts * 3 // 8)
