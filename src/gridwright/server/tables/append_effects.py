"""Side effects of an append: turn notices and changes of the public listing.

Each turn causes one notice, however many orders it has.
"""

from typing import Final

import msgspec

from gridwright.server.storage.append import (
    NOTICE_AFTER,
    ListingChange,
    TurnBegan,
    TurnChange,
    TurnEnded,
)
from gridwright.table.entries import Status
from gridwright.table.table import Table
from gridwright.table.terms import TurnClock


class PersonToMove(msgspec.Struct, frozen=True):
    """The person with an account that the table is waiting for."""

    seat: int
    person_id: str


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


def turn_change(stood: PersonToMove | None, table: Table, now: int) -> TurnChange | None:
    """Return the change from the person waited for before the last entry; None if unchanged."""
    stands = person_to_move(table)
    if stands == stood:
        return None
    if stands is None:
        return TurnEnded()
    return TurnBegan(stands.seat, stands.person_id, now + NOTICE_AFTER)


_OVER: Final = {Status.FINISHED: ListingChange.ENDED, Status.ABANDONED: ListingChange.GONE}


def listing_change(before: Status, table: Table) -> ListingChange | None:
    """Return the change of the public listing by the last entry; None at private tables.

    The host decides whether a table is listed, until it begins.
    """
    if not table.listed or table.status is before:
        return None
    if table.status is Status.RUNNING:
        return ListingChange.BEGAN if before is Status.GATHERING else None
    return _OVER.get(table.status)
