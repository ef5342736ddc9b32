"""Play-outs of one round, by two policies."""

import json

from gridwright_lab.bench.rollouts import Rollouts
from tests.cli.conftest import Run

SHORT = ("bench", "rollouts", "--seconds", "0.01", "--turns", "1", "--edition", "card")


def test_both_policies_are_measured(run: Run) -> None:
    (told,) = json.loads(run(*SHORT, "--json").out)
    assert told["edition"] == "card"
    assert told["l1"] > 0
    assert told["quick"] > 0
    assert told["bar"] == 5


def test_the_table_shows_the_threshold(run: Run) -> None:
    assert "ratio" in run(*SHORT).out


def test_a_ratio_is_taken() -> None:
    assert Rollouts("card", 200.0, 1500.0).ratio == 7.5
