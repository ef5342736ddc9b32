"""Tests that the arena is fair: with the same bot at every seat, all seats must win equally often.

If a deal of equal bots is played from every seat, each gets exactly its share; that checks the
design. An advantage of a seat shows only in single games, one per deal: their wins by seat go
through a chi-square test against equal shares.
"""

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from gridwright.arena.cells import Cell
from gridwright.arena.confidence import interval_of_counts
from gridwright.arena.fixtures import MATCH, Fixture, match, self_play
from gridwright.arena.tally import Tally

ALPHA: Final = 0.05
"""Significance level of all cells together, divided equally among them."""


def fixtures_for(cells: list[Cell], bot: str) -> list[Fixture]:
    """Return two fixtures per cell: every deal from every seat, and one game per deal."""
    return [fixture for cell in cells for fixture in (match(cell, bot, bot), self_play(cell, bot))]


@dataclass(frozen=True)
class SeatTest:
    """Wins by seat in one cell, compared with equal shares."""

    cell: Cell
    bot: str
    n_deals: int
    shares: list[float]
    intervals: list[tuple[float, float]]
    statistic: float
    probability: float
    """P value: probability of wins at least as uneven if all seats were equal."""
    alpha: float
    exact: bool
    """True if every deal that was played from every seat was shared exactly."""
    n_exact: int

    @property
    def is_passed(self) -> bool:
        return self.exact and self.probability >= self.alpha

    def to_json(self) -> dict[str, Any]:
        return {
            "cell": str(self.cell),
            "bot": self.bot,
            "deals": self.n_deals,
            "fair": 1 / self.cell.seats,
            "seats": [
                {"seat": seat, "share": share, "low": low, "high": high}
                for seat, (share, (low, high)) in enumerate(
                    zip(self.shares, self.intervals, strict=True)
                )
            ],
            "chi_square": round(self.statistic, 4),
            "probability": round(self.probability, 4),
            "alpha": self.alpha,
            "from_every_seat": {"deals": self.n_exact, "exact": self.exact},
            "passed": self.is_passed,
        }


def examine(tallies: list[Tally]) -> list[SeatTest]:
    """Return the tests of a run whose fixtures are those of ``fixtures_for``."""
    whole = [tally for tally in tallies if tally.fixture.kind == MATCH]
    single = [tally for tally in tallies if tally.fixture.kind != MATCH]
    return [
        _examine(first, second, ALPHA / len(single))
        for first, second in zip(whole, single, strict=True)
    ]


def _examine(whole: Tally, single: Tally, alpha: float) -> SeatTest:
    cell = single.fixture.cell
    n_deals = single.n_deals
    fair = n_deals / cell.seats
    statistic = sum([(float(wins) - fair) ** 2 / fair for wins in single.seat_wins])
    return SeatTest(
        cell=cell,
        bot=single.fixture.bots[0],
        n_deals=n_deals,
        shares=[float(wins / n_deals) for wins in single.seat_wins],
        intervals=[interval_of_counts(counts) for counts in single.seat_counts],
        statistic=statistic,
        probability=chi_square_above(statistic, cell.seats - 1),
        alpha=alpha,
        exact=whole.counts == Counter({Fraction(1, cell.seats): whole.n_deals}),
        n_exact=whole.n_deals,
    )


def chi_square_above(statistic: float, freedom: int) -> float:
    """Return the probability that a chi-square of these degrees of freedom is larger."""
    half = statistic / 2
    if freedom % 2 == 0:
        terms = [half**power / math.factorial(power) for power in range(freedom // 2)]
        return math.exp(-half) * sum(terms)
    terms = [half ** (power + 0.5) / math.gamma(power + 1.5) for power in range(freedom // 2)]
    return math.erfc(math.sqrt(half)) + math.exp(-half) * sum(terms)
