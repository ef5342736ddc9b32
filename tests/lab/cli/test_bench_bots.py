"""Thinking times of bots are printed next to the thresholds."""

import json

import pytest

from gridwright.bots.registry import BOTS, SEARCHING
from gridwright_lab.bench import decisions
from gridwright_lab.bench.decisions import Thinking
from tests.cli.conftest import Run, is_one_line


def test_every_decision_of_a_bot_is_timed(run: Run) -> None:
    outcome = run("bench", "bots", "--bot", "l1", "--games", "1", "--seats", "3", "--json")
    told = json.loads(outcome.out)
    assert [(each["bot"], each["seats"]) for each in told["bots"]] == [("l1", 3)] * 3
    assert {each["edition"] for each in told["bots"]} == {"card", "classic", "deluxe"}
    for each in told["bots"]:
        assert each["decisions"] > 50
        assert 0 < each["median_milliseconds"] <= each["p95_milliseconds"]
        assert each["p95_milliseconds"] <= each["longest_milliseconds"]
    assert outcome.code == (0 if told["ok"] else 1)


def test_a_slow_bot_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(decisions.MOST, 1, 1e-6)
    outcome = run("bench", "bots", "--bot", "l1", "--edition", "card", "--games", "1")
    assert outcome.code == 1
    assert "l1, card" in outcome.out


def test_every_bot_has_a_threshold_and_is_measured(run: Run) -> None:
    outcome = run("bench", "bots", "--edition", "card", "--seats", "2", "--games", "1", "--json")
    found = {each["bot"]: each["bar"] for each in json.loads(outcome.out)["bots"]}
    assert list(found) == [name for name in BOTS if name not in SEARCHING]
    assert (found["l0"], found["l1"], found["hard"]) == (1, 5, 50)


def test_a_bot_that_is_not_there_is_refused(run: Run) -> None:
    outcome = run("bench", "bots", "--bot", "deep")
    assert outcome.code == 2
    assert is_one_line(outcome.err)


def test_the_threshold_is_on_the_slowest_twentieth() -> None:
    quick = Thinking("l1", "card", 4, 5.0, [1.0] * 96 + [9.0] * 4)
    slow = Thinking("l1", "card", 4, 5.0, [1.0] * 94 + [9.0] * 6)
    assert quick.ok
    assert not slow.ok
