"""Values that differ by the number of seats."""

from collections.abc import Sequence

from gridwright.content.document import Node


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
