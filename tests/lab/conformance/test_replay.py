"""Replaying detects a changed transcript, and prints nothing that varies."""

import json
from pathlib import Path

import pytest

from gridwright.content.table import default_spec
from gridwright.fair.record import random_transcript
from gridwright.fair.transcript import format_transcript
from gridwright_lab.conformance.replay.corpus import Corpus
from gridwright_lab.conformance.replay.replay import main, replay_game

NAMES = ["a-first", "b-second"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number, name in enumerate(NAMES):
        text = format_transcript(random_transcript(default_spec(seats=2), number))
        (tmp_path / f"{name}.txt").write_text(text, "ascii")
    return tmp_path


def test_each_game_is_one_line_with_its_digest(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(folder), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["game"] for line in lines] == NAMES
    assert len({line["digest"] for line in lines}) == len(NAMES)
    assert main([str(folder)]) == 0
    plain = capsys.readouterr().out.splitlines()
    assert plain == [f"{line['game']} {line['digest']}" for line in lines]


def test_a_part_has_its_share_of_the_games(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(folder), "--json"]) == 0
    whole = capsys.readouterr().out
    parts = []
    for part in ("1/2", "2/2"):
        assert main([str(folder), "--json", "--part", part]) == 0
        parts.append(capsys.readouterr().out)
    assert "".join(parts) == whole
    for wrong in ("0/2", "3/2", "x"):
        with pytest.raises(SystemExit):
            main([str(folder), "--part", wrong])
    assert main([str(folder), "--part", "3/3"]) == 1


@pytest.mark.parametrize("damage", ["checkpoint", "action", "cut", "unfinished"])
def test_a_changed_transcript_fails(
    folder: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    file = folder / "b-second.txt"
    lines = file.read_text("ascii").splitlines()
    coverage = [place for place, line in enumerate(lines) if line.startswith("= round")]
    place = coverage[3]
    if damage == "checkpoint":
        lines[place] = lines[place][:-1] + ("0" if lines[place][-1] != "0" else "1")
    elif damage == "action":
        del lines[place - 1]
    elif damage == "cut":
        lines = lines[:-1]
    else:
        lines = lines[: place + 1]
    file.write_text("\n".join(lines) + "\n", "ascii")
    assert main([str(folder), "--json"]) == 1
    captured = capsys.readouterr()
    assert "b-second" in captured.err
    assert [bool("problem" in json.loads(line)) for line in captured.out.splitlines()] == [
        False,
        True,
    ]


def test_an_empty_folder_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 1
    assert "found none" in capsys.readouterr().err


def test_a_game_is_found_at_any_of_its_actions(folder: Path) -> None:
    corpus = Corpus([folder])
    n_actions = replay_game(corpus, NAMES[0]).n_actions
    assert len(corpus.history_at(NAMES[0], 10).log) == 10
    history = corpus.history_at(NAMES[0], n_actions)
    assert history.game.is_over(history.state)
    with pytest.raises(ValueError, match="at least"):
        corpus.history_at(NAMES[0], n_actions + 1)


def test_names_are_unique(folder: Path) -> None:
    with pytest.raises(ValueError, match="each name once"):
        Corpus([folder, folder])
