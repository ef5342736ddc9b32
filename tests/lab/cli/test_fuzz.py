"""Random games over every table."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridwright_lab.cli import fuzz as command
from gridwright_lab.conformance import laws
from gridwright_lab.conformance.fuzz import games as conformance
from gridwright_lab.conformance.fuzz.boards import plan_boards
from gridwright_lab.conformance.fuzz.games import PlannedGame
from gridwright_lab.conformance.fuzz.walk import Failure, Walked
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
def test_fuzz_plays_the_edition_of_its_option(run: Run, edition: str) -> None:
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


def test_fuzz_uses_the_data_of_the_content_option(run: Run, tmp_path: Path) -> None:
    """Every process knows them."""
    words = ("--games", "2", "--workers", "2", "--edition", "deluxe")
    outcome = run("fuzz", *words, "--content", str(write_figures(tmp_path)))
    assert outcome.code == 0, outcome.err
    assert "all zeros" in outcome.out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[contractor]\nfirst = 3\n", "contractor.first"),
        ("[money]\ntip = 3\n", "tip"),
        ("not toml", "edition.toml"),
    ],
)
def test_figures_that_cannot_be_used_are_refused_in_one_line(
    run: Run, tmp_path: Path, text: str, told: str
) -> None:
    outcome = run("fuzz", "--content", str(write_figures(tmp_path, text)))
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    assert told in outcome.err


def test_for_programs(run: Run) -> None:
    outcome = run("fuzz", "--games", "2", "--workers", "1", "--seed", "5", "--json")
    told = json.loads(outcome.out)
    assert told["ok"] is True
    assert told["total"]["games"] == 2


def broken_walk(order: PlannedGame) -> Walked:
    """A game of a broken engine."""
    walked = Walked(order.seed, "even", order.level, actions=7)
    walked.failures.append(Failure(laws.INVARIANT, 7, "a token is missing"))
    return walked


def test_a_broken_law_fails(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "walk_planned", broken_walk)
    outcome = run("fuzz", "--games", "2", "--workers", "1")
    assert outcome.code == 1
    assert "LAWS WERE BROKEN" in outcome.out
    assert "a token is missing" in outcome.out
    total = next(line for line in outcome.lines if line.startswith("total"))
    assert total.split()[5] == "2"
    assert run("fuzz", "--games", "2", "--workers", "1", "--json").code == 1


def test_an_interrupt_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(work: object, orders: list[PlannedGame], *_more: object) -> Iterator[Walked]:
        yield Walked(1, "even", "light")
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "work_through", interrupted)
    outcome = run("fuzz", "--games", "2")
    assert outcome.code == 130
    assert is_one_line(outcome.err)
    assert "stopped after 1 of 2 games" in outcome.err


def test_the_level_must_exist(run: Run) -> None:
    assert run("fuzz", "--level", "heavy").code == 2


def test_games_on_each_board(run: Run) -> None:
    """The number of games on each board is printed next to the thresholds."""
    words = ("fuzz", "--games", "2", "--board", "usa", "--board", "europe", "--workers", "1")
    told = json.loads(run(*words, "--json").out)
    assert [(each["edition"], each["board"]) for each in told["boards"]] == [
        ("classic", "usa"),
        ("deluxe", "europe"),
    ]
    for each in told["boards"]:
        assert (each["games"], each["least_games"]) == (2, 2)
        assert (each["broken"], each["most_broken"], each["ok"]) == (0, 0, True)
    outcome = run(*words)
    assert outcome.code == 0, outcome.out
    assert any(line.startswith("deluxe europe") for line in outcome.lines)
    refused = run("fuzz", "--board", "atlantis")
    assert refused.code != 0


def test_a_longer_plan_of_a_board_has_every_preset_and_seats() -> None:
    planned = plan_boards(10, 0, wanted=["usa"])
    assert len({(each.spec.preset, each.spec.seats) for each in planned}) == 10
    assert planned[:4] == plan_boards(4, 0, wanted=["usa"])
