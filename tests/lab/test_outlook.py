"""Rates of the card game are fitted to samples."""

import json
import tomllib
from pathlib import Path

import pytest

from gridwright.bots.profiles.outlook import COLUMNS, MAX_ROUNDS
from gridwright_lab.tuning.outlook import main
from gridwright_lab.tuning.regression import Sample, fit_rates, solve


def test_equations_are_solved() -> None:
    assert solve([[4.0, 1.0], [1.0, 3.0]], [9.0, 5.0]) == pytest.approx([2.0, 1.0])


def test_rates_are_found_again() -> None:
    """Many samples outweigh what draws the rates together."""
    samples = [
        Sample(row, 0.0, [1.0, float(x)], 5.0 * row + (row + 1) * x)
        for row in range(3)
        for x in range(200)
        for _again in range(5)
    ]
    rates = fit_rates(samples, 4, 2)
    for row in range(3):
        assert rates[row][1] == pytest.approx(row + 1, abs=0.1)


def test_the_command_adds_samples_and_prints_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "samples.jsonl"
    options = ["--seats", "2", "--games", "1", "--bots", "hard", "--samples", str(path)]
    assert main(options) == 0
    first = len(path.read_text("utf-8").splitlines())
    assert first > 4
    capsys.readouterr()
    assert main([*options, "--series", "second"]) == 0
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) > first
    assert all(len(json.loads(line)["columns"]) == len(COLUMNS) for line in lines)
    table = tomllib.loads(capsys.readouterr().out)["seats-2"]
    assert [len(row) for row in table["rows"]] == [len(COLUMNS)] * MAX_ROUNDS
