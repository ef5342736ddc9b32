"""Two API processes cost the same per move as one: ``gridwright-lab trial processes``.

Processes with role ``api`` share a private PostgreSQL and Redis. In turns, the same rate of orders
goes to one of them, to two with half of the tables each (as with a proxy that routes by the table's
id), and to two at random. A process with less load wakes up more often per move, so one also gets
half of the rate: the load of each of the two. The cost is the CPU time of all of them, user and
system, per acknowledged move.
"""

import asyncio
import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

from gridwright.content.table import default_spec
from gridwright.server.operations.settings import KEY_FILE
from gridwright.server.storage.key_file import load_or_make_key
from gridwright.server.storage.opening import open_store
from gridwright_lab.load.measure import verify_written
from gridwright_lab.load.prepared import PreparedTable, Stock
from gridwright_lab.load.sending import connected, send_at_rate
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.services.private_postgres import private_postgres
from gridwright_lab.trials.services.private_redis import private_redis
from gridwright_lab.trials.services.server_process import ServerProcess, started
from gridwright_lab.trials.thresholds import Threshold, Verdict

MAX_PERCENT: Final = 110
N_TABLES: Final = 64
N_CONNECTIONS: Final = 16
WARM: Final = 2
"""Orders at each table before a turn counts."""
ONE: Final = "one process"
HALF: Final = "one process with half of the orders"
TWO: Final = "two processes, each with half of the tables"
MIXED: Final = "two processes, any order to any of them"
WAYS: Final = (ONE, HALF, TWO, MIXED)


class Processes:
    """Two servers and their tables."""

    def __init__(self, servers: Sequence[ServerProcess], stock: Stock, rate: float) -> None:
        self._servers: Final = servers
        self._stock: Final = stock
        self._rate: Final = rate
        self.n_moves = 0

    async def spend(self, way: str, seconds: float) -> float:
        """Return microseconds of both processes per move.

        A few orders are sent the same way first: the turn before left tables with the other
        process.
        """
        n_warm = WARM * N_TABLES
        await self._stock.fill(round(self._rate * seconds) + n_warm + N_TABLES)
        self.n_moves += await self._order(way, n_warm / self._rate)
        before = self._worked()
        n_moves = await self._order(way, seconds)
        self.n_moves += n_moves
        return 1e6 * (self._worked() - before) / n_moves

    async def _order(self, way: str, seconds: float) -> int:
        """Send orders one way; return the number that was acknowledged."""
        tables = self._stock.tables
        first, second = self._servers
        if way == ONE:
            n_moves = await self._send([first], tables, self._rate, seconds)
        elif way == HALF:
            n_moves = await self._send([first], tables[::2], self._rate / 2, seconds)
        elif way == MIXED:
            n_moves = await self._send([first, second], tables, self._rate, seconds)
        else:
            half = self._rate / 2
            n_moves = sum(
                await asyncio.gather(
                    self._send([first], tables[::2], half, seconds),
                    self._send([second], tables[1::2], half, seconds),
                )
            )
        return n_moves

    def _worked(self) -> float:
        """Return CPU seconds, user and system, of both processes since their start."""
        return sum([_processor_time(each.process.pid) for each in self._servers])

    async def _send(
        self,
        servers: Sequence[ServerProcess],
        tables: list[PreparedTable],
        rate: float,
        seconds: float,
    ) -> int:
        async with AsyncExitStack() as opened:
            pools = [
                await opened.enter_async_context(connected(server.address, N_CONNECTIONS))
                for server in servers
            ]
            # Alternating, so that the next idle connection is one of the other server.
            connections = [each for pair in zip(*pools, strict=True) for each in pair]
            return len(await send_at_rate(connections, tables, rate, seconds))


def _processor_time(pid: int) -> float:
    # The name of the program, in brackets, may contain spaces.
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(rounds: int, seconds: float, rate: float) -> Verdict:
    """Measure each way ``rounds`` times, in turns."""
    spent: dict[str, list[float]] = {way: [] for way in WAYS}
    with (
        private_postgres(shared_buffers="256MB", max_wal_size="4GB") as postgres,
        private_redis() as redis,
        tempfile.TemporaryDirectory(prefix="gridwright-processes-") as name,
    ):
        folder = Path(name)
        key = load_or_make_key(folder / KEY_FILE)
        options = ("--role", "api", "--database", postgres.url, "--redis", redis.url)
        async with await open_store(postgres.url, upgrade=True) as store:
            stock = Stock(store, key, default_spec(seats=4), N_TABLES)
            with started(folder, one=options, two=options) as servers:
                processes = Processes(list(servers.values()), stock, rate)
                for number in range(rounds + 1):
                    turn = number % len(WAYS)
                    for way in WAYS[turn:] + WAYS[:turn]:
                        found = await processes.spend(way, seconds)
                        if number:  # The first round loads the tables.
                            spent[way].append(found)
                await verify_written(postgres.url, stock.game_ids, processes.n_moves)
    costs = {way: statistics.median(found) for way, found in spent.items()}
    figures: dict[str, Any] = {
        f"us of the server for a move, {way}": round(cost, 1) for way, cost in costs.items()
    }
    figures["moves"] = processes.n_moves
    figures["any order to any of two, % of one"] = round(100 * costs[MIXED] / costs[ONE], 1)
    figures["two processes, % of one with all orders"] = round(100 * costs[TWO] / costs[ONE], 1)
    percent = round(100 * costs[TWO] / costs[HALF], 1)
    thresholds = [
        Threshold("cost of a move with two processes, % of one as busy", percent, most=MAX_PERCENT),
        Threshold("acknowledged moves", processes.n_moves, max(1, round(rate * seconds))),
    ]
    return Verdict(thresholds, figures)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each way in a round")
    parser.add_argument("--rate", type=float, default=400.0, help="orders a second")
    chosen = parser.parse_args(arguments)
    if chosen.rounds < 1:
        parser.error("expected at least one round")
    return asyncio.run(run(chosen.rounds, chosen.seconds, chosen.rate)).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())
