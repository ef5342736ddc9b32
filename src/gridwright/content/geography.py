"""The network of a board, with the checks of its cities, links and regions."""

from collections.abc import Sequence
from dataclasses import dataclass

from gridwright.content.document import Node, distinct, shown
from gridwright.content.provenance import REMARKS, read_remarks


@dataclass(frozen=True)
class Region:
    """A part of the board that is in play or not as a whole."""

    id: str
    label: str


@dataclass(frozen=True)
class City:
    """A city with its place on the drawing (x to the right, y down) and, if any, on earth."""

    id: str
    name: str
    region: str
    lat: float | None
    lon: float | None
    x: float
    y: float
    enter: int
    """Cost of entering the city, on top of the link."""


@dataclass(frozen=True)
class Link:
    """A connection that can be built along, in either direction."""

    ends: tuple[str, str]
    cost: int
    note: str


@dataclass(frozen=True)
class Geography:
    """Regions and cities sorted by id, pairs by their ends, so that the order of a file is free."""

    regions: tuple[Region, ...]
    adjacent: tuple[tuple[str, str], ...]
    cities: tuple[City, ...]
    links: tuple[Link, ...]
    landmasses: tuple[tuple[str, ...], ...]
    """Regions without links to the others; none where all hang together."""


def read_geography(
    regions: Node,
    adjacent: Node,
    cities: Node,
    links: Node,
    landmasses: Node | None = None,
    has_flat: bool = False,
) -> Geography:
    """``has_flat``: cities are connected without links too, so none need lead to all others."""
    found_regions = _read_regions(regions)
    names = [region.id for region in found_regions]
    found_cities = _read_cities(cities, names)
    for item, region in zip(regions.items(), found_regions, strict=True):
        if all(city.region != region.id for city in found_cities):
            item.fail(f'expected at least one city in region "{region.id}"; came none')
    found_links = _read_links(links, [city.id for city in found_cities])
    apart = _read_landmasses(landmasses, names)
    for landmass in [] if has_flat else apart or [names]:
        _verify_reachable(cities, found_cities, found_links, landmass)
    pairs = _read_adjacent(adjacent, names)
    _verify_adjacent(adjacent, pairs, links, found_cities, found_links)
    return Geography(
        regions=tuple(sorted(found_regions, key=lambda region: region.id)),
        adjacent=tuple(sorted(pairs)),
        cities=tuple(sorted(found_cities, key=lambda city: city.id)),
        links=tuple(sorted(found_links, key=lambda link: link.ends)),
        landmasses=tuple(sorted(tuple(sorted(landmass)) for landmass in apart)),
    )


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _read_regions(node: Node) -> list[Region]:
    items = node.items()
    regions: list[Region] = []
    for item in items:
        nodes = item.table(["id", "label"])
        regions.append(Region(nodes["id"].name(), nodes["label"].text()))
    distinct(items, [region.id for region in regions], "region")
    return regions


def _read_cities(node: Node, regions: Sequence[str]) -> list[City]:
    items = node.items()
    cities: list[City] = []
    for item in items:
        nodes = item.table(["id", "name", "region", "x", "y"], ["lat", "lon", "enter"])
        if ("lat" in nodes) != ("lon" in nodes):
            item.fail("expected lat and lon, or neither")
        cities.append(
            City(
                id=nodes["id"].name(),
                name=nodes["name"].text(),
                region=nodes["region"].choice(regions, "region"),
                lat=nodes["lat"].number() if "lat" in nodes else None,
                lon=nodes["lon"].number() if "lon" in nodes else None,
                x=nodes["x"].number(),
                y=nodes["y"].number(),
                enter=nodes["enter"].integer(0) if "enter" in nodes else 0,
            )
        )
    distinct(items, [city.id for city in cities], "city")
    return cities


def _read_links(node: Node, cities: Sequence[str]) -> list[Link]:
    items = node.items()
    links: list[Link] = []
    for item in items:
        nodes = item.table(["from", "to", "cost"], REMARKS)
        start = nodes["from"].choice(cities, "city")
        end = nodes["to"].choice(cities, "city")
        if start == end:
            nodes["to"].fail(f'expected another city than "{start}"; came the same')
        note = read_remarks(nodes)
        links.append(Link(_pair(start, end), nodes["cost"].integer(0), note))
    distinct(items, [" - ".join(link.ends) for link in links], "link")
    return links


def _read_adjacent(node: Node, regions: Sequence[str]) -> list[tuple[str, str]]:
    items = node.items()
    pairs: list[tuple[str, str]] = []
    for item in items:
        one, other = (each.choice(regions, "region") for each in item.items(2))
        if one == other:
            item.fail(f'expected two regions; came "{one}" twice')
        pairs.append(_pair(one, other))
    distinct(items, [" - ".join(pair) for pair in pairs], "pair of regions")
    return pairs


def _read_landmasses(node: Node | None, regions: Sequence[str]) -> list[list[str]]:
    """Each region in one of them."""
    if node is None:
        return []
    items = [item for row in node.items() for item in row.items()]
    distinct(items, [item.choice(regions, "region") for item in items], "region")
    if len(items) != len(regions):
        node.fail(f"expected each of {len(regions)} regions on a landmass; came {len(items)}")
    return [[item.text() for item in row.items()] for row in node.items()]


def _verify_reachable(
    node: Node, cities: Sequence[City], links: Sequence[Link], regions: Sequence[str]
) -> None:
    """Raise unless the cities of the regions hang together."""
    neighbours: dict[str, list[str]] = {city.id: [] for city in cities}
    for link in links:
        one, other = link.ends
        neighbours[one].append(other)
        neighbours[other].append(one)
    here = [city.id for city in cities if city.region in regions]
    frontier = here[:1]
    reached = set(frontier)
    while frontier:
        for neighbour in neighbours[frontier.pop()]:
            if neighbour not in reached:
                reached.add(neighbour)
                frontier.append(neighbour)
    for item, city in zip(node.items(), cities, strict=True):
        if city.id in here and city.id not in reached:
            item.fail(f"unreachable city {shown(city.id)}; expected links to all other cities")


def _verify_adjacent(
    adjacent: Node,
    pairs: Sequence[tuple[str, str]],
    links: Node,
    cities: Sequence[City],
    found_links: Sequence[Link],
) -> None:
    """Raise unless regions touch exactly where a link crosses from one to the other."""
    region_of = {city.id: city.region for city in cities}
    crossed: set[tuple[str, str]] = set()
    for item, link in zip(links.items(), found_links, strict=True):
        pair = _pair(region_of[link.ends[0]], region_of[link.ends[1]])
        if pair[0] != pair[1]:
            crossed.add(pair)
            if pair not in pairs:
                item.fail(f'expected "{pair[0]}" and "{pair[1]}" among the adjacent regions')
    for item, pair in zip(adjacent.items(), pairs, strict=True):
        if pair not in crossed:
            item.fail(f'expected a link between "{pair[0]}" and "{pair[1]}"; came none')
