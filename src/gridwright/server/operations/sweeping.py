"""Does what is due again and again, until told to stop."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from gridwright.server.storage.errors import StoreError

Sweep = Callable[[asyncio.Event], Awaitable[object]]
"""One look at what is due. What it returns is true if there may be more at once."""

_LOG: Final = structlog.get_logger()


async def sweep_until(stop: asyncio.Event, sweep: Sweep, nap: float, what: str) -> None:
    """Sweep, wait for so many seconds unless there may be more, and sweep again.

    Nothing that fails ends it, and a store that is away is asked again: a node without its sweeps
    would answer people for ever while no bot moves and no clock runs out.
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
            # A driver that gave up on an answer may cancel more than its own waiting.
            _LOG.exception("cancelled from within", sweep=what)
        except Exception:
            _LOG.exception("broken sweep", sweep=what)
        try:
            await asyncio.wait_for(stop.wait(), nap)
        except TimeoutError:
            continue
