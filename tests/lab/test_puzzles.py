"""Puzzles are checked before they ship."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gridwright.puzzles.collection import unpack
from gridwright_lab.puzzles.games import EDITIONS, pick_table, tables
from gridwright_lab.puzzles.pack import fault_of, main

PUZZLE = json.loads(Path(__file__).with_name("puzzle.json").read_text("utf-8"))


def spoilt(**fields: Any) -> dict[str, Any]:
    return {**deepcopy(PUZZLE), **fields}


def test_a_sound_puzzle_has_no_fault() -> None:
    assert fault_of(PUZZLE) == ""


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        (spoilt(seat=PUZZLE["seat"] + 1), "expected seat"),
        (spoilt(options=PUZZLE["options"][::-1]), "expected the first option"),
        (spoilt(checks=PUZZLE["checks"][:1]), "two independent runs"),
        (
            spoilt(checks=[*PUZZLE["checks"], {"seed": 3, "lead": 0.3, "error": 0.2}]),
            "not clear",
        ),
        (
            spoilt(options=[{**PUZZLE["options"][0], "lines": ["0 pass"]}, PUZZLE["options"][1]]),
            "cannot be played",
        ),
    ],
)
def test_faults_are_found(record: dict[str, Any], fault: str) -> None:
    assert fault in fault_of(record)


def test_too_few_puzzles_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = tmp_path / "found.jsonl"
    found.write_text(json.dumps(PUZZLE) + "\n" + json.dumps(PUZZLE) + "\n", encoding="utf-8")
    out = tmp_path / "puzzles.jsonl.gz"
    assert main(["--found", str(found), "--out", str(out), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["bars"][0]["figure"] == 1
    assert unpack(out.read_bytes()) == [PUZZLE]


def test_games_come_from_every_edition() -> None:
    specs = tables()
    assert {pick_table(specs, number).edition for number in range(3)} == set(EDITIONS)
    assert len({spec.board for spec in specs}) > 10
