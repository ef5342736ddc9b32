"""One server process: what its parts are and how they belong together."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from gridwright.server.bus import Bus, LocalBus
from gridwright.server.chat import Chat
from gridwright.server.guards import Guards
from gridwright.server.lobby import Lobby
from gridwright.server.meters import Meters
from gridwright.server.people.accounts import Accounts
from gridwright.server.people.store import PeopleStore
from gridwright.server.presence import Presence
from gridwright.server.prometheus import PrometheusMeters
from gridwright.server.rematch import Rematches
from gridwright.server.service import TableService
from gridwright.server.store.contract import Store
from gridwright.server.store.errors import NoSecret, UnknownGame
from gridwright.server.store.opening import open_store
from gridwright.server.store.sharded import ShardedStore
from gridwright.server.store.vault import SeedVault
from gridwright.server.tickets import Tickets
from gridwright.server.worker import Worker


def clock() -> int:
    """Milliseconds of UTC since 1970: the server's time, and the only one that counts."""
    return time.time_ns() // 1_000_000


class Node:
    """Everything that the routes need. Nodes are stateless: the store is all they share."""

    def __init__(
        self,
        store: ShardedStore,
        key: bytes,
        bus: Bus,
        meters: Meters | None = None,
        origin: str = "",
        guards: Guards | None = None,
    ) -> None:
        self.store: Final = store
        self.accounts: Final = Accounts(PeopleStore(store.home), key, bus, clock)
        self.origin: Final = origin
        """How pages reach the server; empty to go by each request."""
        self.bus: Final = bus
        self.meters: Final = meters or Meters()
        vault = SeedVault(store, key)
        self.service: Final = TableService(store, vault, bus, clock, self.meters)
        self.tickets: Final = Tickets(key)
        self.guards: Final = guards or Guards(None)
        """Without limits unless it is told otherwise: trials come from one address."""
        self.lobby: Final = Lobby(store)
        self.rematches: Final = Rematches(store, self.service, vault)
        self.chat: Final = Chat(store.chat, bus, clock, self.guards.pace, self.meters)
        self.presence: Final = Presence(bus, clock)
        self.worker: Final = Worker(store, self.service, clock, self.meters)
        self.stopping: Final = asyncio.Event()
        """Set when the process was told to stop: nothing new is begun."""


@asynccontextmanager
async def open_node(
    database: str,
    key: bytes,
    bus: Bus | None = None,
    meters: Meters | None = None,
    origin: str = "",
    guards: Guards | None = None,
) -> AsyncIterator[Node]:
    """A node on a database, whose tables are brought up to date first.

    Raises WrongKey if the games there were sealed with another key.
    """
    meters = meters or PrometheusMeters()
    async with await open_store(database, upgrade=True) as store:
        await _verify_key(store, SeedVault(store, key))
        node = Node(store, key, bus or LocalBus(meters), meters, origin, guards)
        try:
            yield node
        finally:
            await node.presence.close()
            await node.accounts.close()


async def _verify_key(store: Store, vault: SeedVault) -> None:
    """A restored database with a new key would begin games that it cannot go on with."""
    for record in await store.walk_games(limit=1):
        try:
            await vault.seed(record.game_id)
        except (NoSecret, UnknownGame):
            return  # Somebody deleted it just now.
