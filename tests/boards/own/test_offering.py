"""Own boards for the commands of a terminal."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gridwright.content.errors import ContentError
from gridwright.content.own_board import OFFERED, OwnBoard, find_own_boards
from gridwright.content.table import register_overlay
from tests.boards.own.new_boards import new_board
from tests.cli.conftest import Run, run

__all__ = ["run"]


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    yield
    for board in OFFERED.all():
        OFFERED.withdraw(board.id)


def test_a_folder_of_boards_is_searched(tmp_path: Path) -> None:
    new_board(tmp_path, "Moorland")
    new_board(tmp_path, "Fenland")
    assert [each.name for each in find_own_boards(tmp_path)] == ["fenland", "moorland"]
    assert find_own_boards(tmp_path / "fenland") == [tmp_path / "fenland"]
    for nothing in (tmp_path / "missing", tmp_path / "fenland" / "nothing"):
        with pytest.raises(ContentError):
            find_own_boards(nothing)


def test_two_boards_of_one_id_cannot_be_offered_together(tmp_path: Path) -> None:
    OFFERED.offer(OwnBoard("moorland", "classic", "a" * 64, tmp_path))
    OFFERED.offer(OwnBoard("moorland", "classic", "a" * 64, tmp_path / "again"))
    with pytest.raises(ContentError, match="another id"):
        OFFERED.offer(OwnBoard("moorland", "classic", "b" * 64, tmp_path / "other"))


def test_the_digest_is_the_same_in_the_layout_of_the_content(tmp_path: Path) -> None:
    folder = new_board(tmp_path)
    inside = tmp_path / "figures" / "classic" / "boards" / "moorland"
    inside.mkdir(parents=True)
    (inside / "board.toml").write_bytes((folder / "board.toml").read_bytes())
    assert register_overlay(folder) == register_overlay(tmp_path / "figures")


def test_a_game_is_played_in_the_terminal_and_verified(run: Run) -> None:
    run("board", "new", "Moorland")
    words = ("--random", "all", "--random-seed", "3", "--seats", "2")
    outcome = run("play", "--boards", "moorland", *words)
    assert outcome.code == 0, outcome.err
    again = outcome.out.replace("\n", "").partition("gridwright verify ")[2].split()
    assert again[1:] == ["--content", "moorland"]
    assert run("verify", *again).code == 0


@pytest.mark.parametrize("command", ["play", "serve"])
def test_a_bad_board_is_not_offered(command: str, run: Run) -> None:
    run("board", "new", "Moorland")
    path = Path("moorland/board.toml")
    path.write_text(path.read_text().replace("cost = 15", "cost = -1", 1))
    outcome = run(command, "--boards", "moorland")
    assert outcome.code == 2
    assert "write a whole number from 0 up" in outcome.err
