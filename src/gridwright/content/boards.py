"""Boards: cities, links and regions, and their positions on a drawing."""

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
from gridwright.content.figures import read_seat_rows
from gridwright.content.geography import City, Link, Region, read_geography
from gridwright.content.presets import BOARD_KEYS, TableNames, read_overrides
from gridwright.content.provenance import PROVENANCE, Provenance, read_provenance
from gridwright.content.second_markets import SecondMarketSheet, read_second_market
from gridwright.content.spec import NO_BOARD


@dataclass(frozen=True)
class ClosingPlant:
    """The kinds whose refill ends once a plant is bought, and the presets with this rule."""

    kinds: tuple[str, ...]
    presets: tuple[str, ...]
    """Presets with this rule; empty for all."""

    def kinds_of(self, preset: str) -> tuple[str, ...]:
        return self.kinds if not self.presets or preset in self.presets else ()


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
    flat_connection: int
    """Highest cost to connect any city; 0 if only links lead to it."""
    uncounted_plants: tuple[PlantName, ...]
    """Plants that do not count against the limit."""
    landmasses: tuple[tuple[str, ...], ...]
    """Regions that have no link to the others; none where all hang together."""
    space_costs: tuple[int, ...]
    passage: int
    """Cost of each city between the two ends of a connection."""
    blocked: Mapping[int, tuple[int, ...]]
    """Costs of the spaces that are blocked from the start, by seats, in the order of the draws."""
    store_prices: Mapping[str, int]
    """Price of a token from the supply, by kind (c13.2)."""
    closing_plants: Mapping[PlantName, "ClosingPlant"]
    """Plants that, once bought, end the refill of a kind (c13.3)."""
    settings: Mapping[str, Mapping[str, Any]]
    """Changes of the board to a preset, by preset."""
    house_rules: Mapping[str, Mapping[str, Any]]
    """Settings of house rules on the board, by house rule."""
    presets: tuple[str, ...]
    """Presets that have the board without naming it."""
    figures: BoardFigures | None
    """The edition's figures and the board's own; none without a board."""
    plants: PlantCards | None
    """The board's own plants, if it has some."""
    decks: Mapping[str, Deck]
    own_spaces: tuple[OwnSpaces, ...]
    brought: Brought
    parts: tuple[Part, ...]
    numbers: Mapping[str, Mapping[int, tuple[int, ...]]]
    """The numbers of the board's own rules, by name and seats."""
    clauses: Mapping[str, str]
    """The clause behind each refusal code that the board explains itself."""
    second_market: SecondMarketSheet | None
    """The second fuel market, if the board has two."""
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
    flat_connection=0,
    uncounted_plants=(),
    landmasses=(),
    space_costs=(),
    passage=0,
    blocked={},
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
    second_market=None,
    width=0,
    height=0,
    projection="none",
    provenance=Provenance("the game has no board", "certain"),
)
"""The empty board of a game without one."""


@dataclass(frozen=True)
class BoardContext:
    """The edition's data against which a board's file is checked."""

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
            *("presets", "passage", "landmasses", "flat_connection", "uncounted_plants"),
            "blocked",
            *(*OWN_FIGURES, "plants", "decks", "brings", "parts", "figures", "clauses"),
            "second_market",
        ],
    )
    nodes["id"].choice([board], "board")
    if board == NO_BOARD:
        nodes["id"].fail(f'expected another name than "{NO_BOARD}", which says that there is none')
    kinds = context.kinds
    geography = read_geography(
        nodes["regions"],
        nodes["adjacent"],
        nodes["cities"],
        nodes["links"],
        nodes.get("landmasses"),
        "flat_connection" in nodes,
    )
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
    parts = read_parts(nodes.get("parts"), len(kinds))
    clauses = read_board_clauses(nodes.get("clauses"), board)
    return BoardSheet(
        id=board,
        name=nodes["name"].text(),
        note=nodes["note"].text() if "note" in nodes else "",
        regions=geography.regions,
        adjacent=geography.adjacent,
        cities=geography.cities,
        links=geography.links,
        landmasses=geography.landmasses,
        flat_connection=_read_flat(nodes.get("flat_connection")),
        uncounted_plants=_read_uncounted(nodes.get("uncounted_plants"), cards.names()),
        space_costs=tuple(costs),
        passage=_read_passage(nodes.get("passage")),
        blocked=_read_blocked(nodes.get("blocked"), context.seats),
        store_prices=_read_store_prices(nodes.get("store_prices"), kinds),
        closing_plants=_read_closing_plants(
            nodes.get("closing_plants"), kinds, cards.names(), context.presets
        ),
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
        parts=parts,
        numbers=read_figures(nodes.get("figures"), context.seats),
        clauses=clauses,
        second_market=read_second_market(
            nodes.get("second_market"), kinds, context.seats, parts, clauses
        ),
        width=layout["width"].integer(1),
        height=layout["height"].integer(1),
        projection=layout["projection"].text(),
        provenance=read_provenance(nodes),
    )


def _read_passage(node: Node | None) -> int:
    if node is None:
        return 0
    nodes = node.table(["cost", *PROVENANCE])
    read_provenance(nodes)
    return nodes["cost"].integer(1)


def _read_blocked(node: Node | None, seats: Sequence[int]) -> dict[int, tuple[int, ...]]:
    if node is None:
        return {}
    nodes = node.table(["costs", *PROVENANCE])
    read_provenance(nodes)
    rows = read_seat_rows(nodes["costs"], seats)
    return {
        n_seats: tuple(item.integer(0) for item in row.items()) for n_seats, row in rows.items()
    }


def board_presets(document: Node, context: BoardContext) -> tuple[str, ...]:
    """Return the presets that a board's file names above its first empty line."""
    return _read_presets(document.entries().get("presets"), context.presets)


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


def _read_flat(node: Node | None) -> int:
    if node is None:
        return 0
    nodes = node.table(["cost", *PROVENANCE])
    read_provenance(nodes)
    return nodes["cost"].integer(1)


def _read_uncounted(node: Node | None, plants: Sequence[PlantName]) -> tuple[PlantName, ...]:
    if node is None:
        return ()
    nodes = node.table(["plants", *PROVENANCE])
    read_provenance(nodes)
    items = nodes["plants"].items()
    named = tuple(read_plant_name(item, plants) for item in items)
    distinct(items, named, "plant")
    return named


def _read_closing_plants(
    node: Node | None,
    kinds: Sequence[str],
    plants: Sequence[PlantName],
    presets: Sequence[str],
) -> dict[PlantName, ClosingPlant]:
    if node is None:
        return {}
    items = node.items()
    closing: list[tuple[PlantName, ClosingPlant]] = []
    for item in items:
        nodes = item.table(["plant", "kinds", *PROVENANCE], ["presets"])
        read_provenance(nodes)
        plant = read_plant_name(nodes["plant"], plants)
        closed = tuple(each.choice(kinds, "kind") for each in nodes["kinds"].items())
        closing.append((plant, ClosingPlant(closed, _read_presets(nodes.get("presets"), presets))))
    distinct(items, [plant for plant, _ in closing], "plant")
    return dict(closing)


def _read_settings(
    node: Node | None, changed: Sequence[str], names: TableNames
) -> dict[str, dict[str, Any]]:
    """Read some settings for each changed preset or house rule."""
    if node is None:
        return {}
    return {name: read_overrides(each, names) for name, each in node.table([], changed).items()}
