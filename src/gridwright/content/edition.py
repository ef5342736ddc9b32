"""Sections that the file of every edition has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gridwright.content.clauses import CLAUSE_NUMBER
from gridwright.content.document import Node, distinct
from gridwright.content.figures import FigureReader, read_amounts, read_seat_numbers
from gridwright.content.provenance import Provenance
from gridwright.engine.errors import REFUSALS


@dataclass(frozen=True)
class Edition:
    """Data that games with a board and games with fuel cards share."""

    id: str
    name: str
    rules_version: int
    seats: tuple[int, ...]
    kinds: tuple[str, ...]
    hybrid: tuple[str, str]
    default_preset: str
    start_money: int
    contractor_first: tuple[int, ...]
    contractor_later: tuple[int, ...]
    clauses: Mapping[str, str]
    provenance: Mapping[str, Provenance]
    """Origins by the path of the table in the file."""


def read_edition(document: Node, sections: Sequence[str]) -> Edition:
    """The shared tables of a file that must also have the given sections, and no others."""
    reader = FigureReader()
    nodes = document.table(
        [
            *("id", "name", "rules_version", "seats", "kinds", "hybrid", "default_preset"),
            *("money", "contractor", "clauses"),
            *sections,
        ]
    )
    items = nodes["kinds"].items()
    kinds = tuple(item.name() for item in items)
    distinct(items, kinds, "kind")
    pair = nodes["hybrid"].items(2)
    hybrid = (pair[0].choice(kinds, "kind"), pair[1].choice(kinds, "kind"))
    distinct(pair, hybrid, "kind")
    contractor = reader.figures(nodes["contractor"], ["first", "later"])
    first = read_amounts(contractor["first"])
    return Edition(
        id=nodes["id"].name(),
        name=nodes["name"].text(),
        rules_version=nodes["rules_version"].integer(1),
        seats=read_seat_numbers(nodes["seats"]),
        kinds=kinds,
        hybrid=hybrid,
        default_preset=nodes["default_preset"].name(),
        start_money=reader.figures(nodes["money"], ["start"])["start"].integer(0),
        contractor_first=first,
        contractor_later=read_amounts(contractor["later"], len(first)),
        clauses=_read_clauses(nodes["clauses"]),
        provenance=reader.provenance,
    )


def _read_clauses(node: Node) -> dict[str, str]:
    clauses: dict[str, str] = {}
    for code, clause in node.table(REFUSALS).items():
        number = clause.text()
        if not CLAUSE_NUMBER.fullmatch(number):
            clause.fail(f'expected the number of a clause such as c3.4; came "{number}"')
        clauses[code] = number
    return clauses
