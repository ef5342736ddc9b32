"""Random games over every table."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridwright.cli.commands import fuzz as command
from gridwright.conformance import fuzz as conformance
from gridwright.conformance import laws
from gridwright.conformance.fuzz import Order
from gridwright.conformance.walk import Failure, Walked
from tests.cli.conftest import Run, is_one_line, write_figures


def test_all_zeros(run: Run) -> None:
    outcome = run("fuzz", "--games", "3", "--workers", "1")
    assert outcome.code == 0, outcome.out
    assert "all zeros" in outcome.out
    total = next(line for line in outcome.lines if line.startswith("total"))
    assert total.split()[1] == "3"
    assert total.split()[3:] == ["0"] * 5
    assert max(len(line) for line in outcome.lines) <= 80


@pytest.mark.parametrize("edition", ["classic", "deluxe", "card"])
def test_one_edition(run: Run, edition: str) -> None:
    words = ("--games", "2", "--workers", "1", "--edition", edition)
    told = json.loads(run("fuzz", *words, "--json").out)
    assert {row["edition"] for row in told["rows"]} == {edition}
    assert conformance.main([*words, "--json"]) == 0
    assert {order.spec.edition for order in conformance.plan(500, 0, edition=edition)} == {edition}


def test_tables_without_a_board_are_named_by_their_preset(run: Run) -> None:
    outcome = run("fuzz", "--games", "2", "--workers", "1", "--edition", "card")
    assert outcome.code == 0, outcome.out
    assert "card standard" in outcome.lines


def test_an_edition_that_is_not_there(run: Run) -> None:
    outcome = run("fuzz", "--edition", "chess")
    assert outcome.code == 2
    assert is_one_line(outcome.err)


def test_with_other_figures(run: Run, tmp_path: Path) -> None:
    """Every process knows them."""
    words = ("--games", "2", "--workers", "2", "--edition", "deluxe")
    outcome = run("fuzz", *words, "--content", str(write_figures(tmp_path)))
    assert outcome.code == 0, outcome.err
    assert "all zeros" in outcome.out


def test_for_programs(run: Run) -> None:
    outcome = run("fuzz", "--games", "2", "--workers", "1", "--seed", "5", "--json")
    told = json.loads(outcome.out)
    assert told["ok"] is True
    assert told["total"]["games"] == 2


def broken_walk(order: Order) -> Walked:
    """A game of a broken engine."""
    walked = Walked(order.seed, "even", order.level, actions=7)
    walked.failures.append(Failure(laws.INVARIANT, 7, "a token is missing"))
    return walked


def test_a_broken_law_fails(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "walk_order", broken_walk)
    outcome = run("fuzz", "--games", "2", "--workers", "1")
    assert outcome.code == 1
    assert "LAWS WERE BROKEN" in outcome.out
    assert "a token is missing" in outcome.out
    total = next(line for line in outcome.lines if line.startswith("total"))
    assert total.split()[5] == "2"
    assert run("fuzz", "--games", "2", "--workers", "1", "--json").code == 1


def test_an_interrupt_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(work: object, orders: list[Order], *_more: object) -> Iterator[Walked]:
        yield Walked(1, "even", "light")
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "work_through", interrupted)
    outcome = run("fuzz", "--games", "2")
    assert outcome.code == 130
    assert is_one_line(outcome.err)
    assert "stopped after 1 of 2 games" in outcome.err


def test_the_level_must_exist(run: Run) -> None:
    assert run("fuzz", "--level", "heavy").code == 2
