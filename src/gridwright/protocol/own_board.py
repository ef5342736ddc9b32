"""Data with which a client shows a board of the host's own; clients ship the other boards."""

from typing import Final, Literal

import msgspec


class NamePlace(msgspec.Struct, frozen=True):
    """Position of a city's name, relative to the city's centre."""

    side: Literal["above", "below", "left", "right"]
    x: float
    y: float
    lines: list[str]


class DrawnCity(msgspec.Struct, frozen=True):
    """A city and its name on the sheet."""

    id: str
    name: str
    region: int
    x: float
    y: float
    label: NamePlace


class DrawnLink(msgspec.Struct, frozen=True):
    """A link between two cities, and the centre of the plate with its cost."""

    ends: tuple[int, int]
    cost: int
    plate: tuple[float, float]


class DrawnRegion(msgspec.Struct, frozen=True):
    """A region: its tint, its outline as an SVG path, and the position of its name."""

    id: str
    tint: str
    path: str
    label: tuple[float, float]


class BoardDrawing(msgspec.Struct, frozen=True):
    """A board on a sheet. Cities, links and regions are in the order of the table's sheet."""

    id: str
    width: int
    height: int
    corner: Literal["bottom-left", "top-left"]
    """Corner without cities, for notes."""
    neighbours: str
    shore: str
    borders: str
    graticule: str
    regions: list[DrawnRegion]
    cities: list[DrawnCity]
    links: list[DrawnLink]


class OwnBoardFace(msgspec.Struct, frozen=True):
    """Drawing of a host's own board, and its texts by language and key."""

    drawing: BoardDrawing
    words: dict[str, dict[str, str]]


ENCODER: Final = msgspec.json.Encoder(order="deterministic")
