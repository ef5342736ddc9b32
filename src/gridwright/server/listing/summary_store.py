"""Store of table summaries, next to the games and deleted with them."""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from gridwright.server.listing.table_summary import (
    TableSummary,
    decode_summary,
    encode_summary,
    summarise,
)
from gridwright.server.operations.sweeping import sweep_until
from gridwright.server.storage.contract import Change, DatabaseStore
from gridwright.server.storage.errors import StoreError
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.tables.service import TableService

TABLES_PER_QUERY: Final = 50
"""Tables per query."""

_PLACES: Final = ", ".join([f"${place + 1}" for place in range(TABLES_PER_QUERY)])
_CURRENT: Final = f"""\
SELECT table_summary.game_id, told FROM table_summary
JOIN game ON game.game_id = table_summary.game_id AND game.version = table_summary.version
WHERE table_summary.game_id IN ({_PLACES})
"""
# Reads the game's row, so that no summary outlives a deleted game.
_KEEP: Final = """\
INSERT INTO table_summary (game_id, version, told)
SELECT game_id, $2, $3 FROM game WHERE game_id = $1
ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, told = excluded.told
WHERE table_summary.version <= excluded.version
"""


class SummaryStore:
    """Summaries of tables, on all databases."""

    def __init__(self, store: ShardedStore) -> None:
        self._store: Final = store

    async def current(self, game_ids: Sequence[str]) -> dict[str, TableSummary]:
        """Return the summaries that are at the current version; missing for other tables."""
        pages = [
            self._page(database, some[first : first + TABLES_PER_QUERY])
            for database, some in self._store.by_database(game_ids).items()
            for first in range(0, len(some), TABLES_PER_QUERY)
        ]
        found = [summary for page in await asyncio.gather(*pages) for summary in page]
        return {summary.game_id: summary for summary in found}

    async def _page(self, database: DatabaseStore, game_ids: list[str]) -> list[TableSummary]:
        # A constant number of parameters, so that each database plans the statement once.
        asked = game_ids + [""] * (TABLES_PER_QUERY - len(game_ids))
        decoded = [decode_summary(told) for _id, told in await database.rows(_CURRENT, *asked)]
        return [summary for summary in decoded if summary is not None]

    async def keep(self, summaries: Iterable[TableSummary]) -> None:
        """Store summaries, except where a newer one exists."""
        told = {summary.game_id: summary for summary in summaries}
        # A fixed order, so that two nodes cannot deadlock.
        places = self._store.by_database(sorted(told))
        kept = [
            database.change(*[_kept(told[g]) for g in some]) for database, some in places.items()
        ]
        await asyncio.gather(*kept)


def _kept(summary: TableSummary) -> Change:
    return _KEEP, (summary.game_id, summary.version, encode_summary(summary))


IDLE_S: Final = 3.0
"""Seconds between two sweeps when nothing has changed."""
MAX_PER_SWEEP: Final = 200
"""Tables of one sweep."""


class SummarySweep:
    """Stores summaries of tables that this node has changed."""

    def __init__(self, service: TableService, store: SummaryStore) -> None:
        self._service: Final = service
        self._store: Final = store

    async def run(self, stop: asyncio.Event) -> None:
        """Sweep until ``stop`` is set, and once more after it, so that the next start is quick."""
        await sweep_until(stop, self.sweep, IDLE_S, "summaries of tables")
        with suppress(StoreError):
            while await self.sweep():
                pass

    async def sweep(self, _stop: asyncio.Event | None = None) -> bool:
        """Store the summaries of changed tables; return True if there are more."""
        summaries = await self._service.drain_changed(summarise, limit=MAX_PER_SWEEP)
        if summaries:
            await self._store.keep(summaries)
        return len(summaries) == MAX_PER_SWEEP
