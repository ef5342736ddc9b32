"""Open shared services by address: the message bus, and the counts of rate limits."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gridwright.server.live.bus import Bus, LocalBus
from gridwright.server.operations.metrics import Metrics
from gridwright.server.operations.rate_limiter import SharedCounts
from gridwright.server.operations.settings import verify_bus_address
from gridwright.server.storage.keys import Secret


async def open_bus(url: str, metrics: Metrics | None = None) -> Bus:
    """Return the bus of an address: in-process for "", else Redis, even if it is down.

    The caller closes it, best by ``async with``. Raises BadBusAddress.
    """
    verify_bus_address(url)
    if not url:
        return LocalBus(metrics)
    # Imported late, because only several processes need Redis.
    from gridwright.server.live.redis_bus import RedisBus

    bus = RedisBus(url, metrics)
    await bus.try_once()
    return bus


@asynccontextmanager
async def open_counts(url: str, secret: Secret) -> AsyncIterator[SharedCounts | None]:
    """Yield the shared counts of an address; None for "", because one process has its own."""
    if not url:
        yield None
        return
    # Imported late for the same reason.
    from gridwright.server.live.redis_counts import RedisCounts

    counts = RedisCounts(url, secret)
    try:
        yield counts
    finally:
        await counts.close()
