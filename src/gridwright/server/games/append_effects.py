"""Whose turn it is at a table by turns: one notice for each, however many orders it has."""

from typing import Final

import msgspec

from gridwright.server.games.table import Table
from gridwright.server.games.terms import TurnClock
from gridwright.server.storage.append import (
    NOTICE_AFTER,
    ListingChange,
    TurnBegan,
    TurnChange,
    TurnEnded,
)
from gridwright.server.storage.games import Status


class PersonToMove(msgspec.Struct, frozen=True):
    """The person with an account without whom nothing goes on."""

    seat: int
    person_id: str


def person_to_move(table: Table) -> PersonToMove | None:
    """Nobody at live tables, where people are; nor a guest, or whoever left a bid that is due."""
    if not isinstance(table.terms.clock, TurnClock):
        return None
    seat = table.waiting_for()
    if seat is None or not table.seats[seat].person or table.is_limit_due(seat):
        return None
    return PersonToMove(seat, table.seats[seat].person)


def turn_change(stood: PersonToMove | None, table: Table, now: int) -> TurnChange | None:
    """What the last entry changed for whoever was waited for before it; None if nothing."""
    stands = person_to_move(table)
    if stands == stood:
        return None
    if stands is None:
        return TurnEnded()
    return TurnBegan(stands.seat, stands.person_id, now + NOTICE_AFTER)


_OVER: Final = {Status.FINISHED: ListingChange.ENDED, Status.ABANDONED: ListingChange.GONE}


def listing_change(before: Status, table: Table) -> ListingChange | None:
    """What the last entry changed for those who look for games; None at private tables.

    The host decides whether a table is listed, until it begins.
    """
    if not table.listed or table.status is before:
        return None
    if table.status is Status.RUNNING:
        return ListingChange.BEGAN if before is Status.GATHERING else None
    return _OVER.get(table.status)
