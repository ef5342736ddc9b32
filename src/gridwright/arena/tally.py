"""Running counts of one fixture: wins, faults, and the sequential test."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from gridwright.arena.confidence import interval_of_counts
from gridwright.arena.fixtures import MATCH, Fixture
from gridwright.arena.records import FAULTS, Record
from gridwright.arena.sprt import UNDECIDED, Hypotheses, Sprt


class Tally:
    """Counts the deals of a fixture as they arrive, and decides when the test ends."""

    def __init__(self, fixture: Fixture, hypotheses: Hypotheses | None = None) -> None:
        self.fixture: Final = fixture
        self.sprt: Final = None if hypotheses is None else Sprt(hypotheses)
        self.counts: Final[Counter[Fraction]] = Counter()
        """Number of deals by the candidate's share of the deal; used in a match only."""
        self.seat_counts: Final[list[Counter[Fraction]]] = [
            Counter() for _seat in range(fixture.cell.seats)
        ]
        """Number of deals by a seat's share of the deal, for any bot at that seat."""
        self.faults: Final[Counter[str]] = Counter()
        self.n_deals = 0
        self.n_games = 0

    @property
    def is_decided(self) -> bool:
        return self.sprt is not None and self.sprt.verdict != UNDECIDED

    def add(self, games: Sequence[Record]) -> None:
        """Count one deal."""
        self.n_deals += 1
        self.n_games += len(games)
        for game in games:
            if game.fault:
                self.faults[game.fault_kind] += 1
        for seat, counts in enumerate(self.seat_counts):
            counts[sum([game.wins(seat) for game in games], Fraction(0)) / len(games)] += 1
        if self.fixture.kind == MATCH:
            share = sum([game.wins(game.place) for game in games], Fraction(0)) / len(games)
            self.counts[share] += 1
            if self.sprt is not None:
                self.sprt.add(float(share))

    @property
    def seat_wins(self) -> list[Fraction]:
        """Return the deals that each seat won, in fractions of a deal."""
        return [
            sum([share * count for share, count in counts.items()], Fraction(0))
            for counts in self.seat_counts
        ]

    @property
    def share(self) -> float:
        """Return the candidate's share of wins in a match."""
        won = sum([share * count for share, count in self.counts.items()], Fraction(0))
        return float(won / self.n_deals) if self.n_deals else 0.0

    def interval(self) -> tuple[float, float]:
        return interval_of_counts(self.counts)

    def to_json(self) -> dict[str, Any]:
        """Return the results of the fixture, as in the JSON output."""
        cell = self.fixture.cell
        plain: dict[str, Any] = {
            "kind": self.fixture.kind,
            "bots": list(self.fixture.bots),
            "edition": cell.edition,
            "preset": cell.preset,
            "board": cell.board,
            "seats": cell.seats,
            "deals": self.n_deals,
            "games": self.n_games,
            "faults": {kind: self.faults[kind] for kind in FAULTS},
        }
        if self.fixture.kind == MATCH:
            low, high = self.interval()
            plain |= {"share": self.share, "low": low, "high": high, "fair": 1 / cell.seats}
        if self.sprt is not None:
            plain["sprt"] = self.sprt.to_json()
        return plain
