"""Every watcher gets every move in time: ``gridwright-lab trial fan-out --sockets 2000``.

Real processes on PostgreSQL and Redis: a node that takes orders, a node that holds the sockets, and
watchers in a separate process. Moves are made at a steady rate. The delay of a move is measured
from its time in the log, which is before its commit, until the last of its viewers has the frame,
all by the clock of this machine. Five seconds after the last move every watcher's view, rebuilt
from its frames, is compared with a fresh page.

With ``--faults 10`` a proxy drops, repeats and delays 10 % each of the messages of the bus; then
delays are not checked.
"""

import asyncio
import json
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import httpx

from gridwright.content.table import TableSpec, default_spec
from gridwright.engine.dice import Dice
from gridwright.engine.ids import SPECTATOR
from gridwright.server.auth.tickets import Ticket
from gridwright.server.node import Node, open_node
from gridwright.server.operations.settings import KEY_FILE
from gridwright.server.storage.key_file import load_or_make_key
from gridwright.server.tables.service import Done
from gridwright.table import commands
from gridwright.table.commands import Decide
from gridwright.table.log_entries import to_entry
from gridwright.table.table import Table
from gridwright.table.terms import Terms
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.fan_out import watchers
from gridwright_lab.trials.faults import no_polling
from gridwright_lab.trials.faults.faulty_redis import FaultyRedisProxy, faulty_redis
from gridwright_lab.trials.live_server import bearer
from gridwright_lab.trials.services.databases import fresh_schema
from gridwright_lab.trials.services.private_redis import private_redis
from gridwright_lab.trials.services.server_process import SERVE, ServerProcess, started
from gridwright_lab.trials.table_driver import StuckError, choose
from gridwright_lab.trials.thresholds import Threshold, Verdict, share

MAX_DELAY: Final = 100
"""Milliseconds from the log to the last viewer, for 95 of 100 moves."""
QUIET_SECONDS: Final = 5.0
"""Seconds without a move after which all views must be equal, with any faults."""
N_SEATS: Final = 2
CONCURRENCY: Final = 16
MAX_REPORT: Final = 2**30


@dataclass(frozen=True)
class Size:
    """Size of the experiment."""

    n_sockets: int
    n_games: int
    rate: int
    """Moves per second."""
    seconds: int
    faults: int = 0
    """Percentage of hints that are lost; as many are doubled, as many delayed."""
    is_polled: bool = True


class PacedGame:
    """One game, played on a separate table that stays in step with the server's.

    The experiment knows the seed, so it knows the cards in advance and needs no request.
    """

    def __init__(self, table: Table, tickets: Sequence[str]) -> None:
        self.table: Final = table
        self.tickets: Final = tickets
        self.first: Final = table.version
        self.n_moves = 0
        self._turn: Final = asyncio.Lock()

    @property
    def is_over(self) -> bool:
        return self.table.actor() is None

    async def move(self, client: httpx.AsyncClient, dice: Dice) -> None:
        """Send the next move. Raises StuckError if the server has a different table."""
        async with self._turn:
            seat = self.table.actor()
            if seat is None:
                return
            action = choose(self.table, dice)
            order = {
                "type": "act",
                "command_id": f"m{self.table.version}",
                "expected": self.table.version,
                "line": self.table.notation.text(action).split(" ", 1)[1],
            }
            decided = commands.act(self.table, seat, action)
            entry = to_entry(decided.log_entry, "trial", 0, seat, decided.lines)
            self.table.apply_entry(decided.log_entry, entry)
            path = f"/api/tables/{self.table.game_id}/orders"
            answer = await client.post(path, json=order, headers=bearer(self.tickets[seat]))
            if answer.status_code != 200 or answer.json()["version"] != self.table.version:
                raise StuckError(f"{order}: {answer.status_code} {answer.text[:200]}")
            self.n_moves += 1


async def make_game(node: Node, spec: TableSpec) -> PacedGame:
    """Create a game that two players have begun."""
    game_id = await node.service.create(spec, Terms())
    version = 1
    since: list[int] = []

    async def do(decide: Decide) -> None:
        nonlocal version
        done = await node.service.run_command(
            game_id, f"s{version}", expected_version=version, decide=decide
        )
        assert isinstance(done, Done)
        version = done.version

    for seat in range(spec.seats):
        await do(partial(commands.sit_down, seat=seat, name=f"Person {seat}"))
        since.append(version)
    for seat in range(spec.seats):
        await do(partial(commands.get_ready, seat=seat))
    await node.service.wake(game_id, version)
    tickets = [
        node.tickets.write(Ticket(game_id, seat, sat_down)) for seat, sat_down in enumerate(since)
    ]
    return PacedGame(await node.service.load(game_id), tickets)


async def make_games(database: str, key: bytes, spec: TableSpec, n_games: int) -> list[PacedGame]:
    slots = asyncio.Semaphore(CONCURRENCY)

    async def make_one(node: Node) -> PacedGame:
        async with slots:
            return await make_game(node, spec)

    async with open_node(database, key) as node:
        return list(await asyncio.gather(*[make_one(node) for _game in range(n_games)]))


class Trial:
    """Plays, and collects the report of the watchers."""

    def __init__(self, size: Size, spec: TableSpec, games: Sequence[PacedGame], seed: int) -> None:
        self._size: Final = size
        self._spec: Final = spec
        self._games: Final = games
        self._dice: Final = Dice(seed + 11)
        self.seconds = 0.0
        self.unequal: Final[list[str]] = []

    def sockets(self) -> list[tuple[str, int, str]]:
        """Yield the viewers: both seats of a game first, then spectators."""
        found: list[tuple[str, int, str]] = []
        for number in range(self._size.n_sockets):
            game = self._games[number % len(self._games)]
            place = number // len(self._games)
            seat = place if place < N_SEATS else SPECTATOR
            ticket = game.tickets[place] if place < N_SEATS else ""
            found.append((game.table.game_id, seat, ticket))
        return found

    def order(self, address: str) -> str:
        """Return the input of the watchers' process."""
        first = {game.table.game_id: game.first for game in self._games}
        order = {"address": address, "sockets": self.sockets(), "first": first}
        return json.dumps(order | {"spec": self._spec.to_json()})

    async def play(self, client: httpx.AsyncClient) -> None:
        """Send moves at a steady rate, without waiting for responses."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with asyncio.TaskGroup() as moves:
            for number in range(self._size.rate * self._size.seconds):
                await asyncio.sleep(max(0.0, began + number / self._size.rate - loop.time()))
                game = self._games[number % len(self._games)]
                moves.create_task(game.move(client, self._dice))
        self.seconds = loop.time() - began

    async def compare(self, client: httpx.AsyncClient, views: Sequence[Any]) -> None:
        """Compare each view with a fresh page."""
        pages: dict[tuple[str, int], Any] = {}
        tickets = {
            (game.table.game_id, seat): ticket
            for game in self._games
            for seat, ticket in enumerate(game.tickets)
        }
        for game_id, seat, version, view in views:
            if (game_id, seat) not in pages:
                own = bearer(tickets.get((game_id, seat), ""))
                shown = await client.get(f"/api/tables/{game_id}", headers=own)
                page = shown.raise_for_status().json()["table"]
                # Fixed before the game began: no frame repeats them.
                del page["terms"], page["imported"]
                pages[game_id, seat] = page
            page = pages[game_id, seat]
            if view != page:
                named = f"{game_id} seat {seat}: version {version} for {page['version']}"
                self.unequal.append(named)

    def verdict(self, heard: dict[str, Any], figures: dict[str, Any]) -> Verdict:
        n_moves = sum([game.n_moves for game in self._games])
        size = self._size
        wanted = size.rate * size.seconds
        watched = [game_id for game_id, _seat, _ticket in self.sockets()]
        moves = {game.table.game_id: game.n_moves for game in self._games}
        n_due = sum([moves[game_id] for game_id in watched])
        thresholds = [
            Threshold("sockets", len(heard["views"]), max(1, size.n_sockets)),
            Threshold("moves", n_moves, max(1, wanted * 9 // 10)),
            Threshold("views unequal after 5 s", len(self.unequal)),
            Threshold(
                "frames out of order or missing", heard["wrong"] + n_due - heard["deliveries"]
            ),
            Threshold("sockets closed", heard["closed"]),
        ]
        if not size.faults:
            late = round(share(heard["delays"], 95), 1)
            thresholds.append(Threshold("ms from log to last viewer, p95", late, most=MAX_DELAY))
        told: dict[str, Any] = {
            "games": len(self._games),
            "moves a second, asked for": size.rate,
            "moves a second, made": round(n_moves / self.seconds, 1) if self.seconds else 0,
            "seconds": round(self.seconds, 1),
            "deliveries": heard["deliveries"],
            "bytes": heard["bytes"],
            "ms from log to last viewer": {
                f"p{percent}": round(share(heard["delays"], percent), 1)
                for percent in (50, 95, 99, 100)
            },
        }
        return Verdict(thresholds, told | figures, self.unequal)


@asynccontextmanager
async def watching(order: str) -> AsyncIterator[Process]:
    """Run the process of the watchers, once each has its first frame."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, *watchers.PROGRAM, stdin=PIPE, stdout=PIPE, limit=MAX_REPORT
    )
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(order.encode() + b"\n")
        await process.stdin.drain()
        if await process.stdout.readline() != b"ready\n":
            raise StuckError("the watchers did not get in")
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _report(process: Process) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"\n")
    await process.stdin.drain()
    heard: dict[str, Any] = json.loads(await process.stdout.readline())
    return heard


def memory(server: ServerProcess) -> int:
    """Return the bytes of memory of a process."""
    n_pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return n_pages * 4096


async def run(size: Size, seed: int = 0) -> Verdict:
    """Play for `seconds` with `n_sockets` watchers."""
    if not (size.n_sockets and size.n_games and size.rate and size.seconds):
        return Verdict([Threshold("moves", 0, 1)])
    spec = replace(default_spec("classic", seats=N_SEATS), order=(0, 1))
    async with AsyncExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="gridwright-fan-")))
        database = opened.enter_context(fresh_schema())
        redis = opened.enter_context(private_redis()).url
        messenger: FaultyRedisProxy | None = None
        heard_from = redis
        if size.faults:
            heard_from, messenger = await opened.enter_async_context(
                faulty_redis(redis, size.faults, seed)
            )
        key = load_or_make_key(folder / KEY_FILE)
        games = await make_games(database, key, spec, size.n_games)
        servers = opened.enter_context(
            started(
                folder,
                {"ws": SERVE if size.is_polled else no_polling.PROGRAM},
                api=("--role", "api", "--database", database, "--redis", redis),
                ws=("--role", "ws", "--database", database, "--redis", heard_from),
            )
        )
        trial = Trial(size, spec, games, seed)
        client = await opened.enter_async_context(
            httpx.AsyncClient(base_url=servers["api"].address, timeout=30)
        )
        before = memory(servers["ws"])
        began = time.monotonic()
        async with watching(trial.order(servers["ws"].address)) as process:
            opening = time.monotonic() - began
            per_socket = (memory(servers["ws"]) - before) / max(1, size.n_sockets)
            await trial.play(client)
            await asyncio.sleep(QUIET_SECONDS)
            heard = await _report(process)
        await trial.compare(client, heard["views"])
        figures = {
            "kB of the socket node for each socket, with its tables": round(per_socket / 1000, 1),
            "seconds to open all sockets": round(opening, 1),
            "hints": dict(messenger.counts) if messenger else "none went wrong",
        }
        return trial.verdict(heard, figures)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--sockets", type=int, default=2_000)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rate", type=int, default=100, help="moves a second")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--faults", type=int, default=0, help="percent of hints, each way")
    parser.add_argument("--without-poll", action="store_true", help="sabotage: trust the hints")
    chosen = parser.parse_args(arguments)
    size = Size(
        chosen.sockets,
        chosen.games,
        chosen.rate,
        chosen.seconds,
        chosen.faults,
        not chosen.without_poll,
    )
    return asyncio.run(run(size, chosen.seed)).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())
