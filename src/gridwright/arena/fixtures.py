"""Fixtures: the bots that meet in a cell, and their seats."""

from dataclasses import asdict, dataclass
from typing import Any, Final

from gridwright.arena.cells import Cell
from gridwright.bots.registry import find_bot

MATCH: Final = "match"
"""One candidate against copies of a reference; every deal is played from every seat."""
TABLE: Final = "table"
"""One game per deal; the bots rotate by one seat from deal to deal."""


@dataclass(frozen=True)
class Fixture:
    """A cell and the bots that meet there."""

    kind: str
    cell: Cell
    bots: tuple[str, ...]
    """Candidate and reference of a match, or the bot of each seat at a table."""

    @property
    def candidate(self) -> str:
        return self.bots[0]

    @property
    def reference(self) -> str:
        return self.bots[1]

    @property
    def n_games(self) -> int:
        """Return the number of games per deal."""
        return self.cell.seats if self.kind == MATCH else 1

    def seating(self, deal: int, place: int) -> list[str]:
        """Return ``seating[seat]``, the bot's name, for game number ``place`` of a deal."""
        n_seats = self.cell.seats
        if self.kind == MATCH:
            return [self.candidate if seat == place else self.reference for seat in range(n_seats)]
        return [self.bots[(seat + deal) % n_seats] for seat in range(n_seats)]

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "cell": asdict(self.cell), "bots": list(self.bots)}

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> "Fixture":
        return cls(plain["kind"], Cell(**plain["cell"]), tuple(plain["bots"]))

    def __str__(self) -> str:
        if self.kind == MATCH:
            return f"{self.candidate} against {self.cell.seats - 1} × {self.reference}, {self.cell}"
        named = self.bots[0] if len(set(self.bots)) == 1 else "+".join(self.bots)
        return f"{named}, {self.cell}"


def match(cell: Cell, candidate: str, reference: str) -> Fixture:
    """Return a match of two bots; aliases of levels are resolved to bot names."""
    return Fixture(MATCH, cell, (find_bot(candidate).name, find_bot(reference).name))


def self_play(cell: Cell, bot: str) -> Fixture:
    """Return a fixture with the same bot at every seat."""
    return Fixture(TABLE, cell, (find_bot(bot).name,) * cell.seats)


def mixed(cell: Cell, bots: list[str]) -> Fixture:
    """Return a table of different bots, repeated from the first if there are too few."""
    named = [find_bot(name).name for name in bots]
    return Fixture(TABLE, cell, tuple([named[seat % len(named)] for seat in range(cell.seats)]))


def league(cells: list[Cell], bots: list[str]) -> list[Fixture]:
    """Return a match of every bot against copies of every other one, in each cell.

    With two seats the games of a pair do not depend on which bot is called the candidate.
    """
    fixtures: list[Fixture] = []
    for cell in cells:
        for place, candidate in enumerate(bots):
            for other, reference in enumerate(bots):
                if place > other or (place < other and cell.seats > 2):
                    fixtures.append(match(cell, candidate, reference))
    return fixtures
