"""Summaries of tables for lists, stored next to the logs so that lists replay nothing.

A summary is a cache: it is valid only for the version that it names, and otherwise rebuilt from the
log.
"""

from typing import Any, Final

import msgspec

from gridwright.content.errors import ContentError
from gridwright.content.rules_lookup import find_figures
from gridwright.content.spec import TableSpec
from gridwright.server.games.outlook import following
from gridwright.server.games.table import Table
from gridwright.server.games.terms import ClockName
from gridwright.server.storage.games import Status

REVISION: Final = 2
"""Version of the stored form; summaries of another one are rebuilt."""


class SeatSummary(msgspec.Struct, frozen=True, array_like=True):
    """A seat of the table."""

    name: str
    person: str
    """Public id of a person with an account."""
    waits: bool
    """True if the game cannot continue until this seat acts."""
    left: str
    """Reason why a bot plays for the person; empty if none does."""


class TableSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A table after some version of its log."""

    revision: int = REVISION
    game_id: str
    version: int
    rules: str
    spec: dict[str, Any]
    status: str
    seats: list[SeatSummary]
    deadline_at: int | None
    round: int
    """Number of the round; 0 before the first one and after the last."""
    phase: str
    actor: int
    """Seat that must act, or -1."""
    following: list[int]
    clock: ClockName

    def seat_of(self, person_id: str) -> int | None:
        """Return the seat of a person with an account, or None."""
        people = [seat.person for seat in self.seats]
        return people.index(person_id) if person_id in people else None


def summarise(table: Table) -> TableSummary:
    state = table.state
    is_on = table.status in (Status.RUNNING, Status.PAUSED) and not table.is_over()
    return TableSummary(
        game_id=table.game_id,
        version=table.version,
        rules=table.rules,
        spec=table.spec.to_json(),
        status=table.status.value,
        seats=[
            SeatSummary(holder.name, holder.person, _waits_for(table, seat), holder.left.value)
            for seat, holder in enumerate(table.seats)
        ],
        deadline_at=table.clocks.deadline(),
        round=state.round if is_on else 0,
        phase=table.game.phases[state.phase].NAME if is_on else "",
        actor=state.actor if is_on and state.actor >= 0 else -1,
        following=following(table.game, state) if is_on and state.round else [],
        clock=table.terms.clock_name,
    )


def encode_summary(summary: TableSummary) -> str:
    return msgspec.json.encode(summary).decode()


def decode_summary(told: str) -> TableSummary | None:
    """Decode a stored summary; None if it has another form or its rules are unknown here."""
    try:
        summary = msgspec.json.decode(told, type=TableSummary)
        if summary.revision != REVISION:
            return None
        find_figures(TableSpec.from_json(summary.spec), summary.rules)
    except (msgspec.DecodeError, ContentError):
        return None
    return summary


def _waits_for(table: Table, seat: int) -> bool:
    """Return True if the game cannot continue until the person of a seat acts."""
    if table.status is Status.GATHERING:
        return not table.seats[seat].is_ready
    return table.waiting_for() == seat
