"""Orders of a seat as commands on its table."""

from collections.abc import Callable
from functools import partial
from typing import Final

from gridwright.engine.notation import NotationError
from gridwright.engine.vocabulary.base import Action
from gridwright.protocol.orders import (
    AbandonOrder,
    ActOrder,
    ChangeTableOrder,
    ComeBackOrder,
    ContinueOrder,
    EndVacationOrder,
    FreeSeatOrder,
    HandOverOrder,
    LeaveOrder,
    LimitOrder,
    NightOrder,
    ReadyOrder,
    ResignOrder,
    SeatOrder,
    StandUpOrder,
    UndoOrder,
    VacationOrder,
    VoteOrder,
)
from gridwright.table import commands, leaving, room
from gridwright.table.absence_log import Attendance, LeaveRequest
from gridwright.table.bid_limits import Beyond, BidLimit
from gridwright.table.clock_pauses import Night
from gridwright.table.commands import Decide, Decision
from gridwright.table.table import Table
from gridwright.table.terms import AWAY_AFTER

SealedLimit = Callable[[str, int, BidLimit], Decide]
"""Returns the command that stores a bid limit of a seat at a table."""

ASKS_WHO_IS_HERE: Final = (VoteOrder, FreeSeatOrder)
"""Orders that depend on the players present."""


def decide_seat_order(
    seat: int, order: SeatOrder, now: int, attendance: Attendance, sealed_limit: SealedLimit
) -> Decide:
    """Return the command of an order of a seat."""
    if isinstance(order, LimitOrder):
        return partial(_leave_limit, seat, order, sealed_limit)
    aside = decide_leaving(seat, order, now, attendance) or decide_clock_pause(seat, order, now)
    return aside or partial(decide_order, seat=seat, order=order)


def _leave_limit(seat: int, order: LimitOrder, sealed_limit: SealedLimit, table: Table) -> Decision:
    if order.plant and order.plant not in table.notation.cards:
        raise NotationError(f"expected a plant, got {order.plant!r}")
    if order.up_to and not order.plant:
        raise NotationError(f"expected a plant for a bid of {order.up_to}")
    limit = BidLimit(order.plant, order.up_to, Beyond(order.beyond))
    return sealed_limit(table.game_id, seat, limit)(table)


def decide_order(table: Table, seat: int, order: SeatOrder) -> Decision:
    """Return the decision on an order without hidden information."""
    if isinstance(order, ActOrder):
        return commands.act_all(table, seat, _actions(table, seat, order))
    if isinstance(order, UndoOrder):
        return commands.undo(table, seat)
    if isinstance(order, ContinueOrder):
        return commands.end_undo_window(table, seat)
    if isinstance(order, ReadyOrder):
        return commands.get_ready(table, seat, bytes.fromhex(order.contribution))
    if isinstance(order, StandUpOrder):
        return commands.stand_up(table, seat)
    if isinstance(order, HandOverOrder):
        return commands.hand_over(table, seat, order.bot)
    assert isinstance(order, ComeBackOrder)
    return commands.come_back(table, seat)


def decide_clock_pause(seat: int, order: SeatOrder, now: int) -> Decide | None:
    """Return the command of an order about nights and vacations; None for other orders."""
    if isinstance(order, NightOrder):
        night = Night(order.start, order.end, order.utc_offset)
        return partial(commands.set_night, seat=seat, night=night)
    if isinstance(order, VacationOrder):
        days, starts_at = order.days, order.starts_at
        return partial(commands.take_vacation, seat=seat, days=days, now=now, starts_at=starts_at)
    if isinstance(order, EndVacationOrder):
        return partial(commands.end_vacation, seat=seat, now=now)
    return None


def _actions(table: Table, seat: int, order: ActOrder) -> list[Action]:
    """Return the actions of an order; the seat is always the ticket's, not the message's."""
    n_ways = sum(bool(way) for way in (order.line, order.do, order.lines, order.do_all))
    if n_ways > 1:
        raise NotationError("expected one of line, do, lines and do_all")
    lines = [order.line] if order.line else order.lines
    if lines:
        return [table.notation.parse(f"{seat} {line}") for line in lines]
    records = order.do_all or [order.do]
    return [table.notation.from_values({**record, "seat": seat}) for record in records]


def decide_leaving(seat: int, order: SeatOrder, now: int, attendance: Attendance) -> Decide | None:
    """Return the command of an order about leaving; None for other orders."""
    if isinstance(order, LeaveOrder):
        return partial(leaving.leave, seat=seat)
    if isinstance(order, ResignOrder):
        return partial(leaving.resign, seat=seat)
    if isinstance(order, AbandonOrder):
        return partial(leaving.agree_to_end, seat=seat, agrees=order.agrees)
    if isinstance(order, VoteOrder):
        choice = LeaveRequest(order.wish)
        return partial(
            leaving.vote,
            seat=seat,
            about=order.about,
            choice=choice,
            now=now,
            attendance=attendance,
        )
    if isinstance(order, FreeSeatOrder):
        return partial(_free_seat, seat, order.seat, now, attendance)
    if isinstance(order, ChangeTableOrder):
        return partial(
            room.change_table, seat=seat, spec=order.spec, terms=order.terms, listed=order.listed
        )
    return None


def _free_seat(seat: int, other: int, now: int, attendance: Attendance, table: Table) -> Decision:
    since = attendance.away_since(other)
    is_missing = since is not None and now - since >= AWAY_AFTER
    return room.free_seat(table, seat, other, is_missing)
