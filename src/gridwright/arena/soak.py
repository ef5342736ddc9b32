"""A soak test: games on every kind of table, to find defects."""

from typing import Any, Final

from gridwright.arena.cells import Cell
from gridwright.arena.fixtures import Fixture, mixed, self_play
from gridwright.arena.records import FAULTS
from gridwright.arena.tally import Tally

LINE_UPS: Final = (("l0",), ("l1",), ("hard",), ("l0", "l1", "easy", "normal", "hard"))
"""Line-ups to play: each level against itself, and all levels at one table."""


def spread(cells: list[Cell], n_games: int) -> tuple[list[Fixture], list[int]]:
    """Distribute games evenly over fixtures; return those that get any, and their numbers."""
    fixtures = [
        self_play(cell, names[0]) if len(names) == 1 else mixed(cell, list(names))
        for names in LINE_UPS
        for cell in cells
    ]
    each, left = divmod(n_games, len(fixtures))
    counts = [each + (place < left) for place in range(len(fixtures))]
    chosen = [(fixture, count) for fixture, count in zip(fixtures, counts, strict=True) if count]
    return [fixture for fixture, _count in chosen], [count for _fixture, count in chosen]


def total(tallies: list[Tally]) -> dict[str, Any]:
    """Return the number of games and cells, and the number of faults of each kind."""
    found = {kind: sum([tally.faults[kind] for tally in tallies]) for kind in FAULTS}
    return {
        "games": sum([tally.n_games for tally in tallies]),
        "cells": len({tally.fixture.cell for tally in tallies}),
        "faults": found,
        "ok": not any(found.values()),
    }
