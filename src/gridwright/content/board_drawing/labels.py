"""Finds places for names and plates at which they touch nothing, by a search with a fixed seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot
from typing import Final

from gridwright.content.board_drawing.sizes import (
    CAP,
    HALF_CAPSULE,
    LINE_HEIGHT,
    NAME_HEIGHT,
    PLATE_HEIGHT,
    REGION_HEIGHT,
    Box,
    Point,
    box_around,
    capsule_box,
    name_width,
    plate_at,
    plate_width,
    region_width,
)
from gridwright.engine.dice import Dice

ROUNDS: Final = 90
TOUCH: Final = 40.0
AIR: Final = 0.6
GAP: Final = 2.6
FINE: Final = 1_000_000


@dataclass(frozen=True)
class NamePlace:
    """The place of a city's name, from the city's middle."""

    side: str
    x: float
    y: float
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """One possible place of a label; its position is in one of ``name``, ``part`` and ``at``."""

    box: Box
    dislike: float
    name: NamePlace | None = None
    part: int = 50
    at: Point = (0.0, 0.0)


@dataclass(frozen=True)
class Wanted:
    """A label to be placed."""

    names: Sequence[str]
    cities: Sequence[Point]
    links: Sequence[tuple[int, int, int]]
    regions: Sequence[tuple[Sequence[str], Sequence[Point]]]
    """The names of each region in all languages, and places within it."""
    taken: Sequence[Box]


@dataclass(frozen=True)
class Placed:
    """The places of all labels."""

    names: list[NamePlace]
    plates: list[int]
    """Place of each link's plate, in hundredths along the link."""
    regions: list[Point]
    n_touching: int


def place_labels(wanted: Wanted) -> Placed:
    capsules = [*map(capsule_box, wanted.cities), *wanted.taken]
    lines = [(wanted.cities[one], wanted.cities[other]) for one, other, _ in wanted.links]
    names = [_name_choices(wanted, city, capsules, lines) for city in range(len(wanted.cities))]
    plates = [
        _plate_choices(lines, link, wanted.links[link][2], capsules) for link in range(len(lines))
    ]
    regions = [_region_choices(told, spots, capsules, lines) for told, spots in wanted.regions]
    everything = [*names, *plates, *regions]
    chosen = _search(everything)
    picked = [choices[at] for choices, at in zip(everything, chosen, strict=True)]
    touching = sum(
        one.box.overlap(other.box) > 0
        for number, one in enumerate(picked)
        for other in picked[number + 1 :]
    )
    found = [choice.name for choice in picked[: len(names)]]
    return Placed(
        [name for name in found if name is not None],
        [choice.part for choice in picked[len(names) : len(names) + len(plates)]],
        [choice.at for choice in picked[len(names) + len(plates) :]],
        touching,
    )


def _line_breaks(name: str) -> list[tuple[str, ...]]:
    """A name of several words may stand on two lines."""
    words = name.split(" ")
    cuts = range(1, len(words))
    return [(name,), *((" ".join(words[:cut]), " ".join(words[cut:])) for cut in cuts)]


def _crossing(lines: Sequence[tuple[Point, Point]], box: Box, but: int = -1) -> float:
    return sum(
        box.length_within(start, end)
        for number, (start, end) in enumerate(lines)
        if number != but
        and min(start[0], end[0]) < box.right
        and max(start[0], end[0]) > box.left
        and min(start[1], end[1]) < box.bottom
        and max(start[1], end[1]) > box.top
    )


def _name_choices(
    wanted: Wanted, city: int, capsules: Sequence[Box], lines: Sequence[tuple[Point, Point]]
) -> list[Choice]:
    x, y = wanted.cities[city]
    choices: list[Choice] = []
    for broken in _line_breaks(wanted.names[city]):
        width = max(map(name_width, broken))
        height = NAME_HEIGHT + (len(broken) - 1) * LINE_HEIGHT
        down = HALF_CAPSULE[1] + GAP + height / 2
        reach = min(24.0, width / 2 + 4)
        right, left = CAP + 4, -HALF_CAPSULE[0] - 4.4
        spots: list[tuple[str, float, float, float, float]] = []
        for shift in (0.0, -0.5, 0.5, -1.0, 1.0):
            at = shift * reach
            spots.append(("below", at, down, at, abs(shift) * 5))
            spots.append(("above", at, -down, at, 1 + abs(shift) * 5))
        for off in (0.0, -4.0, 4.0, -8.0, 8.0):
            spots.append(("right", right + width / 2, off, right, 2 + abs(off) * 0.7))
            spots.append(("left", left - width / 2, off, left, 2 + abs(off) * 0.7))
        for side, middle_x, middle_y, label_x, dislike in spots:
            box = box_around(x + middle_x, y + middle_y, width + 3, height).grown(AIR)
            dislike += 5 * (len(broken) - 1) + 0.35 * _crossing(lines, box)
            if not box.is_on_sheet():
                dislike += 500
            for other, capsule in enumerate(capsules):
                shared = box.overlap(capsule.grown(-0.6 if other == city else 0.8))
                dislike += TOUCH + shared if shared > 0 else 0
            label_y = middle_y - height / 2 + NAME_HEIGHT - 2.4
            place = NamePlace(side, round(label_x, 1), round(label_y, 1), broken)
            choices.append(Choice(box, dislike, name=place))
    return choices


def _plate_choices(
    lines: Sequence[tuple[Point, Point]], link: int, cost: int, capsules: Sequence[Box]
) -> list[Choice]:
    start, end = lines[link]
    choices: list[Choice] = []
    for part in range(14, 87, 3):
        at = plate_at(start, end, part)
        box = box_around(*at, plate_width(cost), PLATE_HEIGHT).grown(AIR)
        dislike = abs(part - 50) / 10 + 0.8 * _crossing(lines, box, link)
        for capsule in capsules:
            shared = box.overlap(capsule)
            dislike += TOUCH + shared if shared > 0 else 0
        choices.append(Choice(box, dislike, part=part))
    return choices


def _region_choices(
    names: Sequence[str],
    spots: Sequence[Point],
    capsules: Sequence[Box],
    lines: Sequence[tuple[Point, Point]],
) -> list[Choice]:
    width = max(map(region_width, names))
    middle_x = sum(x for x, _ in spots) / len(spots)
    middle_y = sum(y for _, y in spots) / len(spots)
    choices: list[Choice] = []
    for x, y in spots:
        box = box_around(x, y - 3.2, width, REGION_HEIGHT).grown(AIR)
        dislike = 0.12 * _crossing(lines, box) + 0.03 * hypot(x - middle_x, y - middle_y)
        if not box.is_on_sheet():
            dislike += 500
        for capsule in capsules:
            shared = box.overlap(capsule)
            dislike += TOUCH + shared if shared > 0 else 0
        choices.append(Choice(box, dislike, at=(x, y)))
    # The best are enough, and a large region has hundreds.
    return sorted(choices, key=lambda choice: choice.dislike)[:40]


def _search(everything: Sequence[Sequence[Choice]]) -> list[int]:
    """Return the number of each thing's choice; search by moves that are undone if worse."""
    dice = Dice(7)
    at = [
        min(range(len(choices)), key=lambda number: choices[number].dislike)
        for choices in everything
    ]
    reach = [_reach(choices) for choices in everything]
    rivals = [
        [
            other
            for other, far in enumerate(reach)
            if other != thing and far.overlap(reach[thing]) > 0
        ]
        for thing in range(len(everything))
    ]

    def price(thing: int, choice: int) -> float:
        tried = everything[thing][choice]
        total = tried.dislike
        for other in rivals[thing]:
            shared = tried.box.overlap(everything[other][at[other]].box)
            if shared > 0:
                total += TOUCH + shared
        return total

    for number in range(ROUNDS):
        heat = 14 * (1 - number / ROUNDS) ** 2 + 0.01
        for thing in range(len(everything)):
            choice = dice.below(len(everything[thing]))
            worse = price(thing, choice) - price(thing, at[thing])
            if worse <= 0 or dice.below(FINE) < FINE * exp(-worse / heat):
                at[thing] = choice
    # At the end everything takes its best place, until nothing can do better alone.
    for _again in range(12):
        before = list(at)
        for thing, choices in enumerate(everything):
            prices = [price(thing, choice) for choice in range(len(choices))]
            best = min(range(len(choices)), key=prices.__getitem__)
            if prices[best] < prices[at[thing]] - 1e-9:
                at[thing] = best
        if at == before:
            break
    return at


def _reach(choices: Sequence[Choice]) -> Box:
    boxes = [choice.box for choice in choices]
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
