"""A second fuel market, as a board's file describes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.content.board_rules import Part
from gridwright.content.decks import N_STEPS
from gridwright.content.document import Node
from gridwright.content.figures import read_amounts, read_seat_rows
from gridwright.content.provenance import PROVENANCE, read_provenance
from gridwright.engine.resources import Ladder
from gridwright.engine.second_market import SecondMarket

CODES: Final = ("market_chosen", "nothing_for_sale")
"""Refusals that the board must explain by a clause of its own."""


@dataclass(frozen=True)
class SecondMarketSheet:
    """A board's second fuel market: the parts with its tokens and sides, prices and refills."""

    part: int
    sides: int
    prices: tuple[tuple[int, ...], ...]
    refills: Mapping[int, tuple[tuple[int, ...], ...]]


def read_second_market(
    node: Node | None,
    kinds: Sequence[str],
    seats: Sequence[int],
    parts: Sequence[Part],
    clauses: Mapping[str, str],
) -> SecondMarketSheet | None:
    if node is None:
        return None
    nodes = node.table(["part", "sides", "prices", "refills", *PROVENANCE])
    read_provenance(nodes)
    tokens = [part.name for part in parts if part.holds_tokens]
    sides = [part.name for part in parts if part.each == "seat"]
    names = [part.name for part in parts]
    missing = [code for code in CODES if code not in clauses]
    if missing:
        node.fail(f"expected a clause behind {', '.join(missing)}")
    part = names.index(nodes["part"].choice(tokens, "part with tokens"))
    rows = read_seat_rows(nodes["refills"], seats)
    prices = nodes["prices"].table([], kinds)
    found = tuple(_read_prices(prices[kind]) if kind in prices else () for kind in kinds)
    for kind, row in enumerate(found):
        if parts[part].numbers and parts[part].numbers[kind] > len(row):
            nodes["part"].fail(f"expected at most {len(row)} {kinds[kind]} at the start")
    return SecondMarketSheet(
        part,
        names.index(nodes["sides"].choice(sides, "part by seats")),
        found,
        {
            n_seats: tuple(read_amounts(step, len(kinds)) for step in row.items(N_STEPS))
            for n_seats, row in rows.items()
        },
    )


def _read_prices(node: Node) -> tuple[int, ...]:
    prices = tuple(item.integer(1) for item in node.items())
    if not prices or list(prices) != sorted(prices):
        node.fail(f"expected at least one price, cheapest first; came {list(prices)}")
    return prices


def build_second_market(sheet: SecondMarketSheet | None, seats: int) -> SecondMarket | None:
    """Return the second market of a table with this number of seats."""
    if sheet is None:
        return None
    return SecondMarket(
        sheet.part,
        sheet.sides,
        [Ladder(list(prices), 0) for prices in sheet.prices],
        [list(row) for row in sheet.refills[seats]],
    )
