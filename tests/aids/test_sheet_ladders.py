"""Fuel markets in sheets of boards with a market of their own."""

from gridwright.aids.sheet import build_sheet
from gridwright.content.identity import rules_identity
from gridwright.content.spec import TableSpec
from gridwright.protocol.sheet import TableSheet

URANIUM = 3


def sheet_of(board: str) -> TableSheet:
    spec = TableSpec("classic", "original", board, 4)
    return build_sheet(spec, rules_identity(spec))


def test_a_sheet_lists_prices_once_if_no_step_changes_them() -> None:
    sheet = sheet_of("usa")
    assert sheet.step_ladders == []
    assert all(ladder.n_closed == 0 for ladder in sheet.ladders)


def test_closed_spaces_open_by_steps() -> None:
    """b-india.4"""
    first, second, third = sheet_of("india").step_ladders
    for kind, ladder in enumerate(first):
        n_open = len(ladder.prices) - ladder.n_closed
        assert max(ladder.prices[:n_open]) == 3
        assert second[kind].n_closed < ladder.n_closed
        assert third[kind].n_closed == 0


def test_a_tax_moves_all_prices_of_a_step() -> None:
    """b-australia.5"""
    _first, second, third = sheet_of("australia").step_ladders
    assert third[0].prices == [price + 2 for price in second[0].prices]


def test_a_fuel_that_is_not_on_the_board_has_no_spaces() -> None:
    """b-bremen.3, b-australia.1"""
    for board in ("bremen", "australia"):
        assert sheet_of(board).ladders[URANIUM].prices == []
