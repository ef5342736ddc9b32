"""The numbers of a game with a board: fuel tokens, payments for cities, tables by seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from gridwright.content.decks import N_STEPS
from gridwright.content.document import Node
from gridwright.content.figures import FigureReader, read_amounts, read_by_kind, read_seat_rows
from gridwright.content.provenance import Provenance
from gridwright.engine.rules import Limits

BOARD_SECTIONS: Final = (
    *("houses", "tokens", "ladders", "opening_tokens", "incomes", "refills", "seat_tables"),
    "trust",
)
"""Sections of the edition's file beyond those of every edition."""

LIMIT_KEYS: Final = {"n_regions": "regions"}
"""Limits that have another name in the files."""


@dataclass(frozen=True)
class Trust:
    """The Trust, if a preset plays it."""

    n_houses: int
    placements: tuple[int, ...]
    plant_limit: int


@dataclass(frozen=True)
class BoardFigures:
    """Tables to choose from, by name. Amounts per kind are in the order of the kinds."""

    houses_note: str
    token_totals: tuple[int, ...]
    ladders: tuple[tuple[int, ...], ...]
    other_ladders: Mapping[str, Mapping[int, tuple[int, ...]]]
    """Replacement prices, by name and kind."""
    opening_tokens: Mapping[str, tuple[int, ...]]
    incomes: Mapping[str, tuple[int, ...]]
    refills: Mapping[str, Mapping[int, tuple[tuple[int, ...], ...]]]
    seat_tables: Mapping[str, Mapping[int, Limits]]
    trust: Trust
    provenance: Mapping[str, Provenance]
    """Origins by the path of the table in the file."""

    def prices(self, ladder: str) -> list[tuple[int, ...]]:
        """Return the price of each space, by kind, with those of another ladder if one is named."""
        others = self.other_ladders[ladder] if ladder else {}
        return [others.get(kind, prices) for kind, prices in enumerate(self.ladders)]

    def table_names(self) -> dict[str, list[str]]:
        """Return the names that a preset may use, by setting."""
        return {
            "income": list(self.incomes),
            "refill": list(self.refills),
            "opening_tokens": list(self.opening_tokens),
            "seat_table": list(self.seat_tables),
            "ladder": list(self.other_ladders),
        }


def read_board_figures(document: Node, kinds: Sequence[str], seats: Sequence[int]) -> BoardFigures:
    """Read the sections of an edition's file that only a game with a board has."""
    reader = FigureReader()
    nodes = document.entries()
    totals = read_by_kind(reader.figures(nodes["tokens"], ["totals"])["totals"], kinds)
    laid = reader.figures(nodes["ladders"], ["prices"], ["others"])
    ladders = _read_ladders(laid["prices"], kinds)
    room = tuple(min(total, len(prices)) for total, prices in zip(totals, ladders, strict=True))
    houses = reader.figures(nodes["houses"], ["n_printed", "note"])
    houses["n_printed"].integer(1)
    return BoardFigures(
        houses_note=houses["note"].text(),
        token_totals=totals,
        ladders=ladders,
        other_ladders=_read_other_ladders(laid.get("others"), reader, kinds),
        opening_tokens=reader.named(
            nodes["opening_tokens"], "tokens", lambda node: read_by_kind(node, kinds, room)
        ),
        incomes=reader.named(nodes["incomes"], "payments", read_amounts),
        refills=reader.named(
            nodes["refills"], "rows", lambda node: _read_refills(node, seats, len(kinds))
        ),
        seat_tables=reader.named(
            nodes["seat_tables"], "rows", lambda node: _read_seat_table(node, seats)
        ),
        trust=_read_trust(
            reader.figures(nodes["trust"], ["n_houses", "placements", "plant_limit"])
        ),
        provenance=reader.provenance,
    )


OWN_TABLES: Final = ("opening_tokens", "incomes", "refills", "seat_tables")
OWN_FIGURES: Final = ("tokens", "ladders", *OWN_TABLES)
"""The sections that a board may have as well: the first two replace, the others add tables."""


def read_own_figures(
    nodes: Mapping[str, Node], shared: BoardFigures, kinds: Sequence[str], seats: Sequence[int]
) -> BoardFigures:
    """Return the edition's numbers, overlaid by those of a board."""
    reader = FigureReader()
    totals, ladders = shared.token_totals, shared.ladders
    if "tokens" in nodes:
        totals = read_by_kind(reader.figures(nodes["tokens"], ["totals"])["totals"], kinds)
    if "ladders" in nodes:
        ladders = _read_ladders(reader.figures(nodes["ladders"], ["prices"])["prices"], kinds)
    room = tuple(min(total, len(prices)) for total, prices in zip(totals, ladders, strict=True))
    own: dict[str, Any] = {}
    if "opening_tokens" in nodes:
        own["opening_tokens"] = reader.named(
            nodes["opening_tokens"], "tokens", lambda node: read_by_kind(node, kinds, room)
        )
    if "incomes" in nodes:
        own["incomes"] = reader.named(nodes["incomes"], "payments", read_amounts)
    if "refills" in nodes:
        own["refills"] = reader.named(
            nodes["refills"], "rows", lambda node: _read_refills(node, seats, len(kinds))
        )
    if "seat_tables" in nodes:
        own["seat_tables"] = reader.named(
            nodes["seat_tables"], "rows", lambda node: _read_seat_table(node, seats)
        )
    tables: dict[str, Any] = {key: {**getattr(shared, key), **value} for key, value in own.items()}
    return replace(shared, token_totals=totals, ladders=ladders, **tables)


def _read_ladders(node: Node, kinds: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    nodes = node.table(kinds)
    return tuple(_read_prices(nodes[kind]) for kind in kinds)


def _read_prices(node: Node) -> tuple[int, ...]:
    prices = tuple(item.integer(1) for item in node.items())
    if not prices or list(prices) != sorted(prices):
        node.fail(f"expected at least one price, cheapest first; came {list(prices)}")
    return prices


def _read_other_ladders(
    node: Node | None, reader: FigureReader, kinds: Sequence[str]
) -> dict[str, dict[int, tuple[int, ...]]]:
    """Read prices of some kinds, by the name that a preset gives them."""
    if node is None:
        return {}
    return {
        name: {kinds.index(kind): _read_prices(each) for kind, each in prices.items()}
        for name, prices in reader.named(
            node, "prices", lambda prices: prices.table([], kinds)
        ).items()
    }


def _read_refills(
    node: Node, seats: Sequence[int], n_kinds: int
) -> dict[int, tuple[tuple[int, ...], ...]]:
    return {
        n_seats: tuple(read_amounts(step, n_kinds) for step in row.items(N_STEPS))
        for n_seats, row in read_seat_rows(node, seats).items()
    }


def _read_seat_table(node: Node, seats: Sequence[int]) -> dict[int, Limits]:
    table: dict[int, Limits] = {}
    for n_seats, row in read_seat_rows(node, seats).items():
        keys = [LIMIT_KEYS.get(field, field) for field in Limits._fields]
        nodes = row.table(keys)
        # Step 2 may begin by another rule than cities, or never.
        limits = Limits(*(nodes[key].integer(key != "step_two_cities") for key in keys))
        nodes["end_cities"].integer(limits.step_two_cities)
        table[n_seats] = limits
    return table


def _read_trust(nodes: dict[str, Node]) -> Trust:
    n_houses = nodes["n_houses"].integer(1)
    # The Trust stands second of three, so there are two places to place from (c10.2).
    placements = tuple(item.integer(0, 1) for item in nodes["placements"].items())
    if len(placements) > n_houses:
        nodes["placements"].fail(f"expected at most {n_houses} houses; came {len(placements)}")
    return Trust(n_houses, placements, nodes["plant_limit"].integer(1))
