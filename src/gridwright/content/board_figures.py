"""The figures of a game with a board: fuel tokens, payments for cities and tables by seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.content.decks import N_STEPS
from gridwright.content.document import Node
from gridwright.content.figures import FigureReader, read_amounts, read_by_kind
from gridwright.content.provenance import Provenance
from gridwright.content.seating import read_seat_rows

BOARD_SECTIONS: Final = (
    *("houses", "tokens", "ladders", "opening_tokens", "incomes", "refills", "seat_tables"),
    "trust",
)
"""What the edition's file holds besides what every edition's does."""


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
class BoardFigures:
    """Tables to choose from, by name. Amounts per kind are in the order of the kinds."""

    houses_note: str
    token_totals: tuple[int, ...]
    ladders: tuple[tuple[int, ...], ...]
    opening_tokens: Mapping[str, tuple[int, ...]]
    incomes: Mapping[str, tuple[int, ...]]
    refills: Mapping[str, Mapping[int, tuple[tuple[int, ...], ...]]]
    seat_tables: Mapping[str, Mapping[int, SeatRow]]
    trust: Trust
    provenance: Mapping[str, Provenance]
    """By the path of the table in the file."""

    def table_names(self) -> dict[str, list[str]]:
        """What a preset may name, by setting."""
        return {
            "income": list(self.incomes),
            "refill": list(self.refills),
            "opening_tokens": list(self.opening_tokens),
            "seat_table": list(self.seat_tables),
        }


def read_board_figures(document: Node, kinds: Sequence[str], seats: Sequence[int]) -> BoardFigures:
    """The sections of an edition's file that only a game with a board has."""
    reader = FigureReader()
    nodes = document.entries()
    totals = read_by_kind(reader.figures(nodes["tokens"], ["totals"])["totals"], kinds)
    ladders = _read_ladders(reader.figures(nodes["ladders"], ["prices"])["prices"], kinds)
    room = tuple(min(total, len(prices)) for total, prices in zip(totals, ladders, strict=True))
    houses = reader.figures(nodes["houses"], ["n_printed", "note"])
    houses["n_printed"].integer(1)
    return BoardFigures(
        houses_note=houses["note"].text(),
        token_totals=totals,
        ladders=ladders,
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
        n_seats: tuple(read_amounts(step, n_kinds) for step in row.items(N_STEPS))
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
