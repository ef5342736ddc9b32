"""Settings of the analysis: number of worlds, and thresholds for the report."""

from dataclasses import dataclass
from typing import Final

from gridwright.engine.game import Game

WORLDS: Final = 24
LEAST_LOSS: Final = 0.04
"""Smallest loss of chance to win that is reported."""
LEAST_ERRORS: Final = 2.5
"""Multiple of its standard error that a reported loss must also reach."""
LEAST_AGREED: Final = 0.02
AGREED_ERRORS: Final = 1.5
"""Smallest loss, and multiple of its error, by each of the two measurements that must agree."""


@dataclass(frozen=True)
class InsightSettings:
    """Budgets are numbers of worlds: the same analysis on every machine."""

    worlds: int = WORLDS
    """Worlds in which every position of the game is played out."""
    seed: int = 0

    def n_worlds(self, game: Game) -> int:
        """Worlds of a position; at cards they differ by money too, and there are twice as many."""
        return self.worlds if game.rules.board.n_cities else 2 * self.worlds

    @property
    def n_longer(self) -> int:
        """Fresh worlds in which the policy plays one round more."""
        return max(4, self.worlds // 2)

    @property
    def n_second(self) -> int:
        """Worlds in which the second policy plays to the end."""
        return max(4, 8 * self.worlds)

    @property
    def n_futures(self) -> int:
        """Games after a line of which the typical one is shown."""
        return max(3, self.worlds // 4)
