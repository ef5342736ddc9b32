"""Places of cities on the sheet: as in their file, moved apart until each name has room."""

from collections.abc import Sequence
from math import hypot
from typing import Final

from gridwright.content.board_drawing.sizes import HEIGHT, WIDTH, Box, Point

MARGIN: Final = Box(44, 30, 46, 38)
"""Free space at each edge of the sheet."""
APART: Final = (62.0, 37.0)
LINKED: Final = (78.0, 43.0)
"""Least distance of two cities, across or down; a link needs room for its plate."""
CLEAR: Final = 15.0
"""Least distance of a city from a link of others."""
STRETCH: Final = 1.6
"""Largest factor by which a narrow country is stretched to use the sheet: names need the room."""
ROUNDS: Final = 260


def fit_to_sheet(places: Sequence[Point]) -> list[Point]:
    """The places as large as the sheet allows, in their own proportions."""
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    top, bottom = min(y for _, y in places), max(y for _, y in places)
    room_x, room_y = WIDTH - MARGIN.left - MARGIN.right, HEIGHT - MARGIN.top - MARGIN.bottom
    scale = min(room_x / max(right - left, 1e-9), room_y / max(bottom - top, 1e-9))
    scale_x = min(scale * STRETCH, room_x / max(right - left, 1e-9))
    scale_y = min(scale * STRETCH, room_y / max(bottom - top, 1e-9))
    gap_x = (room_x - (right - left) * scale_x) / 2
    gap_y = (room_y - (bottom - top) * scale_y) / 2
    return [
        (MARGIN.left + gap_x + (x - left) * scale_x, MARGIN.top + gap_y + (y - top) * scale_y)
        for x, y in places
    ]


def spread(
    wanted: Sequence[Point], links: Sequence[tuple[int, int]], taken: Sequence[Box]
) -> list[Point]:
    """Places near the wanted ones at which no two cities touch, and none is covered."""
    places = [list(place) for place in wanted]
    linked = set(links)
    for number in range(ROUNDS):
        heat = 0.05 * (1 - number / ROUNDS)
        for place, (x, y) in zip(places, wanted, strict=True):
            place[0] += (x - place[0]) * heat
            place[1] += (y - place[1]) * heat
        _push_pairs(places, linked)
        _push_from_links(places, links)
        for place in places:
            for box in taken:
                _leave(place, box)
            place[0] = min(max(place[0], MARGIN.left), WIDTH - MARGIN.right)
            place[1] = min(max(place[1], MARGIN.top), HEIGHT - MARGIN.bottom)
    return [(float(round(x)), float(round(y))) for x, y in places]


def _push_pairs(places: list[list[float]], linked: set[tuple[int, int]]) -> None:
    for one in range(len(places)):
        ax, ay = places[one]
        for other in range(one + 1, len(places)):
            bx, by = places[other]
            dx, dy = bx - ax, by - ay
            if dx > LINKED[0] or dx < -LINKED[0] or dy > LINKED[1] or dy < -LINKED[1]:
                continue
            across, down = LINKED if (one, other) in linked else APART
            # Between a circle and a square: what stands between two cities is a rectangle.
            far = ((dx / across) ** 4 + (dy / down) ** 4) ** 0.25
            if far >= 1:
                continue
            # Two at one place are parted by their order.
            if far == 0:
                dx, dy, far = 1.0 + one % 3, 1.0, 0.1
            push = (1 - far) * 0.25 / max(far, 0.1)
            ax, ay = ax - dx * push, ay - dy * push
            places[other][0] += dx * push
            places[other][1] += dy * push
        places[one][0], places[one][1] = ax, ay


def _push_from_links(places: list[list[float]], links: Sequence[tuple[int, int]]) -> None:
    for one, other in links:
        (ax, ay), (bx, by) = places[one], places[other]
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        if length == 0:
            continue
        for city, place in enumerate(places):
            if city in (one, other):
                continue
            part = ((place[0] - ax) * dx + (place[1] - ay) * dy) / length
            if not 0.1 < part < 0.9:
                continue
            off_x, off_y = place[0] - ax - dx * part, place[1] - ay - dy * part
            # A capsule is twice as wide as it is high.
            far = hypot(off_x / 1.7, off_y)
            if 0 < far < CLEAR:
                push = (CLEAR - far) / far * 0.12
                place[0] += off_x * push
                place[1] += off_y * push


def _leave(place: list[float], box: Box) -> None:
    """Move a city out of a box by the shortest way that stays on the sheet."""
    x, y = place
    if x <= box.left - 30 or x >= box.right + 28 or y <= box.top - 26 or y >= box.bottom + 22:
        return
    ways: list[Point] = []
    if box.left > 0:
        ways.append((box.left - 30 - x, 0))
    if box.right < WIDTH:
        ways.append((box.right + 28 - x, 0))
    if box.top > 0:
        ways.append((0, box.top - 26 - y))
    if box.bottom < HEIGHT:
        ways.append((0, box.bottom + 22 - y))
    way = min(ways, key=lambda each: hypot(*each))
    place[0] += way[0] * 0.4
    place[1] += way[1] * 0.4
