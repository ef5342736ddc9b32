"""Summaries of tables for lists, stored next to the logs so that lists replay nothing.

A summary is a cache: it is valid only for the version that it names, and otherwise rebuilt from the
log.
"""

from typing import Any, Final

import msgspec

from gridwright.aids.outlook import following
from gridwright.content.errors import ContentError
from gridwright.content.rules_lookup import find_figures
from gridwright.content.spec import TableSpec
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.observe import observe
from gridwright.protocol.watch import LiveGame, LiveSeat
from gridwright.table.entries import Status
from gridwright.table.table import Table
from gridwright.table.terms import ClockName

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
    live: LiveGame | None = None
    """The game in the list of live games, by `live_game`; None if it is not in it."""

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
        live=live_game(table) if is_watched(table) else None,
    )


def is_watched(table: Table) -> bool:
    """Return whether a running game is public, according to its log."""
    return table.listed and table.status in (Status.RUNNING, Status.PAUSED)


def live_game(table: Table) -> LiveGame:
    """Return a running game as spectators see it, without hidden money.

    The log has neither the moment at which it was listed nor its spectators: both are 0.
    """
    seen = observe(table.game, table.state, SPECTATOR)
    cities = _cities(seen.spaces, table.game.rules.board.n_cities, table.spec.seats)
    seats = [
        LiveSeat(
            holder.name,
            bool(holder.bot),
            cities[seat],
            seen.n_cities[seat],
            seen.money[seat],
        )
        for seat, holder in enumerate(table.seats)
    ]
    game = table.game
    phases = game.phases
    actor = table.actor()
    return LiveGame(
        game_id=table.game_id,
        version=table.version,
        edition=table.spec.edition,
        board=table.spec.board,
        content=table.spec.content,
        seats=seats,
        round=seen.round,
        phase=phases[seen.phase].NAME if 0 <= seen.phase < len(phases) else "",
        phases=[phase.NAME for phase in phases[game.first_of_round :]],
        actor=-1 if actor is None else actor,
        began_at=0,
        n_watching=0,
    )


def _cities(spaces: list[int], n_cities: int, n_seats: int) -> list[list[int]]:
    """Return the cities of each seat; a city with two of its houses counts once."""
    n_spaces = len(spaces) // n_cities if n_cities else 0
    found: list[list[int]] = [[] for _seat in range(n_seats)]
    for city in range(n_cities if n_spaces else 0):
        for owner in set(spaces[city * n_spaces : (city + 1) * n_spaces]):
            if 0 <= owner < n_seats:
                found[owner].append(city)
    return found


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
