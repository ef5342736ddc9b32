"""Boards: cities, links and regions, and where to draw them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gridwright.content.board_brings import NOTHING_BROUGHT, Brought, read_brings
from gridwright.content.board_figures import OWN_FIGURES, BoardFigures, read_own_figures
from gridwright.content.board_rules import (
    OwnSpaces,
    Part,
    read_board_clauses,
    read_figures,
    read_own_spaces,
    read_parts,
)
from gridwright.content.cards import PlantCards, PlantName, read_plant_name, read_plants
from gridwright.content.decks import N_STEPS, Deck, read_named_decks
from gridwright.content.document import Node, distinct
from gridwright.content.geography import City, Link, Region, read_geography
from gridwright.content.presets import BOARD_KEYS, TableNames, read_overrides
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
    house_rules: Mapping[str, Mapping[str, Any]]
    """What house rules set otherwise on the board, by house rule."""
    presets: tuple[str, ...]
    """Presets that do not name the board themselves."""
    figures: BoardFigures | None
    """The edition's figures and the board's own; none without a board."""
    plants: PlantCards | None
    """If the board has plants of its own."""
    decks: Mapping[str, Deck]
    own_spaces: tuple[OwnSpaces, ...]
    brought: Brought
    parts: tuple[Part, ...]
    numbers: Mapping[str, Mapping[int, tuple[int, ...]]]
    """The numbers of the board's own rules, by name and seats."""
    clauses: Mapping[str, str]
    """The clause behind each refusal code that the board explains itself."""
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
    house_rules={},
    presets=(),
    figures=None,
    plants=None,
    decks={},
    own_spaces=(),
    brought=NOTHING_BROUGHT,
    parts=(),
    numbers={},
    clauses={},
    width=0,
    height=0,
    projection="none",
    provenance=Provenance("the game has no board", "certain"),
)
"""What a game without a board is played on."""


@dataclass(frozen=True)
class BoardContext:
    """What a board's file is read against."""

    kinds: tuple[str, ...]
    hybrid: tuple[str, str]
    seats: tuple[int, ...]
    figures: BoardFigures
    plants: PlantCards
    decks: Mapping[str, Deck]
    presets: tuple[str, ...]
    house_rules: tuple[str, ...]


def read_board(document: Node, board: str, context: BoardContext) -> BoardSheet:
    nodes = document.table(
        ["id", "name", "regions", "adjacent", "cities", "links", "spaces", "layout", *PROVENANCE],
        [
            *("note", "store_prices", "closing_plants", "settings", "house_rules"),
            "presets",
            *(*OWN_FIGURES, "plants", "decks", "brings", "parts", "figures", "clauses"),
        ],
    )
    nodes["id"].choice([board], "board")
    if board == NO_BOARD:
        nodes["id"].fail(f'expected another name than "{NO_BOARD}", which says that there is none')
    kinds = context.kinds
    geography = read_geography(nodes["regions"], nodes["adjacent"], nodes["cities"], nodes["links"])
    spaces = nodes["spaces"].table(["costs", *PROVENANCE], ["own"])
    read_provenance(spaces)
    costs = [item.integer(0) for item in spaces["costs"].items()]
    if not costs or costs != sorted(costs):
        spaces["costs"].fail(f"expected at least one cost, cheapest first; came {costs}")
    layout = nodes["layout"].table(["width", "height", "projection"])
    plants = read_plants(nodes["plants"], kinds, context.hybrid) if "plants" in nodes else None
    cards = plants or context.plants
    decks = read_named_decks(nodes["decks"], cards, context.seats) if "decks" in nodes else {}
    figures = read_own_figures(nodes, context.figures, kinds, context.seats)
    shared = {} if plants else context.decks
    names = TableNames(
        BOARD_KEYS, figures.table_names() | {"deck": [*shared, *decks]}, context.seats
    )
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
        closing_plants=_read_closing_plants(nodes.get("closing_plants"), kinds, cards.names()),
        settings=_read_settings(nodes.get("settings"), context.presets, names),
        house_rules=_read_settings(nodes.get("house_rules"), context.house_rules, names),
        presets=_read_presets(nodes.get("presets"), context.presets),
        figures=figures,
        plants=plants,
        decks=decks,
        own_spaces=read_own_spaces(
            spaces.get("own"), [city.id for city in geography.cities], len(costs), N_STEPS
        ),
        brought=read_brings(nodes.get("brings"), board),
        parts=read_parts(nodes.get("parts"), len(kinds)),
        numbers=read_figures(nodes.get("figures"), context.seats),
        clauses=read_board_clauses(nodes.get("clauses"), board),
        width=layout["width"].integer(1),
        height=layout["height"].integer(1),
        projection=layout["projection"].text(),
        provenance=read_provenance(nodes),
    )


def _read_presets(node: Node | None, presets: Sequence[str]) -> tuple[str, ...]:
    if node is None:
        return ()
    items = node.items()
    named = tuple(item.choice(presets, "preset") for item in items)
    distinct(items, named, "preset")
    return named


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
    node: Node | None, changed: Sequence[str], names: TableNames
) -> dict[str, dict[str, Any]]:
    """Some settings for each preset or house rule that is changed."""
    if node is None:
        return {}
    return {name: read_overrides(each, names) for name, each in node.table([], changed).items()}
