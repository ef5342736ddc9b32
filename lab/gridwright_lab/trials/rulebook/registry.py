"""Predicates by the number of the clause that they check."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from gridwright_lab.trials.rulebook.record import Record

Check = tuple[bool, object]
"""Whether the clause held in one situation, and what was seen."""
Test = Callable[[Record, str], Iterator[Check]]
"""Yields a check for each situation of a game in which the clause says something.

The second argument is the text of the clause with the numbers of the table.
"""


@dataclass(frozen=True)
class Predicate:
    """A check of one clause."""

    number: str
    name: str
    test: Test
    changed: bool
    """Holds also where the board changes the clause."""
    despite: tuple[str, ...]
    """Clauses of boards that change the clause without touching what is checked."""


PREDICATES: Final[list[Predicate]] = []


def predicate(
    *numbers: str, changed: bool = False, despite: tuple[str, ...] = ()
) -> Callable[[Test], Test]:
    """Register a check of one or more clauses."""

    def register(test: Test) -> Test:
        PREDICATES.extend(
            Predicate(number, test.__name__, test, changed, despite) for number in numbers
        )
        return test

    return register


@dataclass
class Tally:
    """Checks of one predicate on one board."""

    held: int = 0
    failed: int = 0
    example: str = ""


Key = tuple[str, str, str]
"""Board, clause, name of the predicate."""


def applies(each: Predicate, record: Record) -> bool:
    """Return whether the table plays the clause as the predicate reads it."""
    if not record.plays(each.number):
        return False
    return each.changed or set(record.changed.get(each.number, ())) <= set(each.despite)


def check(record: Record, tallies: dict[Key, Tally]) -> None:
    """Check every clause that the rule book of the table lists."""
    for each in PREDICATES:
        if applies(each, record):
            clause = record.book.find(each.number)
            assert clause is not None
            tally = tallies.setdefault((record.spec.board, each.number, each.name), Tally())
            run(each, record, clause.text(), tally)


def run(each: Predicate, record: Record, text: str, tally: Tally) -> None:
    """Count the situations in which the text held, and those in which it did not."""
    for holds, seen in each.test(record, text):
        if holds:
            tally.held += 1
        else:
            tally.failed += 1
            spec = record.spec
            tally.example = tally.example or f"{spec.preset} {spec.seats} seats: {seen}"
