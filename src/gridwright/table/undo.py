"""Undo stack: a person's orders since another person acted or hidden information was shown.

Bots' moves after an order are undone with it. A person's action stays a barrier even after its
undo, so that no player can decide with knowledge of another's plans.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from gridwright.engine.history import Kept
from gridwright.table.clocks import ClockMark
from gridwright.table.seats import SeatHolder
from gridwright.table.terms import Terms


class Before(msgspec.Struct, frozen=True):
    """The game before an entry."""

    kept: Kept
    n_lines: int


class UndoableOrder(msgspec.Struct, frozen=True):
    """One order of a person, as one entry of the log, and the table before it."""

    seat: int
    version: int
    lines: tuple[str, ...]
    before: Before
    clocks: ClockMark


class Barrier(StrEnum):
    """Reasons why an order cannot be undone."""

    NOTHING = "nothing"
    """No order to undo."""
    ACTED = "acted"
    """Another person has acted since."""
    SHOWN = "shown"
    """Hidden information was shown since."""


class UndoStack:
    """Undoable orders of the last person who acted, oldest first."""

    def __init__(self) -> None:
        self._orders: Final[list[UndoableOrder]] = []
        self._barrier = Barrier.NOTHING

    def last_of(self, seat: int) -> UndoableOrder | None:
        """Return the order that a seat would undo now; None if there is none."""
        return self._orders[-1] if self._orders and self._orders[-1].seat == seat else None

    def reaches(self, version: int) -> bool:
        """Return True if undoing all orders would remove the entry of a version."""
        return bool(self._orders) and self._orders[0].version <= version

    def barrier_of(self, seat: int) -> Barrier:
        """Return why a seat has nothing to undo."""
        is_others = bool(self._orders) and self._orders[-1].seat != seat
        return Barrier.ACTED if is_others else self._barrier

    def take(self, order: UndoableOrder) -> None:
        """Push an order of a person; earlier orders of another seat become a barrier."""
        if self._orders and self._orders[-1].seat != order.seat:
            self._orders.clear()
            self._barrier = Barrier.ACTED
        self._orders.append(order)

    def show(self) -> None:
        """Clear the stack: hidden information was shown to everyone."""
        self._orders.clear()
        self._barrier = Barrier.SHOWN

    def drop_last(self) -> UndoableOrder:
        """Remove and return the last order, which was undone."""
        return self._orders.pop()


AMONG_BOTS_MS: Final = 2_500
"""Default undo window of a person who plays against bots only."""
AMONG_PEOPLE_MS: Final = 1_000
"""Default undo window at tables with several people."""


PASSING_WORDS: Final = frozenset({"offer", "bid", "pass", "drop", "draft"})
"""Orders that pass the turn within an auction or a draft. They end no part of a phase."""


def undo_window_of(terms: Terms, seats: Sequence[SeatHolder]) -> int:
    """Return the undo window in milliseconds; 0 if there is none."""
    if terms.hold is not None:
        return terms.hold
    n_people = sum([holder.is_person for holder in seats])
    return AMONG_PEOPLE_MS if n_people > 1 else AMONG_BOTS_MS
