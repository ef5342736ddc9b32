"""Results of a finished game for its players, derived from its log."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from gridwright.ratings.bots import load_bots
from gridwright.server.storage.contract import Store
from gridwright.table.entries import LoggedEntry
from gridwright.table.log_entries import Acted, Revealed, Undone, log_entry_of
from gridwright.table.seats import Left, SeatHolder
from gridwright.table.state import LogEntry
from gridwright.table.table import Table
from gridwright.table.view import result_of

WHOLE: Final = 60
"""Parts of a win, divisible by the number of players who share it."""
LEAST_PEOPLE: Final = 2
"""A player alone against bots could leave each game that goes badly."""


class Kind(StrEnum):
    """Kind of player in a seat."""

    PERSON = "person"
    PROGRAM = "program"
    """The program of a person, rated separately from the person."""
    BOT = "bot"
    GUEST = "guest"
    """A guest, who cannot be recognised again."""


class Unrated(StrEnum):
    """Reason why a game is unrated; the first that applies."""

    NOT = ""
    FRIENDLY = "friendly"
    """The table was created as friendly."""
    POSITION = "position"
    """The game began in a position of another game."""
    OWN_FIGURES = "own_figures"
    """The game was played with content or a board of the host."""
    ABANDONED = "abandoned"
    """The game ended before its rules ended it."""
    LEFT = "left"
    """A bot played for a person, at least temporarily."""
    HELPED = "helped"
    """A player requested a hint, or was guided."""
    UNDONE = "undone"
    """An order was undone."""
    GUEST = "guest"
    """A player had no account."""
    ALONE = "alone"
    """A single person played."""
    UNMEASURED = "unmeasured"
    """A bot played whose strength was not measured in this edition."""
    ERASED = "erased"
    """A player deleted the account before the game was recorded."""


class FinishedSeat(msgspec.Struct, frozen=True):
    """A seat of a finished game, its player and result."""

    kind: Kind
    person: str
    """Public id of the account; empty for bots and guests."""
    bot: str
    place: int
    """0 if the game has no result."""
    share: int
    """Share of the win, in parts of WHOLE."""
    is_left: bool
    """True if the person left, temporarily or permanently."""


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished game with its players and results."""

    game_id: str
    edition: str
    board: str
    ended_at: int
    listed: bool
    unrated: Unrated
    seats: tuple[FinishedSeat, ...]

    @property
    def has_people(self) -> bool:
        """Return whether a player has an account."""
        return any(seat.person for seat in self.seats)


class _Watched:
    """Facts of the log that the replayed table does not keep."""

    def __init__(self) -> None:
        self.is_over = False
        self.is_undone = False
        self.replaced: Final[set[int]] = set()
        """Seats of people for which a bot has chosen."""

    def note(self, table: Table, logged: LoggedEntry, log_entry: LogEntry) -> None:
        seat = logged.entry.seat
        if isinstance(log_entry, Undone):
            self.is_undone = True
        elif isinstance(log_entry, Acted) and log_entry.by_bot and seat is not None:
            if table.seats[seat].is_person:
                self.replaced.add(seat)
        elif isinstance(log_entry, Revealed):
            self.is_over = True


async def load_finished(store: Store, game_id: str) -> FinishedGame | None:
    """Return the game of a table whose seed is revealed; None before.

    Raises UnknownGame, or the errors of an unreadable log.
    """
    table = Table(await store.load(game_id), None)
    watched = _Watched()
    while entries := await store.entries(game_id, table.version):
        for logged in entries:
            table.fold(logged)
            watched.note(table, logged, log_entry_of(logged.entry))
            if watched.is_over:
                # Later entries, such as a rematch, are not part of the game.
                ended_at = logged.entry.at
                return finished_of(table, ended_at, watched.is_undone, watched.replaced)
    return None


def finished_of(table: Table, ended_at: int, is_undone: bool, replaced: set[int]) -> FinishedGame:
    """Return the game of a table that was folded up to its end."""
    result = result_of(table)
    assert result is not None, "the seed is opened when the game is over"
    places = [seat.place for seat in result.seats]
    n_best = places.count(1)
    seats = tuple(
        FinishedSeat(
            kind=_kind(holder),
            person=holder.person,
            bot=holder.bot if _kind(holder) is Kind.BOT else "",
            place=place,
            share=WHOLE // n_best if place == 1 else 0,
            is_left=seat in replaced or holder.left is not Left.NOT,
        )
        for seat, (holder, place) in enumerate(zip(table.seats, places, strict=True))
    )
    return FinishedGame(
        table.game_id,
        table.spec.edition,
        table.spec.board,
        ended_at,
        table.listed,
        _unrated(table, seats, is_undone),
        seats,
    )


def _kind(holder: SeatHolder) -> Kind:
    if holder.person:
        return Kind.PROGRAM if holder.is_program else Kind.PERSON
    is_bot = not holder.is_person and holder.left is Left.NOT
    return Kind.BOT if is_bot else Kind.GUEST


def _unrated(table: Table, seats: Sequence[FinishedSeat], is_undone: bool) -> Unrated:
    measured = load_bots().get(table.spec.edition, {})
    n_seats = range(len(seats))
    reasons = {
        Unrated.FRIENDLY: table.terms.friendly,
        Unrated.POSITION: bool(table.spec.begins),
        Unrated.OWN_FIGURES: bool(table.spec.content),
        Unrated.ABANDONED: table.absences.ending is not None,
        Unrated.LEFT: any(seat.is_left for seat in seats),
        Unrated.HELPED: any(table.help.n_hints(n) or table.help.is_guided(n) for n in n_seats),
        Unrated.UNDONE: is_undone,
        Unrated.GUEST: any(seat.kind is Kind.GUEST for seat in seats),
        Unrated.ALONE: sum([bool(seat.person) for seat in seats]) < LEAST_PEOPLE,
        Unrated.UNMEASURED: any(s.bot not in measured for s in seats if s.kind is Kind.BOT),
    }
    return next((reason for reason, holds in reasons.items() if holds), Unrated.NOT)
