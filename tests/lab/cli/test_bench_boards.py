"""Boards beside the USA."""

import json

import pytest

from gridwright_lab.bench import boards as speed
from tests.cli.conftest import Run

QUICK = ("bench", "boards", "--seconds", "0.01", "--board", "germany")


def test_boards_are_printed_next_to_the_default_one(run: Run) -> None:
    told = json.loads(run(*QUICK, "--json").out)
    assert told["default"]["board"] == "usa"
    assert {each["board"] for each in told["boards"]} == {"germany"}
    for each in told["boards"]:
        assert each["bar"] == 0.6
        assert each["ratio"] > 0


def test_a_slow_board_fails(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "LEAST_RATIO", 1000.0)
    outcome = run(*QUICK)
    assert outcome.code == 1
    assert any("germany" in line for line in outcome.lines)


def test_every_board_is_measured() -> None:
    boards = {spec.board for spec in speed.board_tables()}
    assert {"germany", "usa-recharged", "europe", "north-america"} <= boards


def test_a_board_that_is_not_there_is_refused(run: Run) -> None:
    assert run("bench", "boards", "--board", "atlantis").code != 0
