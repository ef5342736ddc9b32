"""Permission for hints, and their marks in the log."""

from collections.abc import Callable

from gridwright.engine.digest import digest
from gridwright.table.commands import Decision, plain, require, verify_seat
from gridwright.table.entries import Status
from gridwright.table.log_entries import Guided, Hinted
from gridwright.table.table import Table

Verify = Callable[[Table, int], None]
"""Raises RefusedCommand unless the person at the seat may have help."""


def verify_helped(table: Table, seat: int) -> None:
    """Raise RefusedCommand unless the person at the seat may have help now."""
    verify_seat(table, seat)
    require(table.status is not Status.GATHERING, "not_begun", "the game has not begun")
    is_over = table.is_over() or table.status not in (Status.RUNNING, Status.PAUSED)
    require(not is_over, "game_over", "the game is over")
    require(table.status is not Status.PAUSED, "paused", "the game is paused")
    is_alone = table.absences.is_alone(seat)
    require(is_alone, "not_alone", "hints are for tables where one person plays against bots")
    require(table.seats[seat].is_person, "not_a_person", "the seat is a bot's")
    require(not table.seats[seat].bot, "bot_plays", "a bot plays this seat")


def verify_hint(table: Table, seat: int) -> None:
    """Raise RefusedCommand unless the person at the seat may have a hint for the next action."""
    verify_helped(table, seat)
    require(table.actor() == seat, "not_your_turn", "expected the own turn")


def mark_of(table: Table, guided: bool) -> Hinted | Guided:
    """Return the log entry for help in the current position."""
    return Guided() if guided else Hinted(digest(table.state))


def mark(table: Table, seat: int, help_: Hinted | Guided, verify: Verify = verify_hint) -> Decision:
    """Record that a person was helped; raises RefusedCommand if `verify` does."""
    verify(table, seat)
    return plain(help_, seat)
