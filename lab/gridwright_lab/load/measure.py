"""Durable moves per second through one process, in turns with the bare statement."""

import asyncio
import statistics
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

import asyncpg  # type: ignore[import-untyped]  # It ships no types.
import httpx

from gridwright.content.table import TableSpec, default_spec
from gridwright.server.operations.settings import KEY_FILE
from gridwright.server.storage.addresses import MAX_CONNECTIONS
from gridwright.server.storage.key_file import load_or_make_key
from gridwright.server.storage.opening import open_store
from gridwright_lab.load.bare_sql import bare_rate, count_bare_entries, make_bare_games
from gridwright_lab.load.prepared import Stock
from gridwright_lab.load.sending import connected, send_at_rate, send_flat_out
from gridwright_lab.trials.services.private_postgres import private_postgres
from gridwright_lab.trials.services.server_process import started

LEAST_SHARE: Final = 0.30
"""Share of the bare statement's rate for one process of the server."""
MAX_CPU_US: Final = 450
"""Microseconds of CPU time that a move takes of the server, at full load."""
MAX_MS: Final = 50.0
"""Milliseconds within which 95 of 100 moves must be acknowledged, at half of the highest rate."""
N_TABLES: Final = 128
N_CONNECTIONS: Final = 32
N_CLIENTS: Final = MAX_CONNECTIONS
"""Number of clients: the bare statement gets as many database connections as the server."""
WARM_SECONDS: Final = 1.0
FIRST_GUESS: Final = 4_000
"""Orders per second that are prepared for the first round; too few end a round early."""
MARGIN: Final = 1.5
"""Orders prepared per order that the round before would have sent."""

_SETTINGS: Final = {
    "shared_buffers": "256MB",
    "min_wal_size": "2GB",
    "max_wal_size": "4GB",
    "wal_compression": "lz4",
}
"""Durable as shipped, and large enough that no automatic checkpoint falls into a round.

The log is preallocated, as the guide recommends: the longest waits are for its files.
"""


@dataclass(frozen=True)
class Load:
    """Size of the load test."""

    seconds: float = 4.0
    """Duration of each round in seconds."""
    rounds: int = 3
    spec: TableSpec = field(default_factory=lambda: default_spec(seats=4))
    tables: int = N_TABLES


@dataclass(frozen=True)
class Costs:
    """Metrics of the server: CPU seconds and moves since it was started."""

    moves: float
    engine: float
    store: float
    cpu: float

    def since(self, before: "Costs") -> "Costs":
        return Costs(
            self.moves - before.moves,
            self.engine - before.engine,
            self.store - before.store,
            self.cpu - before.cpu,
        )


@dataclass(frozen=True)
class ServerFigures:
    """Measured values, next to their thresholds."""

    bare: list[float]
    """Statements per second, by round."""
    moves: list[float]
    """Durable moves per second, by round."""
    half_rate: float
    p50: float
    p95: float
    """Milliseconds from the time when a move was due until it was acknowledged, at half load."""
    engine: float
    """Microseconds of the engine per move."""
    store: float
    """Microseconds until the database has responded."""
    cpu: float
    """Microseconds of CPU time of the server per move."""

    @property
    def share(self) -> float:
        return statistics.median(self.moves) / statistics.median(self.bare)

    @property
    def engine_share(self) -> float:
        """Share of the engine in the CPU time of the server."""
        return self.engine / self.cpu

    @property
    def ok(self) -> bool:
        is_cheap = self.share >= LEAST_SHARE and self.cpu <= MAX_CPU_US
        return is_cheap and self.p95 <= MAX_MS

    def to_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "bare_per_second": [round(rate) for rate in self.bare],
            "moves_per_second": [round(rate) for rate in self.moves],
            "share": round(self.share, 3),
            "least_share": LEAST_SHARE,
            "half_load_per_second": round(self.half_rate),
            "p50_milliseconds": round(self.p50, 1),
            "p95_milliseconds": round(self.p95, 1),
            "most_p95_milliseconds": MAX_MS,
            "engine_microseconds": round(self.engine, 1),
            "store_microseconds": round(self.store, 1),
            "cpu_microseconds": round(self.cpu, 1),
            "most_cpu_microseconds": MAX_CPU_US,
            "engine_share": round(self.engine_share, 3),
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        return cls(
            told["bare_per_second"],
            told["moves_per_second"],
            told["half_load_per_second"],
            told["p50_milliseconds"],
            told["p95_milliseconds"],
            told["engine_microseconds"],
            told["store_microseconds"],
            told["cpu_microseconds"],
        )


async def measure_server(load: Load, database: str = "") -> ServerFigures:
    """Measure with a PostgreSQL server, or with a private one that ends with the measurement."""
    with _postgres(database) as url, tempfile.TemporaryDirectory(prefix="gridwright-load-") as name:
        folder = Path(name)
        key = load_or_make_key(folder / KEY_FILE)
        async with await open_store(url, upgrade=True) as store:
            stock = Stock(store, key, load.spec, load.tables)
            await make_bare_games(url, load.rounds + 1, N_CLIENTS)
            with started(folder, load=("--database", url)) as servers:
                return await _measure(url, servers["load"].address, stock, load)


@contextmanager
def _postgres(database: str) -> Iterator[str]:
    if database:
        yield database
        return
    with private_postgres(**_SETTINGS) as server:
        yield server.url


async def _measure(url: str, address: str, stock: Stock, load: Load) -> ServerFigures:
    # Loads the tables, and runs each statement of the database once.
    await stock.fill(round(FIRST_GUESS * WARM_SECONDS))
    example = stock.example()
    await asyncio.to_thread(bare_rate, url, example, load.rounds, N_CLIENTS, WARM_SECONDS)
    async with connected(address, N_CONNECTIONS) as connections:
        n_moves, seconds = await send_flat_out(connections, stock.tables, WARM_SECONDS)
    rate = n_moves / seconds
    bare: list[float] = []
    moves: list[float] = []
    before = await _costs(address)
    for number in range(load.rounds):
        await stock.fill(round(MARGIN * rate * load.seconds))
        await _settle(url)
        bare.append(
            await asyncio.to_thread(bare_rate, url, example, number, N_CLIENTS, load.seconds)
        )
        assert await count_bare_entries(url, number) > 0, "the bare statement appended nothing"
        async with connected(address, N_CONNECTIONS) as connections:
            n_sent, seconds = await send_flat_out(connections, stock.tables, load.seconds)
        n_moves += n_sent
        rate = n_sent / seconds
        moves.append(rate)
    spent = (await _costs(address)).since(before)
    half = statistics.median(moves) / 2
    await stock.fill(round(half * load.seconds))
    await _settle(url)
    async with connected(address, N_CONNECTIONS) as connections:
        waits = await send_at_rate(connections, stock.tables, half, load.seconds)
    await verify_written(url, stock.game_ids, n_moves + len(waits))
    return ServerFigures(
        bare,
        moves,
        half,
        1e3 * statistics.median(waits),
        1e3 * statistics.quantiles(waits, n=20)[-1],
        1e6 * spent.engine / spent.moves,
        1e6 * spent.store / spent.moves,
        1e6 * spent.cpu / spent.moves,
    )


async def _settle(url: str) -> None:
    """Checkpoint the database, so that it reuses the files of its log like one after a long run.

    A new database creates a file for every 16 MB of its log, and all commits wait for that.
    """
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("CHECKPOINT")
    finally:
        await connection.close()


async def verify_written(url: str, game_ids: list[str], n_moves: int) -> None:
    """Verify that every acknowledged move is in the log, or the rate would mean nothing."""
    connection = await asyncpg.connect(url)
    try:
        written = await connection.fetchval(
            "SELECT count(*) FROM event WHERE kind = 'acted' AND game_id = ANY($1)",
            game_ids,
        )
    finally:
        await connection.close()
    assert written == n_moves, f"expected {n_moves} moves in the log, found {written}"


async def _costs(address: str) -> Costs:
    async with httpx.AsyncClient(base_url=address) as client:
        told = (await client.get("/metrics")).raise_for_status().text
    figures = dict(line.rsplit(" ", 1) for line in told.splitlines() if not line.startswith("#"))
    return Costs(
        float(figures['gridwright_commands_total{outcome="done"}']),
        float(figures["gridwright_decide_seconds_sum"]),
        float(figures["gridwright_append_seconds_sum"]),
        float(figures["process_cpu_seconds_total"]),
    )
