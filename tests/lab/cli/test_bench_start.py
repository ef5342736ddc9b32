"""Costs of a start, next to their thresholds."""

import json
from pathlib import Path

import pytest

from gridwright_lab.load.start import MAX_MS
from tests.cli.conftest import Run, is_one_line


@pytest.mark.meta
def test_starts_are_measured_next_to_their_thresholds(run: Run) -> None:
    outcome = run("bench", "start", "--starts", "1", "--json")
    told = json.loads(outcome.out)
    assert outcome.code == (0 if told["ok"] else 1)
    bars = {each["name"]: each for each in told["bars"]}
    assert {name: bars[name]["most"] for name in MAX_MS} == dict(MAX_MS)
    for each in bars.values():
        assert each["figure"] > 0
        assert each["met"] is (
            each["figure"] >= each["least"]
            if each["most"] is None
            else each["figure"] <= each["most"]
        )
    assert told["ok"] is all(each["met"] for each in bars.values())


def test_no_start_is_no_measurement(run: Run) -> None:
    assert run("bench", "start", "--starts", "0").code == 2


@pytest.mark.parametrize("name", ["server", "start", "tables"])
def test_a_tree_without_the_product_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    outcome = run("bench", name, "--beside", str(tmp_path))
    assert outcome.code == 2
    assert is_one_line(outcome.err)
