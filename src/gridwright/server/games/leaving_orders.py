"""Orders about leaving and about the room, as commands."""

from functools import partial
from typing import Final

from gridwright.protocol.orders import (
    AbandonOrder,
    ChangeTableOrder,
    FreeSeatOrder,
    LeaveOrder,
    ResignOrder,
    SeatOrder,
    VoteOrder,
)
from gridwright.server.games import leaving, room
from gridwright.server.games.decided import Decided
from gridwright.server.games.leaving_entries import Wish
from gridwright.server.games.patience import AWAY_AFTER
from gridwright.server.games.service import Decide
from gridwright.server.games.table import Table
from gridwright.server.presence.attendance import Attendance

ASKS_WHO_IS_HERE: Final = (VoteOrder, FreeSeatOrder)
"""Orders that depend on who is at the table."""


def decide_leaving(seat: int, order: SeatOrder, now: int, attendance: Attendance) -> Decide | None:
    """The command behind such an order; None if it is about another thing."""
    if isinstance(order, LeaveOrder):
        return partial(leaving.leave, seat=seat)
    if isinstance(order, ResignOrder):
        return partial(leaving.resign, seat=seat)
    if isinstance(order, AbandonOrder):
        return partial(leaving.agree_to_end, seat=seat, agrees=order.agrees)
    if isinstance(order, VoteOrder):
        wish = Wish(order.wish)
        return partial(
            leaving.vote, seat=seat, about=order.about, wish=wish, now=now, attendance=attendance
        )
    if isinstance(order, FreeSeatOrder):
        return partial(_free_seat, seat, order.seat, now, attendance)
    if isinstance(order, ChangeTableOrder):
        return partial(
            room.change_table, seat=seat, spec=order.spec, terms=order.terms, listed=order.listed
        )
    return None


def _free_seat(seat: int, other: int, now: int, attendance: Attendance, table: Table) -> Decided:
    since = attendance.away_since(other)
    is_missing = since is not None and now - since >= AWAY_AFTER
    return room.free_seat(table, seat, other, is_missing)
