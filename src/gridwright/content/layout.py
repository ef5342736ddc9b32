"""Data for the drawing of a board."""

from dataclasses import dataclass

from gridwright.content.geography import City, Link, Region
from gridwright.content.library import load_library
from gridwright.content.provenance import Provenance
from gridwright.content.shelf import CONTENT_ROOT, Root
from gridwright.content.spec import refuse_unknown


@dataclass(frozen=True)
class BoardLayout:
    """Names and coordinates of a board. City and region ids are those of the engine's Board.

    A game without a board has an empty one, of no size.
    """

    id: str
    name: str
    note: str
    width: int
    height: int
    regions: tuple[Region, ...]
    cities: tuple[City, ...]
    """Cities in the order of the engine's city ids."""
    links: tuple[Link, ...]
    provenance: Provenance


def board_layout(
    board: str, edition: str = "classic", root: Root = CONTENT_ROOT, content: str = ""
) -> BoardLayout:
    boards = load_library(edition, root, content).boards
    if board not in boards:
        refuse_unknown("board", "board", board, list(boards))
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
