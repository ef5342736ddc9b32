"""The drawing of an own board, in the shape that the browser's map reads."""

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Final

from gridwright.content.board_drawing.areas import draw_land
from gridwright.content.board_drawing.labels import NamePlace, Wanted, place_labels
from gridwright.content.board_drawing.sizes import HEIGHT, WIDTH, Point, furniture, plate_at
from gridwright.content.board_drawing.spread import fit_to_sheet, spread
from gridwright.content.board_texts import board_languages, board_words
from gridwright.content.library import load_library
from gridwright.content.own_board import OwnBoard
from gridwright.content.table import default_spec

TINTS: Final = {
    **{"purple": "a", "cyan": "b", "blue": "g", "red": "c", "yellow": "d", "brown": "e"},
    "green": "f",
}
"""The tints of regions that are called by a colour; the others take what is left."""
ANY_TINT: Final = "bgfaced"
CORNERS: Final = ("bottom-left", "top-left")


@dataclass(frozen=True)
class DrawnCity:
    """A city and its name."""

    id: str
    name: str
    region: int
    x: float
    y: float
    label: NamePlace


@dataclass(frozen=True)
class DrawnLink:
    """A link and where the plate with its cost stands."""

    ends: tuple[int, int]
    cost: int
    plate: Point


@dataclass(frozen=True)
class DrawnRegion:
    """A region as an area, and where its name stands."""

    id: str
    tint: str
    path: str
    label: Point


@dataclass(frozen=True)
class BoardDrawing:
    """A drawn board, with the fields of ``BoardDrawing`` in ``web/src/map/data/board.ts``."""

    id: str
    width: int
    height: int
    corner: str
    neighbours: str
    shore: str
    borders: str
    graticule: str
    regions: list[DrawnRegion]
    cities: list[DrawnCity]
    links: list[DrawnLink]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@lru_cache(maxsize=64)
def draw_board(board: OwnBoard) -> BoardDrawing:
    """The same drawing for the same figures, on every machine."""
    sheet = load_library(board.edition, content=board.content).boards[board.id]
    ids = [city.id for city in sheet.cities]
    regions = [region.id for region in sheet.regions]
    city_regions = [regions.index(city.region) for city in sheet.cities]
    links = [(ids.index(link.ends[0]), ids.index(link.ends[1]), link.cost) for link in sheet.links]
    pairs = [(one, other) for one, other, _ in links]
    fitted = fit_to_sheet([(city.x, city.y) for city in sheet.cities])
    corner = min(CORNERS, key=lambda each: _n_covered(fitted, each))
    taken = furniture(corner)
    cities = spread(fitted, pairs, taken)
    land = draw_land(cities, city_regions, pairs, len(regions))
    told = _region_names(board)
    placed = place_labels(
        Wanted(
            [city.name for city in sheet.cities],
            cities,
            links,
            [(told[region], land.spots[place]) for place, region in enumerate(regions)],
            taken,
        )
    )
    tints = _tints(regions)
    return BoardDrawing(
        id=board.id,
        width=WIDTH,
        height=HEIGHT,
        corner=corner,
        neighbours="",
        shore=land.shore,
        borders="",
        graticule="",
        regions=[
            DrawnRegion(region, tints[place], land.regions[place], placed.regions[place])
            for place, region in enumerate(regions)
        ],
        cities=[
            DrawnCity(city.id, city.name, city_regions[place], *cities[place], placed.names[place])
            for place, city in enumerate(sheet.cities)
        ],
        links=[
            DrawnLink((one, other), cost, plate_at(cities[one], cities[other], part))
            for (one, other, cost), part in zip(links, placed.plates, strict=True)
        ],
    )


def _n_covered(places: list[Point], corner: str) -> int:
    return sum(
        box.left < x < box.right and box.top < y < box.bottom
        for x, y in places
        for box in furniture(corner)
    )


def _region_names(board: OwnBoard) -> dict[str, list[str]]:
    """Return the names of each region in all languages: the longest needs room."""
    sheet = load_library(board.edition, content=board.content).boards[board.id]
    spec = default_spec(board.edition, None, board.id, content=board.content)
    words = [board_words(spec, language) for language in board_languages(spec)]
    return {
        region.id: [
            region.label,
            *(each.get(f"map.region.{board.id}.{region.id}", region.label) for each in words),
        ]
        for region in sheet.regions
    }


def _tints(regions: list[str]) -> list[str]:
    """No two regions share a tint, as far as there are enough."""
    tints = [TINTS.get(region, "") for region in regions]
    for place, tint in enumerate(tints):
        if not tint:
            free = [each for each in ANY_TINT if each not in tints]
            tints[place] = free[0] if free else ANY_TINT[place % len(ANY_TINT)]
    return tints
