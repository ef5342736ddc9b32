"""The parts of a server on a real store, with a clock that the experiment moves."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from gridwright.server.accounts.store import AccountStore
from gridwright.server.live.bus import LocalBus
from gridwright.server.presence.service import Presence, PresenceTiming
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.account_erasure import AccountErasure
from gridwright.server.tables.held_seats import HeldSeats
from gridwright.server.tables.seat_reclaim import SeatReclaim
from gridwright.server.tables.service import TableService
from gridwright.server.worker.service import Worker
from gridwright.table.clock_pauses import MS_PER_DAY
from gridwright.table.commands import Decision, RefusedCommand
from gridwright.table.positions.searches import Answer, Question
from gridwright.table.table import Table

KEY: Final = bytes(range(32))
IMMEDIATE: Final = PresenceTiming(gather=0, linger=0, beat=3600, fade=7200)
"""Presence that does not wait for the clock on the wall."""
LOOK_AGAIN: Final = MS_PER_DAY
"""Seldom, because weeks pass here in seconds."""
START: Final = 1_790_000_000_000


class MovedClock:
    """Time that passes only when the experiment says so."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


class WaitingService(TableService):
    """Sabotage: waits permanently for people who do not come back."""

    def _decide_due(
        self, here: Collection[int] | None, answer: Answer | None, table: Table
    ) -> Decision | Question:
        if table.waiting_for() is not None and table.has_no_deadline():
            raise RefusedCommand("still_here", "there is no hurry")
        return super()._decide_due(here, answer, table)


class MovedServer:
    """Service, worker, presence and accounts, as a node puts them together."""

    def __init__(self, store: ShardedStore, waits_permanently: bool) -> None:
        self.clock: Final = MovedClock()
        self.store: Final = store
        bus = LocalBus()
        self._vault: Final = SeedVault(store, KEY)
        self.presence: Final = Presence(bus, self.clock, IMMEDIATE)
        kind = WaitingService if waits_permanently else TableService
        self.service: Final = kind(
            store, self._vault, bus, self.clock, present_seats=self.presence.here
        )
        self.held: Final = HeldSeats(store.home)
        self.people: Final = AccountStore(store.home)
        self.account_erasure: Final = AccountErasure(self.service, self.held)
        self.seat_reclaim: Final = SeatReclaim(self.presence, self.account_erasure.welcome)
        self.worker: Final = Worker(store, self.service, self.clock, recheck_ms=LOOK_AGAIN)

    def auditor(self) -> TableService:
        """A node that knows the tables from the log alone."""
        return TableService(self.store, self._vault, LocalBus(), self.clock)

    async def erase(self, person_id: str) -> None:
        """Forget a person, as the account's own page does."""
        await self.account_erasure.vacate(person_id)
        await self.people.erase(person_id)


@asynccontextmanager
async def moved_server(folder: Path, waits_permanently: bool = False) -> AsyncIterator[MovedServer]:
    """A server on a new file."""
    async with await open_store(f"sqlite:///{folder / 'games.db'}", upgrade=True) as store:
        server = MovedServer(store, waits_permanently)
        try:
            yield server
        finally:
            await server.seat_reclaim.close()
            await server.presence.close()
