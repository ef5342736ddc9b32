"""A board with networks and houses, drawn as the browser's map draws it."""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from gridwright.content.board_drawing.drawing import BoardDrawing, DrawnCity, DrawnLink
from gridwright.content.board_drawing.sizes import HALF_CAPSULE, LINE_HEIGHT, PLATE_HEIGHT
from gridwright.engine.ids import TRUST
from gridwright.server.share.letters import (
    Style,
    colour,
    halo,
    marker,
    printable,
    symbols,
    write_all,
)

LANE: Final = 6
"""Distance between the lines of two seats on one link."""
PLACES: Final = (-12.5, 0.0, 12.5)
N_SEATS: Final = 6
ANCHORS: Final = {"left": "end", "right": "start"}


class MapFacts(msgspec.Struct, frozen=True):
    """The drawn part of a position. All of it is public."""

    regions: int
    """Mask of the regions in play; 0 before they are chosen."""
    spaces: tuple[int, ...]
    """Owner of each space of each city, as in an observation."""
    step: int
    ways: tuple[tuple[int, tuple[int, ...]], ...]
    """Seats and the connections that they paid for."""
    links: tuple[tuple[int, int, int], ...]
    """Content of the table, so that a host's corrected numbers are shown."""


def draw_map(board: BoardDrawing, seen: MapFacts, region_names: Sequence[str]) -> str:
    """Return the sheet of the board, in its own units; it extends beyond its edges.

    Equal styles are one path, and the faint lines of latitude are left out, for speed.
    """
    in_play = [_is_in_play(seen.regions, region) for region in range(len(board.regions))]
    links = _links(board, seen)
    is_on = [all(in_play[board.cities[city].region] for city in link.ends) for link in links]
    on = [link for link, is_in in zip(links, is_on, strict=True) if is_in]
    off = [link for link, is_in in zip(links, is_on, strict=True) if not is_in]
    numbered = list(enumerate(board.cities))
    return "".join(
        [
            _land(board, in_play),
            _region_names(board, in_play, region_names),
            _lines(board, off, "link-off", 1),
            _lines(board, on, "link", 1.5),
            _networks(board, links, seen),
            _plates_off(off),
            _plates(on),
            _dots([city for _, city in numbered if not in_play[city.region]]),
            _cities([each for each in numbered if in_play[each[1].region]], seen, len(numbered)),
        ]
    )


def _is_in_play(regions: int, region: int) -> bool:
    return regions == 0 or bool(regions >> region & 1)


def _links(board: BoardDrawing, seen: MapFacts) -> list[DrawnLink]:
    drawn = {link.ends: link for link in board.links}
    found: list[DrawnLink] = []
    for one, other, cost in seen.links:
        ends = (min(one, other), max(one, other))
        a, b = board.cities[ends[0]], board.cities[ends[1]]
        known = drawn.get(ends)
        plate = known.plate if known is not None else ((a.x + b.x) / 2, (a.y + b.y) / 2)
        found.append(DrawnLink(ends, cost, plate))
    return found


def _land(board: BoardDrawing, in_play: Sequence[bool]) -> str:
    outline = f'fill="none" stroke="{colour("raised")}" stroke-width="1.6" stroke-linejoin="bevel"'
    shore = f'fill="none" stroke="{colour("shore")}" stroke-width="0.9" stroke-linejoin="bevel"'
    borders = f'fill="none" stroke="{colour("raised")}" stroke-opacity="0.5" stroke-width="0.6"'
    # Lines cover the edges of all areas, so these need not be smooth.
    areas = f'<path fill="{colour("land")}" d="{board.neighbours}"/>'
    for region, is_in in zip(board.regions, in_play, strict=True):
        tint = colour(f"reg-{region.tint}" if is_in else "land-off")
        areas += f'<path fill="{tint}" d="{region.path}"/>'
    return (
        f'<g fill-rule="evenodd"><g shape-rendering="crispEdges">{areas}</g>'
        f'<path {borders} d="{board.borders}"/>'
        f'<path {outline} d="{"".join([region.path for region in board.regions])}"/>'
        f'<path {shore} d="{board.shore}"/></g>'
    )


def _region_names(board: BoardDrawing, in_play: Sequence[bool], names: Sequence[str]) -> str:
    drawn = ""
    for is_in, ink in ((True, "ink-2"), (False, "ink-3")):
        style = Style("wide", 9, colour(ink), "middle", spacing=0.16)
        told = [
            (printable(name).upper(), *region.label)
            for region, shown, name in zip(board.regions, in_play, names, strict=True)
            if shown is is_in
        ]
        drawn += write_all(told, style)
    return drawn


def _lines(board: BoardDrawing, links: Sequence[DrawnLink], ink: str, width: float) -> str:
    path = "".join([_lane(board, link, 0) for link in links])
    look = f'fill="none" stroke="{colour(ink)}" stroke-width="{width}"'
    return f'<path {look} d="{path}"/>' if path else ""


def _networks(board: BoardDrawing, links: Sequence[DrawnLink], seen: MapFacts) -> str:
    """Draw every seat's links, side by side where several seats share one."""
    places = {link.ends: number for number, link in enumerate(links)}
    seats: dict[int, set[int]] = {}
    for seat, path in seen.ways:
        for one, other in pairwise(path):
            number = places.get((min(one, other), max(one, other)))
            if number is not None:
                seats.setdefault(number, set()).add(seat)
    lanes = [
        (seat, _lane(board, links[number], (place - (len(owners) - 1) / 2) * LANE))
        for number, owners in sorted(seats.items())
        for place, seat in enumerate(sorted(owners))
    ]
    if not lanes:
        return ""
    whole = "".join([path for _seat, path in lanes])
    casing = f'fill="none" stroke="{colour("badge")}" stroke-width="7.5" stroke-linecap="round"'
    return f'<path {casing} d="{whole}"/>' + "".join([_net(*lane) for lane in lanes])


def _lane(board: BoardDrawing, link: DrawnLink, aside: float) -> str:
    a, b = (board.cities[city] for city in link.ends)
    length = math.hypot(b.x - a.x, b.y - a.y) or 1
    x, y = -(b.y - a.y) / length * aside, (b.x - a.x) / length * aside
    return f"M{a.x + x:.1f} {a.y + y:.1f}L{b.x + x:.1f} {b.y + y:.1f}"


_WIDTHS: Final = (4.0, 4.0, 4.6, 4.0, 5.6, 1.8)


def _net(seat: int, path: str) -> str:
    """Draw the line of a seat in its pattern."""
    ink, dash = colour(f"p{seat + 1}"), symbols()["dashes"].get(f"net{seat + 1}", "")
    if seat == N_SEATS - 1:
        ticks = f'stroke-width="7" stroke-dasharray="{dash}"'
        return (
            f'<path fill="none" stroke="{ink}" stroke-width="1.8" d="{path}"/>'
            f'<path fill="none" stroke="{ink}" {ticks} d="{path}"/>'
        )
    pattern = f' stroke-dasharray="{dash}"' if dash else ""
    round_ends = ' stroke-linecap="round"' if seat == 2 else ""
    line = f'stroke-width="{_WIDTHS[seat]}"{pattern}{round_ends}'
    drawn = f'<path fill="none" stroke="{ink}" {line} d="{path}"/>'
    if seat == 4:
        drawn += f'<path fill="none" stroke="{colour("badge")}" stroke-width="1.8" d="{path}"/>'
    return drawn


def _plates(links: Sequence[DrawnLink]) -> str:
    if not any(link.cost for link in links):
        return ""
    look = f'fill="{colour("badge")}" stroke="{colour("badge-line")}" stroke-width="0.8"'
    boxes = "".join(
        [_round_box(*link.plate, 13 if link.cost < 10 else 17, PLATE_HEIGHT, 4) for link in links]
    )
    style = Style("narrow", 10.5, colour("ink"), "middle")
    costs = [(str(link.cost), link.plate[0], link.plate[1] + 3.7) for link in links]
    return f'<path {look} d="{boxes}"/>{write_all(costs, style)}'


def _plates_off(links: Sequence[DrawnLink]) -> str:
    if not any(link.cost for link in links):
        return ""
    boxes = "".join([_round_box(*link.plate, 8 if link.cost < 10 else 11, 9, 3) for link in links])
    style = Style("narrow", 8, colour("ink-3"), "middle")
    costs = [(str(link.cost), link.plate[0], link.plate[1] + 2.9) for link in links]
    return f'<path fill="{colour("land-off")}" d="{boxes}"/>{write_all(costs, style)}'


def _round_box(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Draw a box around a centre."""
    r, w, h = radius, width - 2 * radius, height - 2 * radius
    corner = f"a{r:g} {r:g} 0 0 1"
    return (
        f"M{x - w / 2:.1f} {y - height / 2:.1f}h{w:g}{corner} {r:g} {r:g}v{h:g}"
        f"{corner}-{r:g} {r:g}h-{w:g}{corner}-{r:g}-{r:g}v-{h:g}{corner} {r:g}-{r:g}z"
    )


def _circle(x: float, y: float, radius: float) -> str:
    r = f"{radius:g}"
    return (
        f"M{x - radius:.1f} {y:.1f}a{r} {r} 0 1 0 {2 * radius:g} 0a{r} {r} 0 1 0-{2 * radius:g} 0z"
    )


def _dots(cities: Sequence[DrawnCity]) -> str:
    """Draw the cities out of play."""
    if not cities:
        return ""
    dots = "".join([_circle(city.x, city.y, 3) for city in cities])
    look = f'fill="{colour("land-off")}" stroke="{colour("line-2")}" stroke-width="1.2"'
    return f'<path {look} d="{dots}"/>' + _names(cities, 8.5, "ink-3", 0, _name_of_dot)


def _cities(cities: Sequence[tuple[int, DrawnCity]], seen: MapFacts, n_cities: int) -> str:
    """Draw capsules with their spaces."""
    if not cities:
        return ""
    half_width, half_height = HALF_CAPSULE
    capsules = rings = bars = markers = ""
    for number, city in cities:
        capsules += _round_box(city.x, city.y, half_width * 2, half_height * 2, half_height)
        for place, owner, x in _places(city, number, seen, n_cities):
            if owner >= 0:
                markers += _owner(owner, x, city.y)
            elif not seen.spaces or seen.step > place:
                rings += _circle(x, city.y, 3.2)
            else:
                bars += f"M{x - 2.4:.1f} {city.y:.1f}h4.8"
    look = f'fill="{colour("badge")}" stroke="{colour("ink")}" stroke-width="1.3"'
    ink = f'fill="none" stroke="{colour("line-strong")}"'
    bar = 'stroke-width="1.4" stroke-linecap="round" stroke-opacity="0.7"'
    return (
        f'<path {look} d="{capsules}"/><path {ink} stroke-width="1.1" d="{rings}"/>'
        f'<path {ink} {bar} d="{bars}"/>{markers}'
    ) + _names([city for _, city in cities], 10.5, "ink", 2.6, _name_of_capsule)


Place = tuple[float, float]


def _name_of_capsule(city: DrawnCity) -> Place:
    return (city.label.x, city.label.y)


def _name_of_dot(city: DrawnCity) -> Place:
    """Return the place of the name: a dot is smaller than a capsule, so the name moves up."""
    label = city.label
    x = {"right": 6.0, "left": -6.0}.get(label.side, label.x * 0.5)
    return (x, label.y + {"below": -5.0, "above": 5.0}.get(label.side, -0.6))


def _names(
    cities: Sequence[DrawnCity],
    size: float,
    ink: str,
    around: float,
    place_of: Callable[[DrawnCity], Place],
) -> str:
    drawn = ""
    for anchor in ("start", "middle", "end"):
        line = halo(colour("badge"), 0.82, around, size) if around else ""
        style = Style("narrow", size, colour(ink), anchor, halo=line)
        told = [
            (
                printable(line),
                city.x + place_of(city)[0],
                city.y + place_of(city)[1] + n * LINE_HEIGHT,
            )
            for city in cities
            if ANCHORS.get(city.label.side, "middle") == anchor
            for n, line in enumerate(city.label.lines)
        ]
        drawn += write_all(told, style)
    return drawn


def _places(
    city: DrawnCity, number: int, seen: MapFacts, n_cities: int
) -> list[tuple[int, int, float]]:
    """Return the spaces of a city: index, owner and position."""
    n = len(seen.spaces) // n_cities if seen.spaces else len(PLACES)
    owners = seen.spaces[number * n : number * n + n] or (-1,) * n
    return [
        (place, owner, city.x + (0.0 if n == 1 else PLACES[place]))
        for place, owner in enumerate(owners[: len(PLACES)])
    ]


def _owner(owner: int, x: float, y: float) -> str:
    if owner != TRUST:
        return marker(owner, x - 5.5, y - 5.5, 11)
    at = f"translate({x - 5.5:g} {y - 5.5:g}) scale(.458)"
    mark = symbols()["trust"]["marker"]
    return f'<path fill="{colour("ink-2")}" transform="{at}" d="{mark}"/>'
