"""The scheduler of tables: bots' turns, expired clocks, seeds to reveal.

Every node may run it. A claim is a lease: it keeps a table for one worker until the work is done or
the lease expires.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, Final

import structlog

from gridwright.protocol.refusals import Code
from gridwright.server.feature import Feature, Job, Parts
from gridwright.server.operations.metrics import Metrics
from gridwright.server.operations.sweeping import sweep_until
from gridwright.server.search.process import SearchProcess
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import StoreUnavailable
from gridwright.server.storage.games import Claim
from gridwright.server.tables.loading import LOOK_AGAIN as QUARANTINE_MS
from gridwright.server.tables.loading import QuarantinedTable
from gridwright.server.tables.service import Stale, TableService
from gridwright.server.worker.archive_sweep import ArchiveSweep
from gridwright.table.commands import RefusedCommand
from gridwright.table.positions.searches import Answer, Question

LEASE_MS: Final = 30_000
"""Milliseconds for which a table is leased to the worker that claimed it."""
BATCH: Final = 100
MAX_CONCURRENT: Final = 20
"""Tables processed concurrently: while the store writes one, the next one is computed."""
STILL_HERE: Final[Code] = "still_here"
"""Refusal of a take-over, because the player is present and may continue to think."""
RECHECK_MS: Final = 900_000
"""Milliseconds until the presence of that player is checked again."""
IDLE_S: Final = 0.2
"""Seconds between two sweeps when nothing is due."""

_LOG: Final = structlog.get_logger()


class Worker:
    """Acts at tables whose deadline has passed.

    Any number of workers may share the tables: a claim belongs to one worker.
    """

    def __init__(
        self,
        store: Store,
        service: TableService,
        clock: Callable[[], int],
        metrics: Metrics | None = None,
        recheck_ms: int = RECHECK_MS,
        search_process: SearchProcess | None = None,
    ) -> None:
        self._store: Final = store
        self._service: Final = service
        self._clock: Final = clock
        self._recheck_ms: Final = recheck_ms
        self._metrics: Final = metrics or Metrics()
        self._claimed: Final[deque[Claim]] = deque()
        """Claims still to be processed; an unavailable database leaves some."""
        self._search_process: Final = search_process or SearchProcess()
        self._searches: Final[dict[tuple[str, int], asyncio.Task[None]]] = {}
        """Running searches, by table and version. No sweep waits for them."""

    async def sweep(self, stop: asyncio.Event | None = None) -> int:
        """Do the work that is due, at most a batch; returns the number of claimed tables.

        If ``stop`` is set, it finishes the running tables and releases the others. If the database
        becomes unavailable, the next sweep continues with the remaining claims.
        """
        claims = await self._store.claim_due(self._clock(), BATCH, LEASE_MS)
        self._metrics.tables_claimed(len(claims))
        self._leave_out({claim.game_id for claim in claims})
        # Old claims come last: their database may still be down.
        self._claimed.extendleft(reversed(claims))
        n_claimed = len(self._claimed)
        while self._claimed:
            some = [
                self._claimed.popleft() for _place in range(min(MAX_CONCURRENT, len(self._claimed)))
            ]
            if stop is not None and stop.is_set():
                await _all([self._store.release(claim) for claim in (*some, *self._claimed)])
                self._claimed.clear()
            else:
                await self._see_to([claim for claim in some if claim.until > self._clock()])
        return n_claimed

    def _leave_out(self, claimed_again: set[str]) -> None:
        """Drop claims that a crashed database has lost and granted again."""
        left = [claim for claim in self._claimed if claim.game_id not in claimed_again]
        self._claimed.clear()
        self._claimed.extend(left)

    async def _see_to(self, claims: list[Claim]) -> None:
        try:
            await self._service.fetch([claim.game_id for claim in claims])
        except StoreUnavailable:
            self._claimed.extendleft(reversed(claims))
            raise
        await _all([self._wake(claim) for claim in claims])

    async def _wake(self, claim: Claim, answer: Answer | None = None) -> None:
        try:
            with self._metrics.traces.span("wake", claim.game_id, claim.version):
                done = await self._service.wake(claim.game_id, claim.version, answer)
            if isinstance(done, Question):
                self._begin_search(claim, done)
                return
            if answer is not None and isinstance(done, Stale):
                _LOG.info("search answer is stale", game=claim.game_id, version=claim.version)
        except RefusedCommand as refused:
            # Another worker was faster, or the table changed: the next append sets a deadline.
            _LOG.info("nothing to do", game=claim.game_id, version=claim.version, why=refused.code)
            if refused.code == STILL_HERE:
                await self._store.postpone(claim, self._clock() + self._recheck_ms)
        except QuarantinedTable:
            # Reported when it was found. Its deadline remains, so that a node that can read it,
            # such as one of a newer version, takes it soon.
            await self._store.postpone(claim, self._clock() + QUARANTINE_MS)
        except (StoreUnavailable, asyncio.CancelledError):
            self._claimed.appendleft(claim)
            raise
        except Exception:
            # One broken table must not stop the others. It remains claimed and is retried.
            _LOG.exception("broken table", game=claim.game_id, version=claim.version)

    def _begin_search(self, claim: Claim, question: Question) -> None:
        """Start a search outside the sweeps, unless one runs for this turn."""
        turn = (claim.game_id, claim.version)
        if turn not in self._searches:
            search = asyncio.create_task(self._search(claim, question))
            self._searches[turn] = search
            search.add_done_callback(partial(self._end_search, turn))

    async def _search(self, claim: Claim, question: Question) -> None:
        try:
            answer = await self._search_process.ask(question)
        except asyncio.CancelledError:
            self._claimed.appendleft(claim)
            raise
        await self._wake(claim, answer)

    def _end_search(self, turn: tuple[str, int], search: asyncio.Task[None]) -> None:
        del self._searches[turn]
        if not search.cancelled() and search.exception() is not None:
            # The claim is retried by the next sweep; the answer is lost.
            _LOG.warning("search failed", game=turn[0], why=str(search.exception()))

    async def _cancel_searches(self) -> None:
        """Cancel running searches and release their tables to other workers."""
        searches = list(self._searches.values())
        for search in searches:
            search.cancel()
        await asyncio.gather(*searches, return_exceptions=True)
        if searches:
            await _all([self._store.release(claim) for claim in self._claimed])
            self._claimed.clear()

    async def run(self, stop: asyncio.Event) -> None:
        """Sweep until ``stop`` is set."""
        await sweep_until(stop, self.sweep, IDLE_S, "tables")
        try:
            await self._cancel_searches()
        except StoreUnavailable:
            _LOG.warning("tables stay claimed until their lease ends")


async def _all(works: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Run all concurrently, each to its end; then raise the first error."""
    for outcome in await asyncio.gather(*works, return_exceptions=True):
        if outcome is not None:
            raise outcome


def _worker(parts: Parts) -> Worker:
    return Worker(
        *(parts.store, parts[TableService], parts.clock, parts.metrics),
        search_process=parts[SearchProcess],
    )


def _archive(parts: Parts) -> ArchiveSweep:
    archive = parts.options.archive
    return ArchiveSweep(parts.store, parts.clock, archive.after_days if archive else 0)


WORKER: Final = Feature(
    "worker",
    parts={Worker: _worker, ArchiveSweep: _archive},
    jobs=(Job(Worker), Job(ArchiveSweep)),
)
