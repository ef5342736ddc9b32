"""Events of an append that only the fold of the log can see; the database adds the others.

Each turn is one event, however many orders it has.
"""

from typing import Final

import msgspec

from gridwright.server.storage.append import EventKind, NewEvent
from gridwright.table.table import Table
from gridwright.table.terms import TurnClock


class PersonToMove(msgspec.Struct, frozen=True):
    """The person with an account that the table is waiting for."""

    seat: int
    person_id: str


class Turn(msgspec.Struct, frozen=True):
    """The data of `EventKind.TURN`."""

    person: PersonToMove | None


def person_to_move(table: Table) -> PersonToMove | None:
    """Return the person to notify, or None.

    None at live tables, for guests, and if a bid left in advance is due.
    """
    if not isinstance(table.terms.clock, TurnClock):
        return None
    seat = table.waiting_for()
    if seat is None or not table.seats[seat].person or table.is_limit_due(seat):
        return None
    return PersonToMove(seat, table.seats[seat].person)


def turn_events(before: PersonToMove | None, table: Table) -> tuple[NewEvent, ...]:
    """Return the event of a turn that began or ended with the last entry, if one did."""
    now = person_to_move(table)
    if now == before:
        return ()
    return (NewEvent(EventKind.TURN, msgspec.json.encode(Turn(now)).decode()),)


_TURN: Final = msgspec.json.Decoder(Turn)


def turn_of(data: str) -> Turn:
    """Return the turn of an event's data."""
    return _TURN.decode(data)
