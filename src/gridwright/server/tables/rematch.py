"""Rematch: a second table for the same people, named in the log of the first one."""

from dataclasses import replace
from functools import partial
from typing import Final

from gridwright.content.errors import ContentError
from gridwright.content.table import newest
from gridwright.server.auth.tickets import Ticket
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import GameArchived, UnknownGame
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import ID_BYTES, Decide, Done, TableService
from gridwright.table import commands
from gridwright.table.clock_pauses import MS_PER_DAY, MS_PER_MINUTE
from gridwright.table.commands import RefusedCommand
from gridwright.table.entries import Status
from gridwright.table.table import Table
from gridwright.table.terms import TurnClock

KEPT_MS: Final = 15 * MS_PER_MINUTE
"""Time for which a seat is reserved at a live table; in turn-based play, one turn."""
MAX_KEPT_MS: Final = 3 * MS_PER_DAY
"""Maximum of that time in turn-based play."""
MAX_TRIES: Final = 5


class Rematches:
    """Creates tables for rematches.

    The id of a rematch follows from the first table and the key, and each step has a fixed command
    id. So concurrent requests on two nodes create one table, and a node that stops half-way leaves
    a state that the next one can complete. The first table gets its id last, once it is complete.
    """

    def __init__(self, store: Store, service: TableService, vault: SeedVault) -> None:
        self._store: Final = store
        self._service: Final = service
        self._vault: Final = vault

    async def call(self, ticket: Ticket) -> str:
        """Return the id of the rematch table of a finished game; creates it if needed.

        Raises RefusedCommand while the game is not over, and once it is archived.
        """
        game_id = ticket.game_id
        for _try in range(MAX_TRIES):
            table = await self._service.load(game_id)
            version = table.version  # The table may change while the other one is created.
            if table.rematch:
                return table.rematch
            commands.call_rematch(table, ticket.seat, "any")
            record = await self._store.load(game_id)
            if record.status is Status.ARCHIVED:
                break
            again = await self._make(table, record.listed)
            decide = partial(commands.call_rematch, seat=ticket.seat, game_id=again)
            try:
                await self._service.run_command(
                    game_id, "server:rematch", expected_version=version, decide=decide
                )
            except GameArchived:
                break
        raise RefusedCommand("archived", "the game is in the archive")

    async def _make(self, table: Table, listed: bool) -> str:
        """Return the second table, creating it if needed. Idempotent."""
        name = self._vault.name_of(f"rematch/{table.game_id}")[:ID_BYTES]
        try:
            # A game that began at a given position is followed by a whole game.
            spec = replace(newest(table.spec), begins=())
            again = await self._service.create(spec, table.terms, listed, name)
        except ContentError as error:
            # The game used rules of an earlier version under which no new tables are created.
            raise RefusedCommand("bad_table", str(error)) from error
        until = self._service.now() + _kept_for(table)
        for version, seat in enumerate(range(table.spec.seats), start=1):
            decide = _taken_again(table, seat, until)
            await self._service.run_command(
                again, f"server:again:{seat}", expected_version=version, decide=decide
            )
        return again

    async def sit_down(self, ticket: Ticket) -> Ticket:
        """Return the ticket of the seat kept for the holder of a ticket of the first table.

        Idempotent. Raises RefusedCommand if another player has the seat by now.
        """
        first = await self._service.load(ticket.game_id)
        if not first.rematch:
            raise RefusedCommand("no_rematch", "no rematch was requested")
        for _try in range(MAX_TRIES):
            try:
                again = await self._service.load(first.rematch)
            except UnknownGame as error:
                raise RefusedCommand("no_rematch", "the second table is gone") from error
            seat = _seat_of(again, ticket.seat)
            holder = again.seats[seat]
            if holder.is_taken:
                return Ticket(again.game_id, seat, holder.since)
            decide = partial(
                commands.sit_down,
                seat=seat,
                name=holder.kept_for,
                kept_of=ticket.seat,
                person=first.seats[ticket.seat].person,
                is_program=first.seats[ticket.seat].is_program,
            )
            command_id = f"again:{ticket.seat}:{again.version}"
            done = await self._service.run_command(
                again.game_id, command_id, expected_version=again.version, decide=decide
            )
            if isinstance(done, Done):
                return Ticket(again.game_id, seat, done.version)
        raise RefusedCommand("crowded", "too many people join at the same time; try again")


def _taken_again(table: Table, seat: int, until: int) -> Decide:
    """Return the command that fills a seat of the second table: players rotate by one seat."""
    before = (seat - 1) % table.spec.seats
    holder = table.seats[before]
    if holder.is_person:
        return partial(commands.keep_seat, seat=seat, name=holder.name, of_seat=before, until=until)
    return partial(commands.sit_down, seat=seat, name=holder.name, bot=holder.bot)


def _kept_for(table: Table) -> int:
    clock = table.terms.clock
    return min(MAX_KEPT_MS, max(KEPT_MS, clock.turn)) if isinstance(clock, TurnClock) else KEPT_MS


def _seat_of(again: Table, before: int) -> int:
    """Return the seat reserved for a seat of the first table; raise RefusedCommand without one."""
    for seat, holder in enumerate(again.seats):
        if holder.kept_of == before:
            return seat
    raise RefusedCommand("seat_taken", "the seat is not kept any more")
