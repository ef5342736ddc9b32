"""A folder for your own board, with an example that can be played immediately."""

import unicodedata
from importlib.resources import files
from pathlib import Path
from typing import Final

from gridwright.cli.errors import CommandFailed
from gridwright.content.board_check.head import SECOND_PRINTING
from gridwright.content.own_board import is_shipped
from gridwright.content.spec import NO_BOARD

TEMPLATE: Final = "gridwright.cli.boards"
FILES: Final = ("board.toml", "words.en.json", "words.de.json", "README.md")
MAX_LETTERS: Final = 40


def board_id(name: str) -> str:
    """The id behind a name: small letters, digits and hyphens."""
    spelled = name.replace("ß", "ss").replace("ø", "o").replace("Ø", "O").replace("ł", "l")
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode("ascii")
    words = "".join(letter if letter.isalnum() else " " for letter in plain.lower()).split()
    return "-".join(words)


def write_board(name: str, inside: Path) -> Path:
    """Write the folder of a new board; raises CommandFailed where one cannot be made."""
    board = board_id(name)
    is_plain = name.isprintable() and not any(letter in name for letter in '"\\')
    if not board or len(name) > MAX_LETTERS or not is_plain:
        raise CommandFailed(
            f"expected a name of letters and digits, at most {MAX_LETTERS}; got {name!r}"
        )
    if board == NO_BOARD or is_shipped(board):
        raise CommandFailed(f"there is a board called {board} already; choose another name")
    if SECOND_PRINTING in board:
        raise CommandFailed(f"{SECOND_PRINTING} marks second printings; choose another name")
    folder = inside / board
    if folder.exists():
        raise CommandFailed(f"{folder} is there already; choose another name or move it away")
    folder.mkdir(parents=True)
    for file in FILES:
        text = files(TEMPLATE).joinpath("template", file).read_text(encoding="utf-8")
        written = text.replace("@ID@", board).replace("@NAME@", name.strip())
        (folder / file).write_text(written, encoding="utf-8")
    return folder
