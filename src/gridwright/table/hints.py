"""Permission for hints, their marks in the log, and their records."""

from collections.abc import Callable, Sequence

import msgspec

from gridwright.aids.hints import Advised
from gridwright.engine.digest import digest
from gridwright.engine.notation import Notation
from gridwright.engine.vocabulary.base import Action
from gridwright.protocol.analysis import Reason
from gridwright.protocol.hints import Hint, HintChoice, HintOutlook
from gridwright.protocol.records import Do
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


def hint_record(notation: Notation, seat: int, version: int, advised: Advised) -> Hint:
    """Return a hint or the reasons of a move as they are sent, at a version of the table."""
    return Hint(
        version,
        seat,
        advised.bot,
        advised.area,
        _records(notation, advised.actions),
        advised.limit,
        advised.numbers,
        advised.measure,
        [
            HintChoice(_records(notation, other.actions), round(other.behind, 2))
            for other in advised.others
        ],
        _outlook(notation, advised),
    )


def _outlook(notation: Notation, advised: Advised) -> HintOutlook | None:
    found = advised.outlook
    if found is None:
        return None
    return HintOutlook(
        round(found.chance, 4),
        round(found.without, 4),
        round(found.error, 4),
        found.sureness,
        _records(notation, advised.alternative),
        found.round,
        [Reason(each.kind, each.better, each.played) for each in found.reasons],
    )


def _records(notation: Notation, actions: Sequence[Action]) -> list[Do]:
    """Return actions as records of an order, without the seat, which comes with the ticket."""
    records = []
    for action in actions:
        values = notation.to_values(action)
        records.append({name: value for name, value in values.items() if name != "seat"})
    return msgspec.convert(records, list[Do])
