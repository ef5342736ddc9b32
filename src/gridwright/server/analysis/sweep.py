"""A background job that makes the analyses that are due, one at a time on each node."""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from gridwright.server.analysis.maker import COMMAND, Maker, making
from gridwright.server.analysis.store import AnalysisStore, ClaimedAnalysis
from gridwright.server.operations.sweeping import sweep_until
from gridwright.server.storage.contract import Store
from gridwright.server.tables.loading import QuarantinedTable
from gridwright.server.tables.service import TableService
from gridwright.table.entries import LoggedEntry
from gridwright.table.positions.analyses import MadeAnalysis, task_of, versions_of


async def load_versions(store: Store, game_id: str) -> list[int]:
    """Return, by number of actions that count, the version of the table after them."""
    log: list[LoggedEntry] = []
    while page := await store.entries(game_id, len(log)):
        log += page
    return versions_of(log)


LEASE: Final = 30_000
"""Lease of a claim in milliseconds without a heartbeat of the worker."""
BEAT: Final = 1.0
"""Seconds between two heartbeats, which store the progress."""
IDLE_S: Final = 1.0
"""Seconds between two sweeps when nothing is queued."""
MAX_ATTEMPTS: Final = 3
"""Attempts after which a game is skipped."""
LONGEST: Final = 1_800.0
"""Seconds until an analysis is given up."""

_LOG: Final = structlog.get_logger()


class AnalysisSweep:
    """Makes queued analyses. Any number of nodes may run it: each analysis is leased to one."""

    def __init__(
        self,
        store: Store,
        analyses: AnalysisStore,
        service: TableService,
        clock: Callable[[], int],
        command: Sequence[str] = COMMAND,
        beat: float = BEAT,
    ) -> None:
        self._store: Final = store
        self._analyses: Final = analyses
        self._service: Final = service
        self._clock: Final = clock
        self._command: Final = command
        self._beat: Final = beat
        self._name: Final = secrets.token_hex(8)

    async def run(self, stop: asyncio.Event) -> None:
        """Sweep until cancelled."""
        await sweep_until(stop, self.sweep, IDLE_S, "analyses")

    async def sweep(self, stop: asyncio.Event | None = None) -> bool:
        """Run the analysis that has waited longest; return False if none is queued."""
        # A new worker name each time, so that an expired claim is not mistaken for the next one.
        worker = f"{self._name}:{secrets.token_hex(4)}"
        claimed = await self._analyses.claim(self._clock(), LEASE, worker)
        if claimed is None:
            return False
        if claimed.tries > MAX_ATTEMPTS:
            await self._analyses.fail(claimed, "broken")
            return True
        try:
            await self._make(claimed, stop or asyncio.Event())
        except QuarantinedTable:
            await self._analyses.fail(claimed, "unreadable")
        return True

    async def _make(self, claimed: ClaimedAnalysis, stop: asyncio.Event) -> None:
        table = await self._service.load(claimed.game_id)
        versions = await load_versions(self._store, claimed.game_id)
        async with making(task_of(table), self._command) as maker:
            began = time.monotonic()
            while not await self._is_ended(maker, stop):
                if stop.is_set():
                    await self._analyses.release(claimed)
                    return
                progress = maker.progress
                until = self._clock() + LEASE
                if not await self._analyses.beat(claimed, progress.done, progress.total, until):
                    _LOG.info("an analysis was cancelled", game=claimed.game_id)
                    return
                if time.monotonic() - began > LONGEST:
                    await self._analyses.fail(claimed, "too_long")
                    return
        if maker.made is None:
            await self._analyses.fail(claimed, "impossible")
        else:
            await self._analyses.keep(claimed, MadeAnalysis(maker.made.record, versions))

    async def _is_ended(self, maker: Maker, stop: asyncio.Event) -> bool:
        """Wait for the end of the process, at most until the next heartbeat."""
        ends = [asyncio.ensure_future(maker.ended.wait()), asyncio.ensure_future(stop.wait())]
        await asyncio.wait(ends, timeout=self._beat, return_when=asyncio.FIRST_COMPLETED)
        for each in ends:
            each.cancel()
        return maker.ended.is_set()
