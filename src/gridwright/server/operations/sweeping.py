"""Run a background job periodically until it is stopped."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from gridwright.server.storage.errors import StoreError

Sweep = Callable[[asyncio.Event], Awaitable[object]]
"""One run of the job. A true result means that more may be due immediately."""

_LOG: Final = structlog.get_logger()


async def sweep_until(stop: asyncio.Event, sweep: Sweep, nap: float, what: str) -> None:
    """Run the job, wait `nap` seconds unless more may be due, and repeat.

    No error ends the loop, and an unavailable store is retried: a node without its jobs
    would answer requests while no bot moves and no clock expires.
    """
    while not stop.is_set():
        try:
            if await sweep(stop):
                continue
        except StoreError:
            _LOG.exception("the store does not answer", sweep=what)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            # A driver that gave up on a response may cancel more than its own waiting.
            _LOG.exception("cancelled from within", sweep=what)
        except Exception:
            _LOG.exception("broken sweep", sweep=what)
        try:
            await asyncio.wait_for(stop.wait(), nap)
        except TimeoutError:
            continue
