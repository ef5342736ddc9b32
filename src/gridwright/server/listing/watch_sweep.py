"""Writes the listings of public games, soon after they begin and end.

An append only records that a listing is due (an outbox). Any number of nodes may run it: two that
write the same game write the same listing.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from gridwright.server.listing.watch_store import DueGame, Listing, WatchStore
from gridwright.server.listing.watch_summary import list_finished, list_live, summary_of
from gridwright.server.operations.sweeping import sweep_until
from gridwright.server.storage.errors import StoreError, UnknownGame
from gridwright.server.tables.loading import QuarantinedTable
from gridwright.server.tables.service import TableService
from gridwright.table.entries import Status
from gridwright.table.table import Table

BATCH: Final = 8
"""Games per sweep: each may need a replay."""
IDLE_S: Final = 0.5
"""Seconds between two sweeps."""
LATER: Final = 3_600_000
"""Milliseconds until an unreadable game is tried again."""

_LOG: Final = structlog.get_logger()


class WatchSweep:
    """Writes the listings of public games that have begun or ended."""

    def __init__(self, store: WatchStore, service: TableService, clock: Callable[[], int]) -> None:
        self._store: Final = store
        self._service: Final = service
        self._clock: Final = clock

    async def run(self, stop: asyncio.Event) -> None:
        """Sweep until cancelled."""
        await sweep_until(stop, self.sweep, IDLE_S, "public games")

    async def sweep(self, _stop: asyncio.Event | None = None) -> None:
        """Write the newest due listings. The rest waits for the next sweep."""
        for due in await self._store.due(self._clock(), BATCH):
            try:
                listing = self._listing(await self._service.load(due.game_id), due)
            except UnknownGame:
                continue  # Deleted, with its row.
            except StoreError:
                raise
            except Exception as error:
                if not isinstance(error, QuarantinedTable):
                    _LOG.exception("the listing of a game was not written", game=due.game_id)
                listing = None
            if listing is None:
                await self._store.put_off(due, self._clock() + LATER)
            else:
                await self._store.tell(due, listing)

    def _listing(self, table: Table, due: DueGame) -> Listing | None:
        """Return the listing; None if the table's status differs from the due row's."""
        began_at = summary_of(due.told).began_at or due.at
        if not table.listed:
            return None
        if due.is_live:
            return list_live(table, due.at)
        is_over = table.status in (Status.FINISHED, Status.ARCHIVED)
        return list_finished(table, began_at) if is_over else None
