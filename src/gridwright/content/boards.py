"""Boards: cities, links and regions, and where to draw them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gridwright.content.cards import PlantName, read_plant_name
from gridwright.content.document import Node, distinct
from gridwright.content.geography import City, Link, Region, read_geography
from gridwright.content.presets import TableNames, read_overrides
from gridwright.content.provenance import PROVENANCE, Provenance, read_provenance
from gridwright.content.spec import NO_BOARD


@dataclass(frozen=True)
class BoardSheet:
    """One board. Cities and regions are sorted by id, links by their ends."""

    id: str
    name: str
    note: str
    regions: tuple[Region, ...]
    adjacent: tuple[tuple[str, str], ...]
    cities: tuple[City, ...]
    links: tuple[Link, ...]
    space_costs: tuple[int, ...]
    store_prices: Mapping[str, int]
    """What a token costs from the supply, by kind (c13.2)."""
    closing_plants: Mapping[PlantName, tuple[str, ...]]
    """The kinds that a plant, once bought, ends the refill of (c13.3)."""
    settings: Mapping[str, Mapping[str, Any]]
    """What the board changes in a preset, by preset."""
    width: int
    height: int
    projection: str
    provenance: Provenance


EMPTY_SHEET: Final = BoardSheet(
    id=NO_BOARD,
    name="No board",
    note="",
    regions=(),
    adjacent=(),
    cities=(),
    links=(),
    space_costs=(),
    store_prices={},
    closing_plants={},
    settings={},
    width=0,
    height=0,
    projection="none",
    provenance=Provenance("the game has no board", "certain"),
)
"""What a game without a board is played on."""


def read_board(
    document: Node,
    board: str,
    kinds: Sequence[str],
    plants: Sequence[PlantName],
    presets: Sequence[str],
    names: TableNames,
) -> BoardSheet:
    nodes = document.table(
        ["id", "name", "regions", "adjacent", "cities", "links", "spaces", "layout", *PROVENANCE],
        ["note", "store_prices", "closing_plants", "settings"],
    )
    nodes["id"].choice([board], "board")
    if board == NO_BOARD:
        nodes["id"].fail(f'expected another name than "{NO_BOARD}", which says that there is none')
    geography = read_geography(nodes["regions"], nodes["adjacent"], nodes["cities"], nodes["links"])
    spaces = nodes["spaces"].table(["costs", *PROVENANCE])
    read_provenance(spaces)
    costs = [item.integer(0) for item in spaces["costs"].items()]
    if not costs or costs != sorted(costs):
        spaces["costs"].fail(f"expected at least one cost, cheapest first; came {costs}")
    layout = nodes["layout"].table(["width", "height", "projection"])
    return BoardSheet(
        id=board,
        name=nodes["name"].text(),
        note=nodes["note"].text() if "note" in nodes else "",
        regions=geography.regions,
        adjacent=geography.adjacent,
        cities=geography.cities,
        links=geography.links,
        space_costs=tuple(costs),
        store_prices=_read_store_prices(nodes.get("store_prices"), kinds),
        closing_plants=_read_closing_plants(nodes.get("closing_plants"), kinds, plants),
        settings=_read_settings(nodes.get("settings"), presets, names),
        width=layout["width"].integer(1),
        height=layout["height"].integer(1),
        projection=layout["projection"].text(),
        provenance=read_provenance(nodes),
    )


def _read_store_prices(node: Node | None, kinds: Sequence[str]) -> dict[str, int]:
    if node is None:
        return {}
    items = node.items()
    prices: list[tuple[str, int]] = []
    for item in items:
        nodes = item.table(["kind", "price", *PROVENANCE])
        read_provenance(nodes)
        prices.append((nodes["kind"].choice(kinds, "kind"), nodes["price"].integer(1)))
    distinct(items, [kind for kind, _ in prices], "kind")
    return dict(prices)


def _read_closing_plants(
    node: Node | None, kinds: Sequence[str], plants: Sequence[PlantName]
) -> dict[PlantName, tuple[str, ...]]:
    if node is None:
        return {}
    items = node.items()
    closing: list[tuple[PlantName, tuple[str, ...]]] = []
    for item in items:
        nodes = item.table(["plant", "kinds", *PROVENANCE])
        read_provenance(nodes)
        plant = read_plant_name(nodes["plant"], plants)
        closed = tuple(each.choice(kinds, "kind") for each in nodes["kinds"].items())
        closing.append((plant, closed))
    distinct(items, [plant for plant, _ in closing], "plant")
    return dict(closing)


def _read_settings(
    node: Node | None, presets: Sequence[str], names: TableNames
) -> dict[str, dict[str, Any]]:
    if node is None:
        return {}
    return {preset: read_overrides(each, names) for preset, each in node.table([], presets).items()}
