"""The figures of an edition: fuel market, payments and tables by seats."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from gridwright.content.decks import N_STEPS
from gridwright.content.document import Node, distinct
from gridwright.content.provenance import PROVENANCE, Provenance, read_provenance
from gridwright.content.seating import read_seat_numbers, read_seat_rows
from gridwright.engine.errors import REFUSALS

CLAUSE_NUMBER: Final = re.compile(r"[a-z]+[0-9]+\.[0-9]+")

Figures = TypeVar("Figures")


@dataclass(frozen=True)
class SeatRow:
    """What depends on the number of seats alone (c1.4, c1.11)."""

    n_regions: int
    plant_limit: int
    step_two_cities: int
    end_cities: int


@dataclass(frozen=True)
class Trust:
    """The Trust, where a preset plays it."""

    n_houses: int
    placements: tuple[int, ...]
    plant_limit: int


@dataclass(frozen=True)
class Edition:
    """Everything an edition's own file says. Amounts per kind are in the order of ``kinds``."""

    id: str
    name: str
    rules_version: int
    seats: tuple[int, ...]
    kinds: tuple[str, ...]
    hybrid: tuple[str, str]
    default_preset: str
    start_money: int
    houses_note: str
    token_totals: tuple[int, ...]
    ladders: tuple[tuple[int, ...], ...]
    opening_tokens: Mapping[str, tuple[int, ...]]
    incomes: Mapping[str, tuple[int, ...]]
    refills: Mapping[str, Mapping[int, tuple[tuple[int, ...], ...]]]
    seat_tables: Mapping[str, Mapping[int, SeatRow]]
    trust: Trust
    contractor_first: tuple[int, ...]
    contractor_later: tuple[int, ...]
    clauses: Mapping[str, str]
    provenance: Mapping[str, Provenance]
    """By the path of the table in the file."""


class _Reader:
    """Reads tables of figures and keeps what they say about their origin."""

    def __init__(self) -> None:
        self.provenance: Final[dict[str, Provenance]] = {}

    def figures(self, node: Node, keys: Sequence[str]) -> dict[str, Node]:
        nodes = node.table([*keys, *PROVENANCE])
        self.provenance[node.path] = read_provenance(nodes)
        return nodes

    def named(self, node: Node, key: str, read: Callable[[Node], Figures]) -> dict[str, Figures]:
        """Tables of figures of one shape, by name."""
        return {name: read(self.figures(each, [key])[key]) for name, each in node.entries().items()}


def read_edition(document: Node) -> Edition:
    reader = _Reader()
    nodes = document.table(
        [
            *("id", "name", "rules_version", "seats", "kinds", "hybrid", "default_preset"),
            *("money", "houses", "tokens", "ladders", "opening_tokens", "incomes", "refills"),
            *("seat_tables", "trust", "contractor", "clauses"),
        ]
    )
    seats = read_seat_numbers(nodes["seats"])
    items = nodes["kinds"].items()
    kinds = tuple(item.name() for item in items)
    distinct(items, kinds, "kind")
    pair = nodes["hybrid"].items(2)
    hybrid = (pair[0].choice(kinds, "kind"), pair[1].choice(kinds, "kind"))
    distinct(pair, hybrid, "kind")
    totals = _by_kind(reader.figures(nodes["tokens"], ["totals"])["totals"], kinds)
    ladders = _read_ladders(reader.figures(nodes["ladders"], ["prices"])["prices"], kinds)
    room = tuple(min(total, len(prices)) for total, prices in zip(totals, ladders, strict=True))
    houses = reader.figures(nodes["houses"], ["n_printed", "note"])
    houses["n_printed"].integer(1)
    contractor = reader.figures(nodes["contractor"], ["first", "later"])
    first = _amounts(contractor["first"])
    return Edition(
        id=nodes["id"].name(),
        name=nodes["name"].text(),
        rules_version=nodes["rules_version"].integer(1),
        seats=seats,
        kinds=kinds,
        hybrid=hybrid,
        default_preset=nodes["default_preset"].name(),
        start_money=reader.figures(nodes["money"], ["start"])["start"].integer(0),
        houses_note=houses["note"].text(),
        token_totals=totals,
        ladders=ladders,
        opening_tokens=reader.named(
            nodes["opening_tokens"], "tokens", lambda node: _by_kind(node, kinds, room)
        ),
        incomes=reader.named(nodes["incomes"], "payments", _amounts),
        refills=reader.named(
            nodes["refills"], "rows", lambda node: _read_refills(node, seats, len(kinds))
        ),
        seat_tables=reader.named(
            nodes["seat_tables"], "rows", lambda node: _read_seat_table(node, seats)
        ),
        trust=_read_trust(
            reader.figures(nodes["trust"], ["n_houses", "placements", "plant_limit"])
        ),
        contractor_first=first,
        contractor_later=_amounts(contractor["later"], len(first)),
        clauses=_read_clauses(nodes["clauses"]),
        provenance=reader.provenance,
    )


def _by_kind(
    node: Node, kinds: Sequence[str], most: Sequence[int] | None = None
) -> tuple[int, ...]:
    """One amount for each kind, none of them above ``most``."""
    nodes = node.table(kinds)
    return tuple(
        nodes[kind].integer(0, most[place] if most else None) for place, kind in enumerate(kinds)
    )


def _amounts(node: Node, n_items: int | None = None) -> tuple[int, ...]:
    amounts = tuple(item.integer(0) for item in node.items(n_items))
    if not amounts:
        node.fail("expected at least one amount; came none")
    return amounts


def _read_ladders(node: Node, kinds: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    nodes = node.table(kinds)
    ladders: list[tuple[int, ...]] = []
    for kind in kinds:
        prices = tuple(item.integer(1) for item in nodes[kind].items())
        if not prices or list(prices) != sorted(prices):
            nodes[kind].fail(f"expected at least one price, cheapest first; came {list(prices)}")
        ladders.append(prices)
    return tuple(ladders)


def _read_refills(
    node: Node, seats: Sequence[int], n_kinds: int
) -> dict[int, tuple[tuple[int, ...], ...]]:
    return {
        n_seats: tuple(_amounts(step, n_kinds) for step in row.items(N_STEPS))
        for n_seats, row in read_seat_rows(node, seats).items()
    }


def _read_seat_table(node: Node, seats: Sequence[int]) -> dict[int, SeatRow]:
    table: dict[int, SeatRow] = {}
    for n_seats, row in read_seat_rows(node, seats).items():
        nodes = row.table(["regions", "plant_limit", "step_two_cities", "end_cities"])
        step_two = nodes["step_two_cities"].integer(1)
        table[n_seats] = SeatRow(
            n_regions=nodes["regions"].integer(1),
            plant_limit=nodes["plant_limit"].integer(1),
            step_two_cities=step_two,
            end_cities=nodes["end_cities"].integer(step_two),
        )
    return table


def _read_trust(nodes: dict[str, Node]) -> Trust:
    n_houses = nodes["n_houses"].integer(1)
    # The Trust stands second of three, so there are two places to place from (c10.2).
    placements = tuple(item.integer(0, 1) for item in nodes["placements"].items())
    if len(placements) > n_houses:
        nodes["placements"].fail(f"expected at most {n_houses} houses; came {len(placements)}")
    return Trust(n_houses, placements, nodes["plant_limit"].integer(1))


def _read_clauses(node: Node) -> dict[str, str]:
    clauses: dict[str, str] = {}
    for code, clause in node.table(REFUSALS).items():
        number = clause.text()
        if not CLAUSE_NUMBER.fullmatch(number):
            clause.fail(f'expected the number of a clause such as c3.4; came "{number}"')
        clauses[code] = number
    return clauses
