"""A number of random games on each board, over all its presets, seats and options."""

from collections.abc import Sequence
from typing import Any

from gridwright.content.table import NO_BOARD, TableSpec
from gridwright.engine.dice import Dice
from gridwright_lab.conformance import laws
from gridwright_lab.conformance.fuzz.games import Findings, PlannedGame, Row
from gridwright_lab.conformance.fuzz.walk import LIGHT
from gridwright_lab.conformance.sampling.tables import list_tables

BoardName = tuple[str, str]
"""Edition and board, because two editions may have boards with the same name."""


def boards_of(
    edition: str | None = None, content: str = "", wanted: Sequence[str] = ()
) -> dict[BoardName, list[TableSpec]]:
    """Return the tables of each board, or of some, shuffled so that any few are of many kinds."""
    found: dict[BoardName, list[TableSpec]] = {}
    for spec in list_tables(edition, content):
        if spec.board != NO_BOARD and (not wanted or spec.board in wanted):
            found.setdefault((spec.edition, spec.board), []).append(spec)
    return {board: _spread(tables) for board, tables in found.items()}


def _spread(tables: list[TableSpec]) -> list[TableSpec]:
    """Return the tables so that each preset and number of seats occurs before any repeats."""
    dice = Dice(len(tables))
    waiting: dict[tuple[str, int], list[TableSpec]] = {}
    for spec in tables:
        waiting.setdefault((spec.preset, spec.seats), []).append(spec)
    spread: list[TableSpec] = []
    while any(waiting.values()):
        for left in waiting.values():
            if left:
                spread.append(left.pop(dice.below(len(left))))
    return spread


def plan_boards(
    n_games: int,
    seed: int,
    level: str = LIGHT,
    edition: str | None = None,
    content: str = "",
    wanted: Sequence[str] = (),
) -> list[PlannedGame]:
    """Plan ``n_games`` games on each board. A longer plan has the games of a shorter one."""
    return [
        PlannedGame(number, tables[number % len(tables)], seed * 1_000_000 + number, level)
        for tables in boards_of(edition, content, wanted).values()
        for number in range(n_games)
    ]


def count_boards(findings: Findings, n_games: int) -> list[dict[str, Any]]:
    """Return each board with its games and findings, and their thresholds."""
    rows: dict[BoardName, Row] = {}
    tables: dict[BoardName, set[tuple[str, int]]] = {}
    for (edition, preset, board, seats), row in findings.rows.items():
        rows.setdefault((edition, board), Row()).merge(row)
        tables.setdefault((edition, board), set()).add((preset, seats))
    return [
        {
            "edition": board[0],
            "board": board[1],
            "games": row.games,
            "least_games": n_games,
            "tables": len(tables[board]),
            "actions": row.actions,
            "broken": (broken := sum(row.broken[law] for law in laws.LAWS)),
            "most_broken": 0,
            "ok": row.games >= n_games and broken == 0,
        }
        for board, row in sorted(rows.items())
    ]
