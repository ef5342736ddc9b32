"""Rules of one board alone: parts, numbers, spaces and clauses."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.content.clauses import CLAUSE_NUMBER
from gridwright.content.document import Node, distinct
from gridwright.content.figures import read_seat_rows
from gridwright.content.provenance import PROVENANCE, read_provenance
from gridwright.engine.errors import REFUSALS

CODE: Final = re.compile(r"[a-z]+(_[a-z]+)*")
EACH: Final = ("seat", "city", "kind")
"""Elements for which a part may have one number each."""


@dataclass(frozen=True)
class Part:
    """A public part: a row of numbers, or one number for each seat, city or kind."""

    name: str
    numbers: tuple[int, ...]
    each: str
    start: int
    holds_tokens: bool
    since: int = 1
    """Rules version from which on the board has it."""


@dataclass(frozen=True)
class OwnSpaces:
    """Spaces of some cities: the cost of each, and the step that opens it."""

    cities: tuple[str, ...]
    costs: tuple[int, ...]
    steps: tuple[int, ...]


def read_parts(node: Node | None, n_kinds: int) -> tuple[Part, ...]:
    if node is None:
        return ()
    items = node.items()
    parts = tuple(_read_part(item, n_kinds) for item in items)
    distinct(items, [part.name for part in parts], "part")
    for item, part, before in zip(items[1:], parts[1:], parts, strict=False):
        if part.since < before.since:
            item.fail("expected later parts after those of earlier versions, so that places stay")
    return parts


def _read_part(item: Node, n_kinds: int) -> Part:
    nodes = item.table(["name"], ["numbers", "each", "start", "tokens", "since"])
    if ("numbers" in nodes) == ("each" in nodes):
        item.fail("expected either numbers or each")
    numbers = [each.integer(0) for each in nodes["numbers"].items()] if "numbers" in nodes else []
    each = nodes["each"].choice(EACH, "thing") if "each" in nodes else ""
    tokens = nodes["tokens"].flag() if "tokens" in nodes else False
    if tokens and each != "kind" and len(numbers) != n_kinds:
        nodes["tokens"].fail(f"expected a number for each of {n_kinds} kinds")
    start = nodes["start"].integer(0) if "start" in nodes else 0
    since = nodes["since"].integer(1) if "since" in nodes else 1
    return Part(nodes["name"].name(), tuple(numbers), each, start, tokens, since)


def read_figures(
    node: Node | None, seats: Sequence[int]
) -> dict[str, Mapping[int, tuple[int, ...]]]:
    """Read numbers by name and seats: a number, a list, or one of both for each seat count."""
    if node is None:
        return {}
    nodes = node.entries()
    read_provenance({key: nodes.get(key, node) for key in PROVENANCE})
    return {key: _by_seats(each, seats) for key, each in nodes.items() if key not in PROVENANCE}


def _by_seats(node: Node, seats: Sequence[int]) -> dict[int, tuple[int, ...]]:
    if isinstance(node.value, dict):
        return {n_seats: _numbers(row) for n_seats, row in read_seat_rows(node, seats).items()}
    return dict.fromkeys(seats, _numbers(node))


def _numbers(node: Node) -> tuple[int, ...]:
    if isinstance(node.value, list):
        return tuple(item.integer(0) for item in node.items())
    return (node.integer(0),)


def read_own_spaces(
    node: Node | None, cities: Sequence[str], n_spaces: int, n_steps: int
) -> tuple[OwnSpaces, ...]:
    if node is None:
        return ()
    found: list[OwnSpaces] = []
    named: list[Node] = []
    for item in node.items():
        nodes = item.table(["cities", "costs", "steps", *PROVENANCE])
        read_provenance(nodes)
        items = nodes["cities"].items()
        named += items
        costs = [each.integer(0) for each in nodes["costs"].items()]
        if not 1 <= len(costs) <= n_spaces:
            nodes["costs"].fail(f"expected one to {n_spaces} spaces; came {len(costs)}")
        steps = [each.integer(1, n_steps) for each in nodes["steps"].items(len(costs))]
        if steps != sorted(steps):
            nodes["steps"].fail(f"expected spaces that open in their order; came {steps}")
        ids = tuple(each.choice(cities, "city") for each in items)
        found.append(OwnSpaces(ids, tuple(costs), tuple(steps)))
    distinct(named, [city for spaces in found for city in spaces.cities], "city")
    return tuple(found)


def read_board_clauses(node: Node | None, board: str) -> dict[str, str]:
    """Return the clause of each refusal, for shared codes and for the board's own."""
    if node is None:
        return {}
    clauses: dict[str, str] = {}
    for code, each in node.entries().items():
        if code not in REFUSALS and not CODE.fullmatch(code):
            each.fail("expected a code such as no_room")
        number = each.text()
        if not CLAUSE_NUMBER.fullmatch(number):
            each.fail(f'expected the number of a clause such as b-{board}.1; came "{number}"')
        clauses[code] = number
    return clauses
