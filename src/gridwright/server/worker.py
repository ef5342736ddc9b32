"""Does what is due at tables: bots' turns, clocks that are up, seeds to reveal."""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from gridwright.server.meters import Meters
from gridwright.server.service import TableService
from gridwright.server.store.contract import Store
from gridwright.server.store.errors import StoreError
from gridwright.server.store.games import Claim
from gridwright.server.tables.errors import RefusedCommand

LEASE: Final = 30_000
"""For so many milliseconds a claimed table is left to the worker that claimed it."""
BATCH: Final = 100
NAP: Final = 0.2
"""Seconds between two looks when nothing is due."""

_LOG: Final = structlog.get_logger()


class Worker:
    """Any number of workers may look at the same tables: a claim is one worker's alone."""

    def __init__(
        self,
        store: Store,
        service: TableService,
        clock: Callable[[], int],
        meters: Meters | None = None,
    ) -> None:
        self._store: Final = store
        self._service: Final = service
        self._clock: Final = clock
        self._meters: Final = meters or Meters()

    async def sweep(self, stop: asyncio.Event | None = None) -> int:
        """Do what is due now, at most a batch; returns how many tables were claimed.

        Told to stop, it finishes the table it is at. The others are claimed again when the lease
        is over.
        """
        claims = await self._store.claim_due(self._clock(), BATCH, LEASE)
        self._meters.tables_claimed(len(claims))
        for claim in claims:
            if stop is not None and stop.is_set():
                break
            await self._wake(claim)
        return len(claims)

    async def _wake(self, claim: Claim) -> None:
        try:
            await self._service.wake(claim.game_id, claim.version)
        except RefusedCommand as refused:
            # Somebody was faster, or the table changed its mind: the next append sets a deadline.
            _LOG.info("nothing to do", game=claim.game_id, version=claim.version, why=refused.code)
        except StoreError:
            raise
        except Exception:
            # One broken table must not stop the others. It stays claimed, and is found again.
            _LOG.exception("broken table", game=claim.game_id, version=claim.version)

    async def run(self, stop: asyncio.Event) -> None:
        """Sweep until told to stop; a store that is away is asked again."""
        while not stop.is_set():
            try:
                if await self.sweep(stop):
                    continue
            except StoreError:
                _LOG.exception("the store does not answer")
            try:
                await asyncio.wait_for(stop.wait(), NAP)
            except TimeoutError:
                continue
