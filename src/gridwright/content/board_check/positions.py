"""Checks of the cities' positions on the drawing."""

from math import hypot
from typing import Final

from gridwright.content.board_check.draft import Draft
from gridwright.content.board_check.faults import Faults
from gridwright.content.document import Tree

LEAST_SIZE: Final = 100
MAX_SIZE: Final = 10_000
"""Largest size of a drawing, in either direction; a larger one is a mistake."""


def check_layout(tree: Tree, draft: Draft, faults: Faults) -> None:
    layout = tree.get("layout")
    if layout is None:
        return
    width, height = _size_of(layout)
    if min(width, height) < LEAST_SIZE or max(width, height) > MAX_SIZE:
        faults.add(
            "bad-layout",
            "`layout` does not say the size of the drawing; "
            f"write width and height, {LEAST_SIZE} to {MAX_SIZE} each",
            "layout",
        )
        return
    for city in draft.cities.values():
        if city.at is None:
            continue
        x, y = city.at
        if not (0 <= x <= width and 0 <= y <= height):
            faults.add(
                "outside",
                f'the city "{city.id}" is at {x:g}, {y:g}, outside the drawing of {width} by '
                f"{height}; move it in, or make the layout larger",
                "cities",
                city.place,
            )
    _check_distances(draft, max(width, height) / 50, faults)


def _size_of(layout: object) -> tuple[int, int]:
    """Return width and height, or nothing for an invalid size."""
    if not isinstance(layout, dict):
        return 0, 0
    width, height = layout.get("width"), layout.get("height")
    return (width, height) if type(width) is int and type(height) is int else (0, 0)


def _check_distances(draft: Draft, least: float, faults: Faults) -> None:
    """Report each city once, with the first one that is too near."""
    placed = [(city, city.at) for city in draft.cities.values() if city.at is not None]
    for number, (other, (x, y)) in enumerate(placed):
        near = [one.id for one, (ax, ay) in placed[:number] if hypot(ax - x, ay - y) < least]
        if near:
            faults.add(
                "same-place",
                f'the cities "{near[0]}" and "{other.id}" lie at the same place; '
                f"move one by at least {least:g}",
                "cities",
                other.place,
            )
