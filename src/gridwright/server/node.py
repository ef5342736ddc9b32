"""One server process: what its parts are and how they belong together."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from gridwright.server.bus import Bus, LocalBus
from gridwright.server.meters import Meters
from gridwright.server.prometheus import PrometheusMeters
from gridwright.server.service import TableService
from gridwright.server.store.contract import Store
from gridwright.server.store.errors import NoSecret, UnknownGame
from gridwright.server.store.opening import open_store
from gridwright.server.store.vault import SeedVault
from gridwright.server.tickets import Tickets
from gridwright.server.worker import Worker

SOCKETS: Final = "websockets-sansio"
"""How uvicorn speaks to sockets; its other implementation is on the way out."""


def clock() -> int:
    """Milliseconds of UTC since 1970: the server's time, and the only one that counts."""
    return time.time_ns() // 1_000_000


class Node:
    """Everything that the routes need. Nodes are stateless: the store is all they share."""

    def __init__(self, store: Store, key: bytes, bus: Bus, meters: Meters | None = None) -> None:
        self.store: Final = store
        self.bus: Final = bus
        self.meters: Final = meters or Meters()
        vault = SeedVault(store, key)
        self.service: Final = TableService(store, vault, bus, clock, self.meters)
        self.tickets: Final = Tickets(key)
        self.worker: Final = Worker(store, self.service, clock, self.meters)
        self.stopping: Final = asyncio.Event()
        """Set when the process was told to stop: nothing new is begun."""


@asynccontextmanager
async def open_node(
    database: str, key: bytes, bus: Bus | None = None, meters: Meters | None = None
) -> AsyncIterator[Node]:
    """A node on a database, whose tables are brought up to date first.

    Raises WrongKey if the games there were sealed with another key.
    """
    meters = meters or PrometheusMeters()
    async with await open_store(database, upgrade=True) as store:
        await _verify_key(store, SeedVault(store, key))
        yield Node(store, key, bus or LocalBus(meters), meters)


async def _verify_key(store: Store, vault: SeedVault) -> None:
    """A restored database with a new key would begin games that it cannot go on with."""
    for record in await store.walk_games(limit=1):
        try:
            await vault.seed(record.game_id)
        except (NoSecret, UnknownGame):
            return  # Somebody deleted it just now.
