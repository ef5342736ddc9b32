"""Random games at every table keep every law."""

from functools import cache

import pytest

from gridwright.content.table import TableSpec, build_game
from gridwright_lab.conformance.fuzz.games import Findings, plan, run
from gridwright_lab.conformance.fuzz.walk import FULL, QUICK, walk
from gridwright_lab.conformance.game_under_test import GameUnderTest
from gridwright_lab.conformance.sampling.tables import list_tables
from tests.loaded_engine import sized

N_PARTS = 5


@cache
def plain_tables() -> list[TableSpec]:
    """One table of each preset and number of seats, with its options by turns."""
    return [
        table
        for place, table in enumerate(list_tables())
        if not table.house_rules and place % 4 == table.seats % 4
    ]


@pytest.mark.parametrize("part", range(sized(N_PARTS, 1)))
def test_a_game_at_every_table(part: int) -> None:
    findings = Findings()
    orders = plan(len(list_tables()), seed=20, level=QUICK)[part::N_PARTS]
    for order, walked in run(orders, workers=1):
        findings.add(order, walked)
    assert findings.ok, "\n".join(str(failed) for failed in findings.failures)
    assert findings.total().games == len(orders)


@pytest.mark.parametrize("place", range(0, len(plain_tables()), sized(2, 4)))
def test_every_law_after_every_action(place: int) -> None:
    """Event fold equals fresh observation for every seat and spectator, among all other laws."""
    table = plain_tables()[place]
    walked = walk(GameUnderTest(build_game(table)), 1 + table.seats, FULL)
    assert walked.failures == []
    assert walked.checks["fold"] == (table.seats + 1) * walked.actions > 0


@pytest.mark.slow
def test_full_walks_at_every_table() -> None:
    findings = Findings()
    for order, walked in run(plan(3 * len(list_tables()), seed=21, level=FULL)):
        findings.add(order, walked)
    assert findings.ok, "\n".join(str(failed) for failed in findings.failures)
