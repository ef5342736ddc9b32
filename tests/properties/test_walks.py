"""Random games keep every law: at each table of the first boards, and at some of each later one.

The nightly run has all tables.
"""

from functools import cache

import pytest

from gridwright.content.table import TableSpec, build_game
from gridwright_lab.conformance.fuzz.games import Findings, PlannedGame, plan, run
from gridwright_lab.conformance.fuzz.walk import FULL, QUICK, walk
from gridwright_lab.conformance.game_under_test import GameUnderTest
from gridwright_lab.conformance.sampling.tables import (
    by_preset,
    by_seats,
    is_first_board,
    list_tables,
    one_of_each,
    some_tables,
)
from tests.loaded_engine import in_parts, sized

N_PARTS = 3
N_NIGHTLY_PARTS = 10
"""Walks of some minutes each, within the time that a test may take."""


def is_first(table: TableSpec) -> bool:
    return is_first_board(table.edition, table.board)


@cache
def played_tables() -> list[TableSpec]:
    """All of the first boards; of each later one, one with each preset and number of seats."""
    return some_tables(by_seats)


@cache
def plain_tables() -> list[TableSpec]:
    """Two or three of each preset on the first boards, one on later ones; no house rules."""
    plain = [
        table
        for place, table in enumerate(list_tables())
        if not table.house_rules and place % 4 == table.seats % 4
    ]
    later = [table for table in plain if not is_first(table)]
    return [
        *[table for table in plain if is_first(table)][::2],
        *one_of_each(later, by_preset),
    ]


@pytest.mark.parametrize("part", in_parts(sized(N_PARTS, 1), every_commit=1))
def test_a_game_at_some_tables_of_every_board(part: int) -> None:
    findings = Findings()
    planned = [
        PlannedGame(number, table, 20_000_000 + number, QUICK)
        for number, table in enumerate(played_tables())
    ][part::N_PARTS]
    for order, walked in run(planned, workers=1):
        findings.add(order, walked)
    assert findings.ok, "\n".join(str(failed) for failed in findings.failures)
    assert findings.total().games == len(planned)


@pytest.mark.parametrize("place", range(0, len(plain_tables()), sized(1, 2)))
def test_every_law_after_every_action(place: int) -> None:
    """Event fold equals fresh observation for every seat and spectator, among all other laws."""
    table = plain_tables()[place]
    walked = walk(GameUnderTest(build_game(table)), 1 + table.seats, FULL)
    assert walked.failures == []
    assert walked.checks["fold"] == (table.seats + 1) * walked.actions > 0


def test_every_board_preset_and_number_of_seats_is_played() -> None:
    every = list_tables()
    assert {by_seats(table) for table in played_tables()} == {by_seats(table) for table in every}
    assert {by_preset(table) for table in plain_tables()} == {by_preset(table) for table in every}


@pytest.mark.slow
@pytest.mark.parametrize("part", range(N_NIGHTLY_PARTS))
def test_full_walks_at_every_table(part: int) -> None:
    findings = Findings()
    planned = plan(3 * len(list_tables()), seed=21, level=FULL)[part::N_NIGHTLY_PARTS]
    for order, walked in run(planned):
        findings.add(order, walked)
    assert findings.ok, "\n".join(str(failed) for failed in findings.failures)
