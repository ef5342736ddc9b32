"""Sizes of things on a map, as in the browser's ``web/src/map/metrics.ts``."""

import unicodedata
from collections.abc import Iterable
from typing import Final, NamedTuple

Point = tuple[float, float]

WIDTH: Final = 728
HEIGHT: Final = 520
HALF_CAPSULE: Final = (21.0, 8.5)
CAP: Final = 25.5
NAME_SIZE: Final = 10.5
NAME_HEIGHT: Final = 11.0
LINE_HEIGHT: Final = 10.5
REGION_SIZE: Final = 9.0
REGION_HEIGHT: Final = 10.0
REGION_SPACING: Final = 0.16
PLATE_HEIGHT: Final = 13.0

_NARROW: Final = {
    **dict.fromkeys("ijlIí'’", 0.24),
    **dict.fromkeys("ft.,-:/!()", 0.32),
    **dict.fromkeys(" ", 0.16),
    **dict.fromkeys("r", 0.31),
    **dict.fromkeys("mMæ", 0.76),
    **dict.fromkeys("wGOQ", 0.66),
    **dict.fromkeys("W", 0.82),
    **dict.fromkeys("ABCDEFHJKLNPRSTUVXYZ", 0.6),
}
_WIDE: Final = {
    **dict.fromkeys("I'’ ", 0.31),
    **dict.fromkeys(".,-:/!()", 0.37),
    **dict.fromkeys("MÆ", 1.05),
    **dict.fromkeys("GOQ", 0.9),
    **dict.fromkeys("W", 1.07),
}
_ANY: Final = 0.5
_ANY_CAPITAL: Final = 0.81
"""The advances of the page's font at the two widths that maps use, in parts of its size."""


class Box(NamedTuple):
    """A rectangle on the sheet."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> "Box":
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def overlap(self, other: "Box") -> float:
        width = min(self.right, other.right) - max(self.left, other.left)
        if width <= 0:
            return 0.0
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if height > 0 else 0.0

    def is_on_sheet(self) -> bool:
        return (
            self.left >= 2
            and self.top >= 2
            and self.right <= WIDTH - 2
            and self.bottom <= HEIGHT - 2
        )

    def length_within(self, start: Point, end: Point) -> float:
        """Return the length of the part of a line inside the box."""
        begin, stop = 0.0, 1.0
        dx, dy = end[0] - start[0], end[1] - start[1]
        for at, delta, low, high in (
            (start[0], dx, self.left, self.right),
            (start[1], dy, self.top, self.bottom),
        ):
            if delta == 0:
                if at < low or at > high:
                    return 0.0
                continue
            one, two = (low - at) / delta, (high - at) / delta
            begin, stop = max(begin, min(one, two)), min(stop, max(one, two))
        return float((stop - begin) * (dx * dx + dy * dy) ** 0.5) if stop > begin else 0.0


def box_around(x: float, y: float, width: float, height: float) -> Box:
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def capsule_box(at: Point) -> Box:
    """A city with its price cap."""
    x, y = at
    return Box(
        x - HALF_CAPSULE[0] - 1, y - HALF_CAPSULE[1] - 1, x + CAP + 1, y + HALF_CAPSULE[1] + 1
    )


def plate_width(cost: int) -> float:
    return 13.0 if cost < 10 else 17.0


def plate_at(start: Point, end: Point, part: int) -> Point:
    """The middle of a link's plate, ``part`` hundredths along."""
    return (
        round(start[0] + (end[0] - start[0]) * part / 100, 1),
        round(start[1] + (end[1] - start[1]) * part / 100, 1),
    )


def furniture(corner: str) -> list[Box]:
    """Return the boxes that the table draws over the map: notes, the legend and buttons."""
    notes = Box(0, 0, 232, 130) if corner == "top-left" else Box(0, HEIGHT - 130, 232, HEIGHT)
    return [notes, Box(0, HEIGHT - 34, 352, HEIGHT), Box(WIDTH - 50, HEIGHT - 142, WIDTH, HEIGHT)]


def name_width(text: str) -> float:
    return NAME_SIZE * sum(_NARROW.get(letter, _ANY) for letter in _letters(text))


def region_width(text: str) -> float:
    letters = list(_letters(text.upper()))
    width = REGION_SIZE * sum(_WIDE.get(letter, _ANY_CAPITAL) for letter in letters)
    return width + len(letters) * REGION_SIZE * REGION_SPACING


def _letters(text: str) -> Iterable[str]:
    """Return the letters without accents, which make no letter wider."""
    return (
        letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter)
    )
