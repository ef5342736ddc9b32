"""Which games a set holds: the same on every machine."""

import hashlib
from collections.abc import Iterator, Sequence

from gridwright.arena.cells import Cell
from gridwright.arena.fixtures import TABLE, Fixture
from gridwright.arena.playing import Place


def plan_games(
    cells: Sequence[Cell], bots: Sequence[str], n_games: int, series: str
) -> Iterator[Place]:
    """Games spread evenly over the cells, each with a deal of its own and a bot drawn per seat."""
    for number in range(n_games):
        cell = cells[number % len(cells)]
        drawn = [_draw(bots, f"{series} {number} {seat}") for seat in range(cell.seats)]
        yield Place(Fixture(TABLE, cell, tuple(drawn)), number, series, number // len(cells), 0)


def _draw(bots: Sequence[str], label: str) -> str:
    """One of the bots. The label decides, and no generator that a Python may change."""
    drawn = int.from_bytes(hashlib.sha256(label.encode("ascii")).digest()[:8], "big")
    return bots[drawn % len(bots)]
