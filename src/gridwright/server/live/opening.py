"""The way from an address to a bus."""

from gridwright.server.live.bus import Bus, LocalBus
from gridwright.server.operations.bus_address import verify_bus_address
from gridwright.server.operations.metrics import Metrics


async def open_bus(url: str, metrics: Metrics | None = None) -> Bus:
    """The bus behind an address: within this process for "", else Redis, whether or not it answers.

    The caller closes it, best by ``async with``. Raises BadBusAddress.
    """
    verify_bus_address(url)
    if not url:
        return LocalBus(metrics)
    # Late, because only several processes need Redis.
    from gridwright.server.live.redis_bus import RedisBus

    bus = RedisBus(url, metrics)
    await bus.try_once()
    return bus
