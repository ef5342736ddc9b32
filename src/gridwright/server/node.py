"""One server process: the parts of all features, on a database."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from gridwright.server.accounts.service import Accounts
from gridwright.server.auth.service import Auth
from gridwright.server.auth.tickets import Tickets
from gridwright.server.feature import Feature, NodeOptions, Parts
from gridwright.server.features import FEATURES
from gridwright.server.live.bus import Bus, LocalBus
from gridwright.server.operations.metrics import Metrics
from gridwright.server.operations.prometheus import PrometheusMetrics
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.steady_clock import Clock, MachineTime
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import BrokenBox, NoSecret, UnknownGame
from gridwright.server.storage.keys import Secret
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.seat_auth import SeatAuth
from gridwright.server.tables.service import TableService


def clock() -> int:
    """Return the machine's time, for single use; a node has a steady clock."""
    return MachineTime().wall()


class Node(Parts):
    """Parts of a node, with names for the usual ones. Nodes are stateless and share the store."""

    def __init__(
        self,
        store: ShardedStore,
        secret: Secret,
        bus: Bus,
        metrics: Metrics | None = None,
        limiter: RateLimiter | None = None,
        clock: Clock | None = None,
        options: NodeOptions | None = None,
        features: Sequence[Feature] = FEATURES,
    ) -> None:
        super().__init__(features, store, secret, bus, metrics, limiter, clock, options)
        self.accounts: Final = self[Accounts]
        self.auth: Final = self[Auth]
        self.tickets: Final = self[Tickets]
        self.service: Final = self[TableService]
        self.seats: Final = self[SeatAuth]


@asynccontextmanager
async def open_node(
    database: str,
    secret: Secret,
    bus: Bus | None = None,
    metrics: Metrics | None = None,
    limiter: RateLimiter | None = None,
    clock: Clock | None = None,
    options: NodeOptions | None = None,
    features: Sequence[Feature] = FEATURES,
) -> AsyncIterator[Node]:
    """Open a node on a database, after migrating its tables.

    Without an archive it reads no archived game. Raises WrongKey if the games of the database were
    sealed with another key.
    """
    metrics = metrics or PrometheusMetrics()
    archive = options.archive if options else None
    folder = archive.folder if archive else None
    async with await open_store(database, upgrade=True, archive=folder) as store:
        await _verify_key(store, SeedVault(store, secret))
        for each in store.databases:
            await each.end_claims()
        bus = bus or LocalBus(metrics)
        node = Node(store, secret, bus, metrics, limiter, clock, options, features)
        try:
            yield node
        finally:
            await node.close()


async def _verify_key(store: Store, vault: SeedVault) -> None:
    """Verify the key against a stored game.

    With another key a restored database could begin games but not continue them.
    """
    for record in await store.walk_games(limit=1):
        try:
            await vault.seed(record.game_id)
        except (NoSecret, UnknownGame, BrokenBox):
            return  # Deleted meanwhile, or quarantined.
