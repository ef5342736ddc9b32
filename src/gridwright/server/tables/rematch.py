"""Rematch: a second table for the same people, named in the log of the first one."""

from functools import partial
from typing import Final

from gridwright.server.auth.tickets import Ticket
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import GameArchived, UnknownGame
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import ID_BYTES, Done, TableService
from gridwright.table import commands
from gridwright.table.commands import RefusedCommand
from gridwright.table.entries import Status
from gridwright.table.room import kept_for, kept_seat_of, rematch_spec, taken_again
from gridwright.table.table import Table

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
        again = await self._service.create(rematch_spec(table), table.terms, listed, name)
        until = self._service.now() + kept_for(table)
        for version, seat in enumerate(range(table.spec.seats), start=1):
            decide = taken_again(table, seat, until)
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
            seat = kept_seat_of(again, ticket.seat)
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
