"""Keeps summaries of the tables at which something happened, a little later and many at once.

No move waits for it. What a node that dies has not kept is made anew by whoever asks.
"""

import asyncio
from contextlib import suppress
from typing import Final

from gridwright.server.games.service import TableService
from gridwright.server.games.summary_store import SummaryStore
from gridwright.server.games.table_summary import summarise
from gridwright.server.operations.sweeping import sweep_until
from gridwright.server.storage.errors import StoreError

NAP: Final = 3.0
MOST_AT_ONCE: Final = 200


class SummarySweep:
    """Looks at the tables that this node has changed."""

    def __init__(self, service: TableService, store: SummaryStore) -> None:
        self._service: Final = service
        self._store: Final = store

    async def run(self, stop: asyncio.Event) -> None:
        """Sweep until told to stop, and once more then, so that the next start is quick."""
        await sweep_until(stop, self.sweep, NAP, "summaries of tables")
        with suppress(StoreError):
            while await self.sweep():
                pass

    async def sweep(self, _stop: asyncio.Event | None = None) -> bool:
        """Keep some summaries; True if there are more."""
        summaries = await self._service.tell_moved(summarise, MOST_AT_ONCE)
        if summaries:
            await self._store.keep(summaries)
        return len(summaries) == MOST_AT_ONCE
