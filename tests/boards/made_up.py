"""Boards that only the tests have: each is a folder with everything that belongs to it.

    NAME/NAME.py                            its rules, a module of ``gridwright.engine.boards``
    NAME/content/EDITION/boards/NAME/       its files, as a shipped board has them
    NAME/folds.json.gz                      games of it that the browser folds

``python -m tests.boards.made_up`` writes the games again.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import gridwright.engine.boards
from gridwright.content.table import TableSpec, default_spec, list_seats, register_overlay
from gridwright.fair.record import random_transcript
from gridwright_lab.conformance.replay.fold_export import document, write

HERE = Path(__file__).parent
FOLDS = "folds.json.gz"
N_GAMES = 6
FIRST_GAME = 7000


def names() -> list[str]:
    return sorted(folder.parent.parent.parent.parent.name for folder in HERE.glob(PLACE))


PLACE = "*/content/*/boards/*"


def files_of(board: str) -> Path:
    """The folder with the files of the board."""
    (folder,) = (HERE / board).glob("content/*/boards/*")
    return folder


def edition_of(board: str) -> str:
    return files_of(board).parent.parent.name


@cache
def content_of(board: str) -> str:
    """Makes a board known to this process; the digest is what a table names its figures by."""
    # A compiled engine has the module in its own folder, where it is found first.
    gridwright.engine.boards.__path__.append(str(HERE / board))
    return register_overlay(HERE / board / "content")


@cache
def sheet_of(board: str) -> dict[str, Any]:
    return tomllib.loads((files_of(board) / "board.toml").read_text(encoding="utf-8"))


def specs_of(board: str) -> list[TableSpec]:
    """Every preset of the board with every number of seats."""
    edition = edition_of(board)
    return [
        default_spec(edition, preset, board, seats, content_of(board))
        for preset in sheet_of(board)["presets"]
        for seats in list_seats(edition)
    ]


def fold_document(board: str) -> dict[str, Any]:
    """Games at some tables of the board, as the browser reads them."""
    tables = specs_of(board)
    games = (
        (f"{board}-{number}", random_transcript(tables[7 * number % len(tables)], number))
        for number in range(FIRST_GAME, FIRST_GAME + N_GAMES)
    )
    return document(games, each_event=True)


if __name__ == "__main__":
    for each in names():
        write(HERE / each / FOLDS, fold_document(each))
