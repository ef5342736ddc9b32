"""Commands for leaving a table, and for the seat of a player who is away."""

from collections.abc import Collection
from typing import Final

from gridwright.bots.registry import BOTS
from gridwright.table.absence_log import Attendance, LeaveRequest
from gridwright.table.commands import (
    Decision,
    RefusedCommand,
    plain,
    require,
    stand_up,
    verify_seat,
)
from gridwright.table.entries import Status
from gridwright.table.leaving_entries import (
    EndAgreed,
    Resigned,
    SeatErased,
    SeatLeft,
    TakenOver,
    VoteCast,
)
from gridwright.table.seats import Left
from gridwright.table.table import Table
from gridwright.table.terms import (
    AWAY_AFTER,
    GRACE_FACTOR,
    LONGEST_WAIT,
    MIN_GRACE_MS,
    MISSED_TURNS,
    WAIT_LONGER,
    TurnClock,
)

TWO: Final = 2
"""Seats of a table at which a resignation leaves a winner."""


def strength(table: Table) -> str:
    """Return the substitute bot of a table: the strongest invited one, or else the agreed one."""
    invited = [holder.bot for holder in table.seats if holder.bot and not holder.is_person]
    known = [bot for bot in invited if bot in BOTS]
    return max(known, key=lambda bot: BOTS[bot].level, default=table.terms.stand_in)


def _require_player(table: Table, seat: int) -> None:
    """Raise RefusedCommand unless a person may still decide about the seat in a running game."""
    verify_seat(table, seat)
    begun = table.status in (Status.RUNNING, Status.PAUSED)
    require(begun, "not_running", "the game is not running")
    require(not table.is_over(), "game_over", "the game is over")
    holder = table.seats[seat]
    require(holder.is_person, "not_a_person", "the seat is a bot's")
    require(holder.left is not Left.RESIGNED, "resigned", "the seat has resigned")


def leave(table: Table, seat: int) -> Decision:
    """Hand the seat to a bot of the table's strength until the person takes it back."""
    _require_player(table, seat)
    require(not table.seats[seat].bot, "bot_plays", "a bot plays this seat already")
    return plain(SeatLeft(strength(table)), seat)


def resign(table: Table, seat: int) -> Decision:
    """Resign permanently. At a table of two the other player has won."""
    _require_player(table, seat)
    bot = table.seats[seat].bot or strength(table)
    return plain(Resigned(bot, ends_game=table.spec.seats == TWO), seat)


def agree_to_end(table: Table, seat: int, agrees: bool = True) -> Decision:
    """Agree to end the game without a result, or withdraw; it ends when all players agree."""
    _require_player(table, seat)
    require(not table.seats[seat].bot, "bot_plays", "take the seat back first")
    agreed = table.absences.agreed
    require((seat in agreed) is not agrees, "already_agreed", "it is so already")
    others = set(table.absences.people_in_play()) - {seat}
    return plain(EndAgreed(agrees, ends_game=agrees and others <= agreed), seat)


# A player who is away


def vote(
    table: Table, seat: int, about: int, choice: LeaveRequest, now: int, attendance: Attendance
) -> Decision:
    """Vote on a player who is away; more than half of the people present decide."""
    _require_player(table, seat)
    require(not table.seats[seat].bot, "bot_plays", "take the seat back first")
    verify_seat(table, about)
    require(about != seat, "still_here", "players do not vote about their own seat")
    _require_away(table, about, now, attendance)
    votes = {**table.absences.votes.get(about, {}), seat: choice}
    require(
        table.absences.votes.get(about, {}).get(seat) is not choice,
        "same_vote",
        "the seat has already cast this vote",
    )
    present = _present(table, about, attendance) | {seat}
    n_same = sum(votes.get(each) is choice for each in present)
    if n_same * 2 <= len(present):
        return plain(VoteCast(about, choice), seat)
    bot = strength(table) if choice is LeaveRequest.BOT else ""
    wait_until = now + WAIT_LONGER if choice is LeaveRequest.WAIT else 0
    return plain(VoteCast(about, choice, choice, bot, wait_until), seat)


def _require_away(table: Table, about: int, now: int, attendance: Attendance) -> None:
    holder = table.seats[about]
    require(holder.is_person, "not_a_person", "the seat is a bot's")
    require(not holder.bot, "bot_plays", "a bot plays this seat already")
    require(is_away(table, about, now, attendance), "still_here", "that seat is not away")
    until = table.absences.wait_until.get(about, 0)
    require(until <= now, "agreed_to_wait", "the players agreed to wait for this seat")


def is_away(table: Table, seat: int, now: int, attendance: Attendance) -> bool:
    """Return True if the player has been away long enough for the others to vote."""
    if isinstance(table.terms.clock, TurnClock):
        return table.absences.missed[seat] >= MISSED_TURNS
    since = attendance.away_since(seat)
    return since is not None and now - max(since, table.absences.seen_at[seat]) >= AWAY_AFTER


def _present(table: Table, about: int, attendance: Attendance) -> set[int]:
    """Return the seats that vote: people who are connected, or by turns, who take their turns."""
    people = set(table.absences.people_in_play()) - {about}
    if isinstance(table.terms.clock, TurnClock):
        return {seat for seat in people if table.absences.missed[seat] < MISSED_TURNS}
    return people & attendance.here


def take_over(table: Table, now: int, here: Collection[int] | None = ()) -> Decision:
    """Hand a seat to a bot after the table has waited for it long enough.

    A player who is connected (in `here`) gets more time; None means that this is unknown.
    """
    seat = table.waiting_for()
    due = table.take_over_at()
    if seat is None or due is None or now < due:
        raise RefusedCommand("no_clock_runs", "the table has not waited long enough for a seat")
    waited = now - table.absences.awaited_since
    grace = max(MIN_GRACE_MS, GRACE_FACTOR * table.terms.take_over)
    is_grace_over = waited >= min(grace, LONGEST_WAIT)
    is_here = here is None or seat in here
    require(is_grace_over or not is_here, "still_here", "the player is at the table")
    return plain(TakenOver(strength(table)), seat)


# Deleted accounts


def erase(table: Table, seat: int) -> Decision:
    """Remove a deleted person: the seat is free before the game, and a bot's during it."""
    verify_seat(table, seat)
    require(table.seats[seat].is_person, "not_a_person", "the seat is a bot's")
    if table.status is Status.GATHERING:
        return stand_up(table, seat)
    begun = table.status in (Status.RUNNING, Status.PAUSED)
    require(begun and not table.is_over(), "game_over", "the game is over")
    return plain(SeatErased(table.seats[seat].bot or strength(table)), seat)
