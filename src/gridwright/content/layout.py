"""What a drawing of a board needs."""

from dataclasses import dataclass
from pathlib import Path

from gridwright.content.document import one_of, shown
from gridwright.content.errors import ContentError
from gridwright.content.geography import City, Link, Region
from gridwright.content.library import load_library
from gridwright.content.provenance import Provenance
from gridwright.content.shelf import CONTENT_ROOT


@dataclass(frozen=True)
class BoardLayout:
    """Names and coordinates of a board. City and region ids are those of the engine's Board."""

    id: str
    name: str
    note: str
    width: int
    height: int
    regions: tuple[Region, ...]
    cities: tuple[City, ...]
    """By the engine's city id."""
    links: tuple[Link, ...]
    provenance: Provenance


def board_layout(
    board: str, edition: str = "classic", root: Path = CONTENT_ROOT, content: str = ""
) -> BoardLayout:
    boards = load_library(edition, root, content).boards
    if board not in boards:
        problem = f"unknown board {shown(board)}; expected {one_of(list(boards))}"
        raise ContentError("table", "board", problem)
    sheet = boards[board]
    return BoardLayout(
        id=sheet.id,
        name=sheet.name,
        note=sheet.note,
        width=sheet.width,
        height=sheet.height,
        regions=sheet.regions,
        cities=sheet.cities,
        links=sheet.links,
        provenance=sheet.provenance,
    )
