"""A background job that moves games to the archive some days after their end."""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from gridwright.server.operations.sweeping import sweep_until
from gridwright.server.storage.archiving import Moved, archive_older
from gridwright.server.storage.sharded import ShardedStore

MS_PER_DAY: Final = 86_400_000
EVERY: Final = 3_600.0
"""Seconds between two sweeps."""

_LOG: Final = structlog.get_logger()


class ArchiveSweep:
    """Archives old games. May run on any number of nodes: each game is moved once."""

    def __init__(
        self, store: ShardedStore, clock: Callable[[], int], after_days: int, every: float = EVERY
    ) -> None:
        self._store: Final = store
        self._clock: Final = clock
        self._after_days: Final = after_days
        self._every: Final = every

    async def sweep(self, stop: asyncio.Event | None = None) -> Moved:
        """Archive games that ended ``after_days`` ago or earlier."""
        now = self._clock()
        before = max(0, now - self._after_days * MS_PER_DAY)
        moved = await archive_older(self._store, before, now, stop)
        if moved.n_games:
            _LOG.info(
                "games archived",
                games=moved.n_games,
                entries=moved.n_entries,
                bytes=moved.n_bytes,
            )
        return moved

    async def run(self, stop: asyncio.Event) -> None:
        """Sweep until ``stop`` is set; returns immediately if games are not to be archived."""
        if self._after_days:
            await sweep_until(stop, self._sweep_once, self._every, "archive")

    async def _sweep_once(self, stop: asyncio.Event) -> bool:
        """Archive all old games; no second sweep is needed immediately."""
        await self.sweep(stop)
        return False
