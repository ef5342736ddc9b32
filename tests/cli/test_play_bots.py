"""A game against bots, begun without a file."""

from itertools import chain
from pathlib import Path

import pytest

from gridwright.cli.hotseat.bot_seats import bot_player, load_bots
from gridwright.content.table import default_spec
from gridwright.fair.record import Recorder
from gridwright.fair.transcript import parse_transcript
from gridwright.fair.verify import verify
from tests.cli.conftest import Run, is_one_line, make_table

ANSWERS = ["pass", "offer 3", "offer 4", "offer 5", "buy oil 1", "finish", "run best"]
WARNED = ["pass", "finish"]
"""Answers that are typed twice: a plainly bad move is warned about first."""
"""Something for every phase; what is not allowed is refused and the next one comes."""


def typed(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def only_game(folder: Path) -> Path:
    (file,) = (folder / "data" / "games").glob("*.txt")
    return file


def test_a_game_begins_directly_and_is_kept_in_the_data_folder(run: Run, tmp_path: Path) -> None:
    outcome = run("play")
    assert outcome.code == 0, outcome.err
    file = only_game(tmp_path)
    assert outcome.lines[0] == f"A new game of classic, kept in {file}"
    assert outcome.lines[1].startswith("You are seat 0; bots are seats 1, 2 and 3: normal.")
    assert f"Continue: gridwright play {file}" in outcome.lines[-1]
    assert parse_transcript(file.read_text()).table.seats == 4
    assert not list(tmp_path.glob("*.txt*"))


def test_the_table_and_the_bots_can_be_chosen(run: Run, tmp_path: Path) -> None:
    outcome = run("play", "-e", "deluxe", "-b", "north-america", "-s", "3", "--bot", "l1,easy")
    assert outcome.code == 0, outcome.err
    assert "bots are seat 1: l1, seat 2: easy." in outcome.out
    table = parse_transcript(only_game(tmp_path).read_text()).table
    assert (table.edition, table.board, table.seats) == ("deluxe", "north-america", 3)


def test_a_character_plays_its_style_in_the_terminal(run: Run, tmp_path: Path) -> None:
    outcome = run("play", "-e", "card", "-s", "2", "--bot", "Konrad")
    assert outcome.code == 0, outcome.err
    assert "bots are seat 1: Konrad." in outcome.out
    assert load_bots(only_game(tmp_path), 2) == {1: "Konrad"}
    recorder = Recorder(default_spec("card", seats=3), "g", bytes(32), {})
    recorder.deal()
    styled, plain = bot_player("Konrad"), bot_player("hard")
    n_differing = 0
    while recorder.history.state.round < 5:
        action = styled(recorder)
        n_differing += action != plain(recorder)
        recorder.play(action)
    assert n_differing > 0


def test_two_games_of_one_minute_have_two_files(run: Run, tmp_path: Path) -> None:
    for _time in range(2):
        assert run("play", "-e", "card", "-s", "2").code == 0
    assert len(list((tmp_path / "data" / "games").glob("*.txt"))) == 2


def test_bots_move_with_a_line_each_and_are_remembered(run: Run, tmp_path: Path) -> None:
    run("play", "-s", "3", "--bot", "l1")
    file = only_game(tmp_path)
    outcome = run("play", str(file), typed=typed(ANSWERS))
    assert outcome.code == 0, outcome.err
    assert "You are seat 0; bots are seats 1 and 2: l1." in outcome.out
    assert "  Seat 1 " in outcome.out
    assert "Seat 1>" not in outcome.out
    assert run("verify", str(file), "--unfinished").code == 0


def test_a_stop_changes_nothing_that_bots_do(run: Run, tmp_path: Path) -> None:
    """Stopped after every answer or never: the same game."""
    texts = []
    answers = [[answer] * (2 if answer in WARNED else 1) for answer in ANSWERS * 4]
    for pieces in ([list(chain(*answers))], answers):
        file = make_table(tmp_path)
        for piece in pieces:
            run("play", "t.txt", "--bot", "easy", typed=typed(piece))
        texts.append(file.read_text())
    assert texts[0] == texts[1]


def test_a_game_against_bots_ends_and_verifies(run: Run, tmp_path: Path) -> None:
    run("play", "-e", "card", "-s", "2", "--bot", "l1")
    file = only_game(tmp_path)
    outcome = run("play", str(file), "--random", "0", "--random-seed", "1")
    assert outcome.code == 0, outcome.err
    assert "The seed is revealed" in outcome.lines[-1]
    assert verify(file.read_bytes()).ok
    assert run("verify", str(file.parent)).code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--bot", "nromal"], "did you mean normal?"),
        (["--bot", "l0,l0,l0,l0"], "--bot: expected 1 or 3 bots, got 4"),
        (["--board", "germny"], "did you mean germany?"),
        (["--seats", "9"], "seats"),
        (["t.txt", "--edition", "card"], "t.txt is a game already"),
    ],
)
def test_unplayable_tables_are_refused_in_one_line(
    run: Run, tmp_path: Path, words: list[str], told: str
) -> None:
    make_table(tmp_path)
    outcome = run("play", *words)
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    assert told in outcome.err
    assert not list(tmp_path.glob("data/games/*"))


@pytest.mark.parametrize("line", ["7 l1", "x l1", "1 chess"])
def test_a_file_of_bots_that_cannot_be_used(run: Run, tmp_path: Path, line: str) -> None:
    make_table(tmp_path)
    (tmp_path / "t.txt.bots").write_text(f"{line}\n")
    outcome = run("play", "t.txt")
    assert outcome.code == 2
    assert "t.txt.bots: expected " in outcome.err


def test_simulates_with_bots(run: Run, tmp_path: Path) -> None:
    words = ("simulate", "-o", "games", "-n", "2", "-e", "card", "-s", "2")
    assert run(*words, "--bot", "l1,l0").code == 0
    text = (tmp_path / "games" / "game-000001.txt").read_text()
    assert parse_transcript(text).game_id == "l1-l0-1"
    assert run("verify", "games").code == 0
    assert "2 of 2 games were there already." in run(*words, "--bot", "l1,l0").out
    other = run(*words, "--bot", "l1")
    assert other.code == 2
    assert "holds another game" in other.err
    assert "expected 1 or 2 bots, got 3" in run(*words, "--bot", "l0,l0,l0").err
