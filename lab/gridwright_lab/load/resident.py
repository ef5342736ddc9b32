"""Memory of a resident table: what a server keeps for each table in its cache.

Tables in the middle of their games are loaded from their logs, and allocations of Python are
counted. Rules, boards and names, which tables share, are loaded before.
"""

import asyncio
import gc
import tempfile
import tracemalloc
from pathlib import Path
from typing import Final

from gridwright.content.table import default_spec, list_editions
from gridwright.server.live.bus import LocalBus
from gridwright.server.node import clock
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import TableService
from gridwright_lab.load.prepared import prepare_table
from gridwright_lab.load.sending import connected, send_flat_out
from gridwright_lab.trials.live_server import KEY, LiveServer, open_live_server
from gridwright_lab.trials.thresholds import Threshold, Verdict

MAX_KB: Final = 150
"""kB of a resident table. Deals differ, so two runs of the same program do by some percent."""
N_TABLES: Final = 12
N_ORDERS: Final = 60
"""Orders of each table: about the middle of a game."""


def measure_tables() -> Verdict:
    """Return the kB of a table of each edition next to the threshold."""
    found = {edition: asyncio.run(kilobytes(edition)) for edition in list_editions()}
    return Verdict(
        [
            Threshold(f"kB of a resident table, {edition}", size, most=MAX_KB)
            for edition, size in found.items()
        ]
    )


async def kilobytes(edition: str) -> float:
    """Return the mean of tables of an edition, in units of 1,000 bytes."""
    with tempfile.TemporaryDirectory(prefix="gridwright-tables-") as folder:
        url = f"sqlite:///{Path(folder) / 'games.db'}"
        async with open_live_server(url) as server:
            game_ids = await _played(server, edition)
        # Without a server, whose jobs would allocate memory, too.
        async with await open_store(url) as store:
            service = TableService(store, SeedVault(store, KEY), LocalBus(), clock)
            await service.load(game_ids.pop())
            gc.collect()
            tracemalloc.start()
            for game_id in game_ids:
                await service.load(game_id)
            gc.collect()
            n_bytes, _peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
    return round(n_bytes / len(game_ids) / 1000, 1)


async def _played(server: LiveServer, edition: str) -> list[str]:
    """Play tables into the middle of their games, by orders to a server; return their ids."""
    spec = default_spec(edition)
    tables = [
        await prepare_table(server.node.store, KEY, spec, seed) for seed in range(N_TABLES + 1)
    ]
    for table in tables:
        assert table.play_on(N_ORDERS), "the game was over too soon"
    async with connected(server.address, 1) as connections:
        n_sent, _seconds = await send_flat_out(connections, tables, float("inf"))
    assert n_sent == N_ORDERS * len(tables)
    return [table.game_id for table in tables]
