"""``gridwright board new`` and ``gridwright board check`` as a person calls them."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gridwright.cli.boards.new_board import board_id
from gridwright.cli.boards.report import draw_verdict
from gridwright.content.board_check.check import check_folder
from gridwright.content.board_check.trial_games import play_trials
from gridwright.content.table import default_spec
from tests.boards.own.new_boards import new_board
from tests.cli.conftest import Run, run

__all__ = ["run"]


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("Moorland", "moorland"),
        ("My Island", "my-island"),
        ("Straße 7", "strasse-7"),
        ("Åland", "aland"),
        ("--", ""),
    ],
)
def test_an_id_is_made_from_a_name(name: str, board: str) -> None:
    assert board_id(name) == board


def test_a_new_board_is_good_and_played_and_drawn(run: Run) -> None:
    assert run("board", "new", "My Island").code == 0
    outcome = run("board", "check", "my-island", "--games", "5")
    assert outcome.code == 0, outcome.out
    assert "My Island (my-island) is a good board." in outcome.out
    assert "5 of 5 random games ended" in outcome.out
    assert "shipped boards" in outcome.out
    picture = ElementTree.parse("my-island/board.svg").getroot()
    assert picture[0].text == "My Island"


def test_a_board_is_checked_for_programs(run: Run) -> None:
    run("board", "new", "Moorland")
    told = json.loads(run("board", "check", "moorland", "--games", "2", "--json").out)
    assert told["good"] is True
    assert told["games"] == told["games"] | {"played": 2, "ended": 2, "problems": []}
    assert len(told["content"]) == 64
    Path("moorland/board.toml").write_text('id = "moorland"\n')
    outcome = run("board", "check", "moorland", "--json")
    assert outcome.code == 1
    told = json.loads(outcome.out)
    assert told["good"] is False
    assert {fault["kind"] for fault in told["faults"]} == {"missing-key", "unknown-word"}


def test_a_bad_board_is_reported_line_by_line(run: Run) -> None:
    run("board", "new", "Moorland")
    path = Path("moorland/board.toml")
    path.write_text(path.read_text().replace("cost = 15", "cost = -1", 1))
    outcome = run("board", "check", "moorland")
    assert outcome.code == 1
    assert "costs -1; write a whole number from 0 up" in outcome.out.replace("\n", " ")
    assert "1 fault to mend." in outcome.out


@pytest.mark.parametrize(
    "name", ["Germany", "none", "!!", "x" * 41, 'a"b', "a\x07b", "Moorland Recharged"]
)
def test_names_that_cannot_be_used(name: str, run: Run) -> None:
    outcome = run("board", "new", name)
    assert outcome.code == 2
    assert not list(Path().iterdir())


def test_every_random_game_that_does_not_end_is_reported(tmp_path: Path) -> None:
    board = check_folder(new_board(tmp_path)).board
    assert board is not None
    table = default_spec(board.edition, "original", board.id, 2, board.content)
    trials = play_trials([table], 2, most_actions=10)
    assert not trials.is_good
    assert trials.problems == [
        f"game {number}, 2 players, original: no end in 10 actions" for number in (0, 1)
    ]
    verdict = draw_verdict("Moorland", "moorland", trials).plain
    assert verdict == "Moorland (moorland) cannot be played: see the games below."


def test_nothing_is_written_over(run: Run) -> None:
    run("board", "new", "Moorland")
    assert "is there already" in run("board", "new", "moorland").err
