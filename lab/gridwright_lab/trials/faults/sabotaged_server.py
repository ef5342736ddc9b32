"""Servers that break one guarantee on purpose, to show that an experiment would detect it.

Started as ``python -m gridwright_lab.trials.faults.sabotaged_server KIND`` with the options of
``gridwright serve``. No option of the ordinary command line starts one.
"""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from enum import StrEnum
from pathlib import Path
from typing import Final, Self

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

from gridwright.server.feature import NodeOptions
from gridwright.server.live.bus import Bus
from gridwright.server.node import Node
from gridwright.server.operations.logs import LogForm, set_up_logs
from gridwright.server.operations.metrics import Metrics
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.settings import Role, Settings
from gridwright.server.operations.steady_clock import Clock
from gridwright.server.serving import Opening, serve
from gridwright.server.storage import statements
from gridwright.server.storage.addresses import MAX_CONNECTIONS, TIMEOUT_S
from gridwright.server.storage.keys import Secret
from gridwright.server.storage.migrations.migrate import migrate
from gridwright.server.storage.postgres import PostgresStore
from gridwright.server.storage.sharded import ShardedStore, ShardMap


class Sabotage(StrEnum):
    """Guarantees that a server can break, one at a time."""

    ASYNC_COMMIT = "async-commit"
    """A move is acknowledged before it is on disk."""
    NO_KEY = "no-key"
    """The log accepts every entry: no expected version, no unique keys."""


FORGETFUL: Final = {
    "synchronous_commit": "off",
    # The longest possible: acknowledged data stays in memory for as long as possible.
    "wal_writer_delay": "10s",
    "wal_writer_flush_after": "1GB",
    "wal_buffers": "64MB",
    # A page that is written to disk flushes the log too.
    "bgwriter_lru_maxpages": "0",
    "autovacuum": "off",
}
"""Settings of a PostgreSQL that loses data. The server refuses them; this one does not check."""

KEYS: Final = ("ALTER TABLE event DROP CONSTRAINT event_key", "DROP INDEX event_command")
"""Statements that drop the unique keys of the log."""

_CHECKED: Final = ("WHERE game_id = $1 AND version = $2 AND", "SET version = version + 1")
_UNCHECKED: Final = ("WHERE game_id = $1 AND", "SET version = $2::bigint + 1")


class TrustingStore(PostgresStore):
    """Accepts any database as safe."""

    @classmethod
    async def open(cls, url: str, connections: int = MAX_CONNECTIONS) -> Self:
        return cls(
            await asyncpg.create_pool(
                url,
                min_size=0,
                max_size=connections,
                timeout=TIMEOUT_S,
                command_timeout=TIMEOUT_S,
            )
        )


class UncheckedStore(PostgresStore):
    """Appends without checking the version."""

    APPEND = statements.APPEND.replace(_CHECKED[0], _UNCHECKED[0]).replace(
        _CHECKED[1], _UNCHECKED[1]
    )


STORES: Final[dict[Sabotage, type[PostgresStore]]] = {
    Sabotage.ASYNC_COMMIT: TrustingStore,
    Sabotage.NO_KEY: UncheckedStore,
}


def verify_sabotage() -> None:
    """Raise AssertionError if the statement has changed and the sabotage does nothing."""
    for checked in _CHECKED:
        assert checked in statements.APPEND, f"expected {checked!r} in the append"


async def sabotage_database(sabotage: Sabotage, url: str) -> None:
    """Create the schema, and drop the constraints that the sabotaged server must not have."""
    await migrate(url)
    if sabotage is Sabotage.NO_KEY:
        connection = await asyncpg.connect(url)
        for statement in (*KEYS, "CREATE INDEX event_place ON event (game_id, version)"):
            await connection.execute(statement)
        await connection.close()


def opening_of(sabotage: Sabotage) -> Opening:
    """Build the parts of a sabotaged node."""

    @asynccontextmanager
    async def opening(
        database: str,
        secret: Secret,
        bus: Bus,
        metrics: Metrics,
        limiter: RateLimiter,
        clock: Clock,
        options: NodeOptions,
    ) -> AsyncIterator[Node]:
        store = await STORES[sabotage].open(database)
        async with ShardedStore(ShardMap.single(database), {database: store}) as sharded:
            await sharded.verify_places()
            yield Node(sharded, secret, bus, metrics, limiter, clock, options)

    return opening


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sabotage", type=Sabotage, choices=list(Sabotage))
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--role", type=Role, default=Role.API)
    parser.add_argument("--database", required=True)
    parser.add_argument("--redis", required=True)
    parser.add_argument("--log", type=LogForm, default=LogForm.TEXT)
    chosen = parser.parse_args(arguments)
    verify_sabotage()
    set_up_logs(chosen.log)
    settings = Settings(
        folder=chosen.folder,
        port=chosen.port,
        database=chosen.database,
        redis=chosen.redis,
        role=chosen.role,
        limits=0,
        hold=0,
    )
    asyncio.run(
        serve(
            settings,
            lambda address: print(address, flush=True),
            opening_of(sabotage=chosen.sabotage),
        )
    )
    print("Stopped.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
