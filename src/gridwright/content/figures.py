"""Reading tables of figures, each of which says where it comes from."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from gridwright.content.document import Node
from gridwright.content.provenance import PROVENANCE, Provenance, read_provenance

Figures = TypeVar("Figures")


class FigureReader:
    """Reads tables of figures and keeps what they say about their origin."""

    def __init__(self) -> None:
        self.provenance: Final[dict[str, Provenance]] = {}

    def figures(
        self, node: Node, keys: Sequence[str], optional: Sequence[str] = ()
    ) -> dict[str, Node]:
        nodes = node.table([*keys, *PROVENANCE], optional)
        self.provenance[node.path] = read_provenance(nodes)
        return nodes

    def named(self, node: Node, key: str, read: Callable[[Node], Figures]) -> dict[str, Figures]:
        """Tables of figures of one shape, by name."""
        return {name: read(self.figures(each, [key])[key]) for name, each in node.entries().items()}


def read_by_kind(
    node: Node, kinds: Sequence[str], most: Sequence[int] | None = None
) -> tuple[int, ...]:
    """One amount for each kind, none of them above ``most``."""
    nodes = node.table(kinds)
    return tuple(
        nodes[kind].integer(0, most[place] if most else None) for place, kind in enumerate(kinds)
    )


def read_amounts(node: Node, n_items: int | None = None) -> tuple[int, ...]:
    amounts = tuple(item.integer(0) for item in node.items(n_items))
    if not amounts:
        node.fail("expected at least one amount; came none")
    return amounts


def read_seat_numbers(node: Node) -> tuple[int, ...]:
    """The numbers of seats an edition plays with, ascending."""
    numbers = [item.integer(1) for item in node.items()]
    if not numbers or numbers != sorted(set(numbers)):
        node.fail(f"expected numbers of seats, ascending; came {numbers}")
    return tuple(numbers)


def read_seat_rows(node: Node, seats: Sequence[int]) -> dict[int, Node]:
    """A table with one row for each number of seats."""
    rows = node.table([str(n_seats) for n_seats in seats])
    return {n_seats: rows[str(n_seats)] for n_seats in seats}


def read_seat_counts(node: Node, seats: Sequence[int]) -> dict[int, int]:
    """A count by number of seats; a bare number holds for any."""
    if isinstance(node.value, dict):
        return {n_seats: row.integer(0) for n_seats, row in read_seat_rows(node, seats).items()}
    count = node.integer(0)
    return dict.fromkeys(seats, count)
