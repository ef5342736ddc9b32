"""Writes the listings of public games when they begin and end.

It reads both from the outbox. A listing that could not be written stays due: a sweep tries it
again, and writes those that earlier versions left due. Two nodes that write the same game write the
same listing.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from gridwright.server.listing.watch_store import DueGame, Listing, WatchStore
from gridwright.server.listing.watch_summary import list_finished, list_live, summary_of
from gridwright.server.operations.sweeping import sweep_until
from gridwright.server.storage.append import EventKind, TableEvent
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import StoreUnavailable, UnknownGame
from gridwright.server.tables.loading import QuarantinedTable
from gridwright.server.tables.service import TableService
from gridwright.table.entries import Status
from gridwright.table.table import Table

BATCH: Final = 8
"""Games per sweep: each may need a replay."""
IDLE_S: Final = 0.5
"""Seconds between two sweeps."""
LIVE: Final = (Status.RUNNING, Status.PAUSED)
LATER: Final = 3_600_000
"""Milliseconds until an unreadable game is tried again."""

_LOG: Final = structlog.get_logger()


class WatchSweep:
    """Writes the listings of public games that have begun or ended."""

    def __init__(
        self, store: Store, shown: WatchStore, service: TableService, clock: Callable[[], int]
    ) -> None:
        self._store: Final = store
        self._shown: Final = shown
        self._service: Final = service
        self._clock: Final = clock

    async def run(self, stop: asyncio.Event) -> None:
        """Sweep until cancelled."""
        await sweep_until(stop, self.sweep, IDLE_S, "public games")

    async def read_event(self, event: TableEvent) -> None:
        """List a public game that began or ended (a reader of the outbox)."""
        try:
            game = await self._store.load(event.game_id)
        except UnknownGame:
            return  # Deleted, with its row.
        if not game.listed:
            return
        if event.kind is EventKind.GONE:
            await self._shown.hide(event.game_id)
            return
        is_live = event.kind is EventKind.BEGAN
        if is_live and game.status not in LIVE:
            return  # Over by now: a later event says so, or was read already.
        due = await self._shown.show(event.game_id, is_live, event.at)
        if due is not None:
            await self._write(due)

    async def sweep(self, _stop: asyncio.Event | None = None) -> None:
        """Write the newest due listings. The rest waits for the next sweep."""
        for due in await self._shown.due(self._clock(), BATCH):
            await self._write(due)

    async def _write(self, due: DueGame) -> None:
        """Write the listing of a game; put it off if it cannot be read."""
        try:
            listing = self._listing(await self._service.load(due.game_id), due)
        except UnknownGame:
            return  # Deleted, with its row.
        except StoreUnavailable:
            raise
        except Exception as error:
            if not isinstance(error, QuarantinedTable):
                _LOG.exception("the listing of a game was not written", game=due.game_id)
            listing = None
        if listing is None:
            await self._shown.put_off(due, self._clock() + LATER)
        else:
            await self._shown.tell(due, listing)

    def _listing(self, table: Table, due: DueGame) -> Listing | None:
        """Return the listing; None if the table's status differs from the due row's."""
        began_at = summary_of(due.told).began_at or due.at
        if not table.listed:
            return None
        if due.is_live:
            return list_live(table, due.at)
        is_over = table.status in (Status.FINISHED, Status.ARCHIVED)
        return list_finished(table, began_at) if is_over else None
