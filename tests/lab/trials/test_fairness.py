"""Operators who cheat are caught by what players kept; a check that looks at nothing is not."""

import asyncio

import pytest

from gridwright.content.table import build_rules, list_boards, list_presets, rules_sheet
from gridwright.engine.network import region_choices
from gridwright_lab.conformance.sampling.tables import list_tables
from gridwright_lab.trials.fairness import fairness
from gridwright_lab.trials.fairness.fairness import Operator, evaluate, run
from gridwright_lab.trials.fairness.verdicts import ROOT, regions_by_browser_module

pytestmark = pytest.mark.skipif(
    not (ROOT / "web/node_modules/vite").exists(), reason="the browser's module needs `make web`"
)


def test_every_cheat_is_caught_and_no_honest_game_accused() -> None:
    verdict = run(2, 4, seed=1, n_commands=1)
    assert verdict.ok, [*verdict.missed(), *verdict.findings]
    assert verdict.figures["games"] == 8


def test_the_browser_draws_regions_from_the_same_sets_on_every_board() -> None:
    tables = {(table.board, table.seats): table for table in list_tables("classic")}
    rules = [build_rules(table) for table in tables.values()]
    drawn = regions_by_browser_module([rules_sheet(table)["rules"] for table in tables.values()])
    expected = [region_choices(each.board, each.limits.n_regions) for each in rules]
    assert dict(zip(tables, drawn, strict=True)) == dict(zip(tables, expected, strict=True))
    boards = {
        board for preset in list_presets("classic") for board in list_boards("classic", preset)
    }
    assert {board for board, _seats in tables} == boards


def test_an_operator_who_does_nothing_is_not_called_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def nothing(*_given: object) -> None:
        return None

    monkeypatch.setattr(fairness, "swap_deal", nothing)
    found = asyncio.run(evaluate(Operator.SWAPS, 2, 5, 0))
    assert (found.n_games, found.n_called_bad, found.n_called_bad_in_browser) == (2, 0, 0)
    assert len(found.findings) == 2
