"""A move costs the same in ten thousand games as in a million: ``gridwright-lab trial scale``.

One private PostgreSQL, configured as in the guide for hosts, holds one database for each number of
games. All are filled first. Then each round does the same on all of them in turn, so that the
machine's noise falls on all. Before each round the database writes a checkpoint: without it
the small database, whose pages are all written already, would log less of them than the large one.
"""

import asyncio
import secrets
import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

from gridwright.server.node import clock
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.vault import SeedVault
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.scale.filling import fill
from gridwright_lab.trials.scale.measures import FLAT, FullDatabase
from gridwright_lab.trials.services.private_postgres import private_postgres
from gridwright_lab.trials.thresholds import Threshold, Verdict, share

MAX_PERCENT: Final = 120
"""Maximum cost with the most games, in percent of that with the fewest."""
WARM_ROUNDS: Final = 3
ENTRIES_A_GAME: Final = 30
"""Minimum number on average."""
_SETTINGS: Final = {
    "wal_compression": "lz4",
    "min_wal_size": "2GB",
    "max_wal_size": "8GB",
    # Rows that are copied into emptied tables need not be written twice; moves are.
    "wal_level": "minimal",
    "max_wal_senders": "0",
}


async def run(sizes: Sequence[int], rounds: int, buffers: str = "4GB") -> Verdict:
    """Fill a database for each size, and measure in turns."""
    key = secrets.token_bytes(32)
    now = clock()
    filling: dict[str, float] = {}
    with private_postgres(shared_buffers=buffers, **_SETTINGS) as server:
        databases: list[FullDatabase] = []
        async with AsyncExitStack() as opened:
            admin = await asyncpg.connect(server.url, command_timeout=None)
            opened.push_async_callback(admin.close)
            for n_games in sizes:
                name = f"scale_{n_games}"
                await admin.execute(f"CREATE DATABASE {name}")
                url = urlsplit(server.url)._replace(path=f"/{name}").geturl()
                store = await opened.enter_async_context(
                    await open_store(url, upgrade=True, connections=1)
                )
                vault = SeedVault(store, key)
                began = time.monotonic()
                filled = await fill(url, vault, n_games, now)
                filling[f"{n_games:,}"] = round(time.monotonic() - began, 1)
                databases.append(FullDatabase(filled, store, vault, now))
                print(f"filled {n_games:,} games", file=sys.stderr, flush=True)
            for database in databases:
                await database.begin()
            for number in range(WARM_ROUNDS + rounds):
                # Another one first each time.
                turn = number % len(databases)
                for database in databases[turn:] + databases[:turn]:
                    await admin.execute("CHECKPOINT")
                    await database.round(counts=number >= WARM_ROUNDS)
            return await _judge(databases, filling)


async def _judge(databases: Sequence[FullDatabase], filling: dict[str, float]) -> Verdict:
    figures: dict[str, Any] = {"seconds of filling": filling}
    sizes: dict[str, Any] = {}
    for database in databases:
        name = f"{database.filled.n_games:,}"
        sizes[name] = await database.sizes()
        figures[f"{name} games"] = {
            what: {
                "p50 ms": round(share(taken.waits, 50), 3),
                "p95 ms": round(share(taken.waits, 95), 3),
                "mean ms": round(statistics.mean(taken.waits), 3),
                "database us": round(taken.worked / len(taken.waits), 1),
                "times": len(taken.waits),
            }
            for what, taken in database.taken.items()
        }
    figures["sizes"] = sizes
    least, most = databases[0], databases[-1]
    n_entries = sizes[f"{most.filled.n_games:,}"]["event"]["rows"]
    thresholds = [
        Threshold("running games", most.filled.n_games, max(1, most.filled.n_games)),
        Threshold("entries", n_entries, ENTRIES_A_GAME * most.filled.n_games),
    ]
    for what in FLAT:
        before = share(least.taken[what].waits, 50)
        after = share(most.taken[what].waits, 50)
        percent = round(100 * after / before, 1)
        thresholds.append(
            Threshold(f"{what}, % of that with the fewest games", percent, most=MAX_PERCENT)
        )
    return Verdict(thresholds, figures)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__)
    parser.add_argument("--games", default="10000,100000,1000000", metavar="N,N,…")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--buffers", default="4GB", help="shared_buffers of PostgreSQL")
    chosen = parser.parse_args(arguments)
    sizes = sorted(int(each) for each in chosen.games.split(","))
    if sizes[0] < 1 or chosen.rounds < 1:
        parser.error("expected at least one game and one round")
    return asyncio.run(run(sizes, chosen.rounds, chosen.buffers)).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())
