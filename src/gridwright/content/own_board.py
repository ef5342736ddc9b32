"""Boards of a host: any folder with a ``board.toml``."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gridwright.content.document import Node, load_tree
from gridwright.content.errors import ContentError
from gridwright.content.merge import canonical
from gridwright.content.registry import Overlay
from gridwright.content.shelf import BOARD, CONTENT_ROOT, board_file, figure_files

OWN_EDITION: Final = "classic"
"""Edition in which a host's own boards are played."""

PROGRAMS: Final = "brings"
"""Key by which shipped boards name classes of the engine; own boards consist of data alone."""


@dataclass(frozen=True)
class OwnBoard:
    """A board of a host that is registered in this process."""

    id: str
    edition: str
    content: str
    """Digest by which a TableSpec names its data."""
    folder: Path


def is_own_board(folder: Path) -> bool:
    return (folder / BOARD).is_file()


def find_own_boards(folder: Path) -> list[Path]:
    """Return the folder itself if it is a board, else the boards in it; raise if there are none."""
    if is_own_board(folder):
        return [folder]
    if not folder.is_dir():
        raise ContentError(str(folder), "", "expected the folder of a board; there is none")
    found = sorted(each for each in folder.iterdir() if is_own_board(each))
    if not found:
        problem = f"expected a {BOARD} in it or in the folders in it; `gridwright board new` makes"
        raise ContentError(str(folder), "", f"{problem} one")
    return found


def load_own_board(folder: Path) -> Overlay:
    """Load the board of a folder as an overlay that adds one board."""
    path = folder / BOARD
    tree = load_tree(Path(), str(path))
    document = Node(str(path), "", tree)
    if "id" not in tree:
        document.fail("expected the id of the board; came none")
    board = Node(str(path), "id", tree["id"]).name()
    if PROGRAMS in tree:
        Node(str(path), PROGRAMS, tree[PROGRAMS]).fail("expected figures; came names of programs")
    name = f"{OWN_EDITION}/{board_file(board)}"
    if is_shipped(board):
        Node(str(path), "id", board).fail(f'expected another id; "{board}" is a shipped board')
    text = json.dumps({name: canonical(tree)}, sort_keys=True)
    digest = hashlib.sha256(text.encode("ascii")).hexdigest()
    return Overlay(folder, digest, {name: tree}, {name: BOARD})


def is_shipped(board: str) -> bool:
    """Return whether an edition has a board with this id already."""
    return any(file.endswith(f"/{board_file(board)}") for file in figure_files(CONTENT_ROOT))


class OfferedBoards:
    """The host's own boards that a process offers, by id."""

    def __init__(self) -> None:
        self._boards: Final[dict[str, OwnBoard]] = {}

    def offer(self, board: OwnBoard) -> None:
        """Offer a board. Raises ContentError if another board with the same id is offered."""
        known = self._boards.setdefault(board.id, board)
        if known.content != board.content:
            problem = f'expected another id; "{board.id}" is the board in {known.folder} too'
            raise ContentError(str(board.folder / BOARD), "id", problem)

    def withdraw(self, board: str) -> None:
        """Stop offering the board; its tables continue."""
        self._boards.pop(board, None)

    def find(self, board: str) -> OwnBoard | None:
        return self._boards.get(board)

    def with_content(self, content: str) -> OwnBoard | None:
        """Return the offered board of a digest."""
        return next((each for each in self._boards.values() if each.content == content), None)

    def all(self) -> tuple[OwnBoard, ...]:
        return tuple(self._boards[board] for board in sorted(self._boards))


OFFERED: Final = OfferedBoards()
"""The boards that hosts registered in this process."""
