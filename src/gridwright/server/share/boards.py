"""The drawings of boards, read from the files that the browser's map reads.

``web/src/map/data/packed.ts`` defines the format of a drawing; ``npm run maps`` writes it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from gridwright.content.board_drawing.drawing import (
    BoardDrawing,
    DrawnCity,
    DrawnLink,
    DrawnRegion,
    draw_board,
)
from gridwright.content.board_drawing.labels import NamePlace
from gridwright.content.board_drawing.sizes import HEIGHT, WIDTH, plate_at
from gridwright.content.own_board import OFFERED
from gridwright.content.spec import TableSpec

FOLDERS: Final = (
    Path(__file__).resolve().parent / "drawings",
    Path(__file__).resolve().parents[4] / "web" / "src" / "map" / "data",
)
"""Folders of the drawings, in an installed package and in a checkout."""
UNIT: Final = 2
NEIGHBOURS: Final = "n"
FRAME: Final = (-270, -300, 998, 820)
"""Frame at which land is cut off; it has no shore there."""
SIDES: Final = {"a": "above", "b": "below", "l": "left", "r": "right"}
SMALL: Final = 42
BASE: Final = SMALL * 2 + 1
FIRST_SIGN: Final = 35
BACKSLASH: Final = 92 - FIRST_SIGN
END: Final = "!"

Point = tuple[int, int]
Line = list[Point]


def find_drawing(spec: TableSpec) -> BoardDrawing | None:
    """Return the drawing of a table's board; None without one."""
    if not spec.board:
        return None
    shipped = load_drawing(spec.board)
    if shipped is not None:
        return shipped
    own = OFFERED.with_content(spec.content)
    return None if own is None else draw_board(own)


@lru_cache(maxsize=64)
def load_drawing(board: str) -> BoardDrawing | None:
    """Return the drawing of a shipped board, by file name."""
    for folder in FOLDERS:
        file = folder / f"{board}.json"
        if file.is_file():
            return open_drawing(json.loads(file.read_text("utf-8")))
    return None


def open_drawing(packed: Mapping[str, Any]) -> BoardDrawing:
    areas = [(beside.split(), lines_of(text)) for beside, text in packed["land"].items()]
    cities = [_city(*each) for each in packed["cities"]]
    numbers = packed["links"]
    links = [numbers[at : at + 4] for at in range(0, len(numbers), 4)]
    places = [(city.x, city.y) for city in cities]
    return BoardDrawing(
        id=packed["id"],
        width=WIDTH,
        height=HEIGHT,
        corner=packed["corner"],
        neighbours=_area(areas, NEIGHBOURS),
        shore=path_of(
            [part for line in _beside(areas, 1) for part in _without_frame(line)],
        ),
        borders=path_of(_beside(areas, 0)),
        graticule=path_of(lines_of(packed["graticule"])),
        regions=[
            DrawnRegion(name, tint, _area(areas, str(region)), (x, y))
            for region, (name, tint, x, y) in enumerate(packed["regions"])
        ],
        cities=cities,
        links=[
            DrawnLink((a, b), cost, plate_at(places[a], places[b], part))
            for a, b, cost, part in links
        ],
    )


def lines_of(text: str) -> list[Line]:
    """Decode lines from a text: characters are alternating steps along x and y."""
    x = y = 0
    found: list[Line] = []
    for signs in text.split(END)[:-1]:
        codes = [code - 1 if code > BACKSLASH else code for code in _codes(signs)]
        steps: list[int] = []
        at = 0
        while at < len(codes):
            if codes[at] < BASE:
                steps.append(codes[at] - SMALL)
                at += 1
            else:
                steps.append(codes[at + 1] * BASE + codes[at + 2] - (BASE * BASE - 1) // 2)
                at += 3
        line: Line = []
        for place in range(0, len(steps), 2):
            x += steps[place]
            y += steps[place + 1]
            line.append((x, y))
        found.append(line)
    return found


def _codes(signs: str) -> list[int]:
    return [ord(sign) - FIRST_SIGN for sign in signs]


def _beside(areas: Sequence[tuple[list[str], list[Line]]], n: int) -> list[Line]:
    return [line for owners, lines in areas if len(owners) == n for line in lines]


def _area(areas: Sequence[tuple[list[str], list[Line]]], name: str) -> str:
    return path_of(
        rings_of([line for owners, lines in areas if name in owners for line in lines]), "z"
    )


def rings_of(lines: Sequence[Line]) -> list[Line]:
    """Join lines that meet at their ends to rings."""
    ends: dict[Point, list[int]] = {}
    for place, line in enumerate(lines):
        for end in {line[0], line[-1]}:
            ends.setdefault(end, []).append(place)
    left = dict.fromkeys(range(len(lines)))
    rings: list[Line] = []
    while left:
        number: int | None = next(iter(left))
        ring: Line = []
        while number is not None:
            line = lines[number]
            del left[number]
            is_turned = bool(ring) and line[0] != ring[-1]
            ring = ring + (line[::-1] if is_turned else line)
            if ring[0] == ring[-1]:
                break
            number = next((each for each in ends[ring[-1]] if each in left), None)
        rings.append(ring)
    return rings


def path_of(lines: Iterable[Line], end: str = "") -> str:
    return "".join(
        [f"M{' '.join([f'{x / UNIT:g} {y / UNIT:g}' for x, y in line])}{end}" for line in lines]
    )


def _without_frame(line: Line) -> list[Line]:
    """Split a line at steps along the frame, where land is cut off."""
    runs: list[Line] = [[line[0]]]
    for before, point in pairwise(line):
        if _is_edge(before, point):
            runs.append([point])
        else:
            runs[-1].append(point)
    return [run for run in runs if len(run) > 1]


def _is_edge(one: Point, other: Point) -> bool:
    return any(
        one[axis] == other[axis] and one[axis] / UNIT in (FRAME[axis], FRAME[axis + 2])
        for axis in (0, 1)
    )


def _city(
    name: str,
    told: str,
    region: int,
    x: float,
    y: float,
    side: str,
    label_x: float,
    label_y: float,
    cut: int,
    _enter: int | None = None,
) -> DrawnCity:
    lines = (told[:cut].rstrip(), told[cut:]) if cut > 0 else (told,)
    place = NamePlace(SIDES[side], label_x / 10, label_y / 10, lines)
    return DrawnCity(name, told, region, x, y, place)
