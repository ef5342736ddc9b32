"""Vacates the seats of deleted accounts, and returns seats to players who are back.

A command is retried on a version conflict.
"""

from typing import Final

from gridwright.server.accounts.me import Seats
from gridwright.server.auth.tickets import Ticket
from gridwright.server.storage.errors import GameArchived, UnknownGame
from gridwright.server.tables.held_seats import LAST_MOMENT, HeldSeat, HeldSeats
from gridwright.server.tables.loading import QuarantinedTable
from gridwright.server.tables.service import Done, TableService
from gridwright.table import leaving
from gridwright.table.commands import Decide, Decision, RefusedCommand, come_back
from gridwright.table.seats import Left
from gridwright.table.table import Table

PAGE: Final = 100
MAX_TRIES: Final = 10
SENT_AWAY: Final = (Left.VOTED, Left.OVERDUE)
"""Reasons for which a bot, not requested by the person, is removed once the person is back."""


class AccountErasure(Seats):
    """Vacates seats of deleted accounts and returns seats to people who are back."""

    def __init__(self, service: TableService, held: HeldSeats) -> None:
        self._service: Final = service
        self._held: Final = held

    async def vacate(self, person_id: str) -> None:
        """Leave every seat of a person whose account is about to be deleted. Idempotent."""
        before, game_id = LAST_MOMENT, ""
        while page := await self._held.of(person_id, PAGE, before, game_id):
            for held in page:
                await self._vacate_one(held)
            before, game_id = page[-1].at, page[-1].game_id

    async def _vacate_one(self, held: HeldSeat) -> None:
        try:
            for _try in range(MAX_TRIES):
                table = await self._service.load(held.game_id)
                seat = table.seat_of(held.person_id)
                if seat is None:
                    return
                name = f"server:erase:{seat}:{table.version}"
                decide = _erased(held.person_id)
                done = await self._service.run_command(
                    held.game_id, name, expected_version=table.version, decide=decide
                )
                if isinstance(done, Done):
                    return
        except (RefusedCommand, UnknownGame, GameArchived):
            return  # The game is over, or deleted.
        except QuarantinedTable:
            return  # A table that cannot be read does not block the deletion.

    async def welcome(self, ticket: Ticket) -> None:
        """Return the seat of the ticket to its person, if the others voted or a bot plays there."""
        known = self._service.peek(ticket.game_id)
        if known is not None and not is_missed(known, ticket):
            return  # The table was loaded to admit them; no second query.
        try:
            for _try in range(MAX_TRIES):
                table = await self._service.load(ticket.game_id)
                if not is_missed(table, ticket):
                    return
                name = f"server:back:{ticket.seat}:{table.version}"
                decide = _back(ticket)
                done = await self._service.run_command(
                    ticket.game_id, name, expected_version=table.version, decide=decide
                )
                if isinstance(done, Done):
                    return
        except (RefusedCommand, QuarantinedTable, UnknownGame, GameArchived):
            return


def is_missed(table: Table, ticket: Ticket) -> bool:
    """Return True if the others vote about the seat or have put a bot there."""
    holder = table.seats[ticket.seat]
    if holder.since != ticket.since or table.is_over():
        return False
    return ticket.seat in table.absences.votes or holder.left in SENT_AWAY


def _erased(person_id: str) -> Decide:
    def decide(table: Table) -> Decision:
        seat = table.seat_of(person_id)
        if seat is None:
            raise RefusedCommand("seat_free", "the person no longer has this seat")
        return leaving.erase(table, seat)

    return decide


def _back(ticket: Ticket) -> Decide:
    def decide(table: Table) -> Decision:
        if not is_missed(table, ticket):
            raise RefusedCommand("not_away", "no bot plays this seat and no vote is open about it")
        return come_back(table, ticket.seat)

    return decide
