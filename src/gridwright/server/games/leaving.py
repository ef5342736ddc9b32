"""What people may do to leave a table, and what happens to the seat of one who is gone."""

from collections.abc import Collection
from typing import Final

from gridwright.bots.registry import BOTS
from gridwright.server.games.commands import (
    Decision,
    RefusedCommand,
    plain,
    require,
    stand_up,
    verify_seat,
)
from gridwright.server.games.leaving_entries import (
    EndAgreed,
    LeaveRequest,
    Resigned,
    SeatErased,
    SeatLeft,
    TakenOver,
    VoteCast,
)
from gridwright.server.games.seats import Left
from gridwright.server.games.table import Table
from gridwright.server.games.terms import (
    AWAY_AFTER,
    LAST_CALL,
    LEAST_LAST_CALL,
    LONGEST_WAIT,
    MISSED_TURNS,
    WAIT_LONGER,
    TurnClock,
)
from gridwright.server.presence.service import Attendance
from gridwright.server.storage.games import Status

TWO: Final = 2
"""At a table of two, whoever resigns leaves a winner."""


def strength(table: Table) -> str:
    """The bot that stands in at a table: the strongest that was invited, or else the agreed one."""
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
    """Let a bot of the table's strength play on until one takes the seat back."""
    _require_player(table, seat)
    require(not table.seats[seat].bot, "bot_plays", "a bot plays this seat already")
    return plain(SeatLeft(strength(table)), seat)


def resign(table: Table, seat: int) -> Decision:
    """Give up for good. At a table of two the other one has won."""
    _require_player(table, seat)
    bot = table.seats[seat].bot or strength(table)
    return plain(Resigned(bot, ends_game=table.spec.seats == TWO), seat)


def agree_to_end(table: Table, seat: int, agrees: bool = True) -> Decision:
    """Want to end the game without a result, or no longer; it ends when all who play agree."""
    _require_player(table, seat)
    require(not table.seats[seat].bot, "bot_plays", "take the seat back first")
    agreed = table.absences.agreed
    require((seat in agreed) is not agrees, "already_agreed", "it is so already")
    others = set(table.absences.people_in_play()) - {seat}
    return plain(EndAgreed(agrees, ends_game=agrees and others <= agreed), seat)


# Somebody who is away


def vote(
    table: Table, seat: int, about: int, wish: LeaveRequest, now: int, attendance: Attendance
) -> Decision:
    """Say what to do about somebody who is away; more than half of the people present decide."""
    _require_player(table, seat)
    require(not table.seats[seat].bot, "bot_plays", "take the seat back first")
    verify_seat(table, about)
    require(about != seat, "still_here", "nobody votes about the own seat")
    _require_away(table, about, now, attendance)
    votes = {**table.absences.votes.get(about, {}), seat: wish}
    require(table.absences.votes.get(about, {}).get(seat) is not wish, "same_vote", "said so")
    present = _present(table, about, attendance) | {seat}
    n_same = sum(votes.get(each) is wish for each in present)
    if n_same * 2 <= len(present):
        return plain(VoteCast(about, wish), seat)
    bot = strength(table) if wish is LeaveRequest.BOT else ""
    wait_until = now + WAIT_LONGER if wish is LeaveRequest.WAIT else 0
    return plain(VoteCast(about, wish, wish, bot, wait_until), seat)


def _require_away(table: Table, about: int, now: int, attendance: Attendance) -> None:
    holder = table.seats[about]
    require(holder.is_person, "not_a_person", "the seat is a bot's")
    require(not holder.bot, "bot_plays", "a bot plays this seat already")
    require(is_away(table, about, now, attendance), "still_here", "that seat is not away")
    until = table.absences.wait_until.get(about, 0)
    require(until <= now, "agreed_to_wait", "it was agreed to wait")


def is_away(table: Table, seat: int, now: int, attendance: Attendance) -> bool:
    """Whether the others may decide about a seat."""
    if isinstance(table.terms.clock, TurnClock):
        return table.absences.missed[seat] >= MISSED_TURNS
    since = attendance.away_since(seat)
    return since is not None and now - max(since, table.absences.seen_at[seat]) >= AWAY_AFTER


def _present(table: Table, about: int, attendance: Attendance) -> set[int]:
    """The people who decide: those at the table, or by turns those who do not miss theirs."""
    people = set(table.absences.people_in_play()) - {about}
    if isinstance(table.terms.clock, TurnClock):
        return {seat for seat in people if table.absences.missed[seat] < MISSED_TURNS}
    return people & attendance.here


def take_over(table: Table, now: int, here: Collection[int] | None = ()) -> Decision:
    """Let a bot play on for a seat that the table has waited for long enough.

    Whoever sits in front of the table and thinks is waited for longer; None if nobody knows.
    """
    seat = table.waiting_for()
    due = table.take_over_at()
    if seat is None or due is None or now < due:
        raise RefusedCommand("no_clock_runs", "nobody is waited for for longer than was agreed")
    waited = now - table.absences.awaited_since
    last_call = max(LEAST_LAST_CALL, LAST_CALL * table.terms.take_over)
    is_last_call = waited >= min(last_call, LONGEST_WAIT)
    is_here = here is None or seat in here
    require(is_last_call or not is_here, "still_here", "whoever is waited for is at the table")
    return plain(TakenOver(strength(table)), seat)


# An account that goes


def erase(table: Table, seat: int) -> Decision:
    """The person of a seat is forgotten: before the game it is free, in the game it is a bot's."""
    verify_seat(table, seat)
    require(table.seats[seat].is_person, "not_a_person", "the seat is a bot's")
    if table.status is Status.GATHERING:
        return stand_up(table, seat)
    begun = table.status in (Status.RUNNING, Status.PAUSED)
    require(begun and not table.is_over(), "game_over", "the game is over")
    return plain(SeatErased(table.seats[seat].bot or strength(table)), seat)
