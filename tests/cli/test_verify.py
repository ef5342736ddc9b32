"""Checking transcripts."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, is_one_line


def test_a_good_game(run: Run, finished: Path) -> None:
    outcome = run("verify", str(finished))
    assert outcome.code == 0
    assert outcome.lines[0].endswith("finished.txt: good")
    for check in ("rules", "actions", "commitment", "chance"):
        assert any(line.split()[:2] == [check, "ok"] for line in outcome.lines)


@pytest.mark.parametrize(
    ("find", "put", "check"),
    [
        ("commit ", "commit 0", "form"),
        ("\n0 pass\n", "\n1 pass\n", "actions"),
        ("\nresult ", "\nresult 1 1 1 1 ", "form"),
    ],
)
def test_a_bad_game_fails_with_the_check_that_failed(
    run: Run, finished: Path, find: str, put: str, check: str
) -> None:
    text = finished.read_text()
    assert find in text
    finished.write_text(text.replace(find, put, 1))
    outcome = run("verify", str(finished))
    assert outcome.code == 1
    assert ": bad" in outcome.lines[0]
    assert any(line.split()[:2] == [check, "FAILED"] for line in outcome.lines)


def test_stops_at_the_first_bad_file(run: Run, finished: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text(finished.read_text().replace("seed ", "seed 00", 1))
    outcome = run("verify", str(finished), str(bad), str(finished))
    assert outcome.code == 1
    assert outcome.out.count("finished.txt: good") == 1
    assert "1 of 2 games are good." in outcome.out
    told = json.loads(run("verify", str(finished), str(bad), "--json").out)
    assert told["ok"] is False
    assert [file["ok"] for file in told["files"]] == [True, False]
    assert told["files"][0]["checks"][0] == {
        "check": "form",
        "outcome": "ok",
        "line": None,
        "detail": "",
    }


def test_an_unfinished_game_proves_nothing(run: Run) -> None:
    run("new", "--out", "t.txt")
    outcome = run("verify", "t.txt")
    assert outcome.code == 1
    assert "sound so far, not over and so not proven" in outcome.out
    assert run("verify", "t.txt", "--unfinished").code == 0


def test_folders_and_files_of_many_games(run: Run, tmp_path: Path) -> None:
    run("simulate", "--out", "games", "--games", "2")
    run("simulate", "--out", "games.jsonl", "--games", "2")
    outcome = run("verify", "games", "games.jsonl")
    assert outcome.code == 0
    assert "games.jsonl:2: good" in outcome.out
    assert "4 of 4 games are good." in outcome.out
    (tmp_path / "games.jsonl").write_text("{}\n")
    outcome = run("verify", "games.jsonl")
    assert outcome.code == 2
    assert "games.jsonl:1" in outcome.err


def test_files_that_are_not_there(run: Run, tmp_path: Path) -> None:
    outcome = run("verify", "missing.txt")
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    (tmp_path / "empty").mkdir()
    assert "no transcripts" in run("verify", "empty").err
    assert run("verify").code == 2


def test_bytes_that_are_no_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "noise.txt").write_bytes(bytes(range(256)))
    outcome = run("verify", "noise.txt")
    assert outcome.code == 1
    assert "form" in outcome.out


def test_reads_standard_input(run: Run, finished_text: str) -> None:
    outcome = run("verify", "-", typed=finished_text)
    assert outcome.code == 0
    assert outcome.lines[0] == "standard input: good"
    assert run("verify", "-", typed=finished_text[:-200]).code == 1


def test_verifies_every_transcript_of_a_folder(run: Run, finished: Path) -> None:
    games = finished.parent / "games"
    games.mkdir()
    for name in ("a.txt", "b.txt"):
        (games / name).write_bytes(finished.read_bytes())
    outcome = run("verify", "games")
    assert outcome.code == 0
    assert outcome.lines[-1] == "2 of 2 games are good."
