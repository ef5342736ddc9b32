"""Count the source files that one order, one bot's turn and three notified watchers run through.

A node on a SQLite file runs in this process, with real routes, worker and sockets on a free port.
Each journey is repeated during a game and its largest repetition counts. Scope: the functions of
``gridwright`` that are called in any task or thread, except ``engine`` and ``content`` (the rules).
An order lasts from the request to its response, a bot's turn is one sweep of the worker, and
watchers count from the published hint until each has its frame.
"""

import asyncio
import json
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final

import httpx
import uvicorn
import websockets

import gridwright
from gridwright.content.table import default_spec
from gridwright.server.app import build_app
from gridwright.server.feature import NodeOptions
from gridwright.server.live.connections import OpenConnections, Timeouts
from gridwright.server.node import Node, open_node
from gridwright.server.operations.rate_limits import Limits
from gridwright.server.serving import ServingConfig
from gridwright.server.worker.service import Worker
from gridwright.table.table import Table
from gridwright.table.terms import Terms
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.thresholds import Threshold, Verdict

MAX_FILES: Final = {"order": 36, "bot_turn": 45, "watchers": 34}
"""Thresholds, by journey."""
N_TIMES: Final = 30
"""Repetitions of each journey; a game of two has more turns than that."""
N_WATCHERS: Final = 3
PACKAGE: Final = Path(gridwright.__file__).parent
LEFT_OUT: Final = ("engine", "content")
BOT: Final = "hard"
KEY: Final = b"j" * 32
OPTIONS: Final = NodeOptions(poll_seconds=3_600)
"""Watchers get hints only: a poll that falls into a journey is no part of it."""

Functions = set[tuple[str, str]]
"""File and qualified name of each function."""


class Trace:
    """Records the functions that run while it is on. Threads must be started after it."""

    def __init__(self) -> None:
        self._functions: Functions = set()
        self._is_on = False

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Observe this thread, and each that is started while the context lasts."""
        threading.setprofile(self._called)
        sys.setprofile(self._called)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    @contextmanager
    def recording(self) -> Iterator[Functions]:
        """Yield a set that is filled with file and function of each call."""
        self._functions = set()
        self._is_on = True
        try:
            yield self._functions
        finally:
            self._is_on = False

    def _called(self, frame: FrameType, event: str, _argument: Any) -> None:
        if self._is_on and event == "call":
            code = frame.f_code
            self._functions.add((code.co_filename, code.co_qualname))


def in_scope(called: Functions) -> Functions:
    """Return the functions to count, with files relative to the package."""
    found: Functions = set()
    for file, name in called:
        path = Path(file)
        if PACKAGE in path.parents:
            part = path.relative_to(PACKAGE)
            if part.parts[0] not in LEFT_OUT:
                found.add((part.as_posix(), name))
    return found


def files_of(functions: Functions) -> list[str]:
    return sorted({file for file, _name in functions})


class Client:
    """A person on seat 0 against a bot, who sends requests over a port."""

    def __init__(self, node: Node, port: int) -> None:
        self._node: Final = node
        self._address: Final = f"127.0.0.1:{port}"
        self._http: Final = httpx.AsyncClient(base_url=f"http://{self._address}", timeout=30)
        self.game_id = ""
        self.ticket = ""

    async def open_table(self) -> None:
        """Open a table, seat a person and a bot, and play until the person must act."""
        self.game_id = await self._node.service.create(default_spec(seats=2), Terms(hold=0))
        for seat, sitting in enumerate(({"name": "Ada"}, {"name": "Bot", "bot": BOT})):
            path = f"/api/tables/{self.game_id}/seats/{seat}"
            answer = (await self._http.post(path, json=sitting)).raise_for_status().json()
            self.ticket = answer["ticket"] if seat == 0 else self.ticket
        await self.send(type="ready", contribution="00" * 16)
        await self.let_bots_play()

    async def close(self) -> None:
        await self._http.aclose()

    async def table(self) -> Table:
        return await self._node.service.load(self.game_id)

    async def let_bots_play(self) -> None:
        """Sweep until the person must act."""
        while (await self.table()).actor() != 0:
            await self._node[Worker].sweep()
            await asyncio.sleep(0.001)

    async def send(self, version: int | None = None, **order: Any) -> None:
        """Send one order, for the current version or the given one; raises if it is refused."""
        expected = (await self.table()).version if version is None else version
        order = {"command_id": f"c{expected}", "expected": expected, **order}
        headers = {"authorization": f"Bearer {self.ticket}"}
        path = f"/api/tables/{self.game_id}/orders"
        (await self._http.post(path, json=order, headers=headers)).raise_for_status()

    async def next_line(self) -> str:
        """Return the notation of a legal action of the person."""
        table = await self.table()
        action = table.game.legal(table.state)[0]
        return table.notation.text(action).split(" ", 1)[1]

    @asynccontextmanager
    async def watching(self, ticket: str = "") -> AsyncIterator[websockets.ClientConnection]:
        """Watch as the seat of the ticket or a spectator; the first frame is the whole table."""
        address = f"ws://{self._address}/api/tables/{self.game_id}/socket"
        async with websockets.connect(address, compression=None) as socket:
            await socket.send(json.dumps({"ticket": ticket, "presence": True, "chat": 0}))
            yield socket


async def _receive(sockets: Sequence[websockets.ClientConnection], version: int) -> None:
    """Read each socket until it has a version of the table; raises TimeoutError."""
    async with asyncio.timeout(10):
        for socket in sockets:
            while json.loads(await socket.recv()).get("version") != version:
                pass


@asynccontextmanager
async def _served(node: Node) -> AsyncIterator[int]:
    """Serve a node on a free port without its background jobs; yields the port."""
    connections = OpenConnections(Timeouts(), Limits(), n_proxies=0, metrics=node.metrics)
    config = ServingConfig(build_app(node), connections, host="127.0.0.1", port=0, lifespan="off")
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await running


async def trace_journeys(folder: Path, n_times: int = N_TIMES) -> dict[str, Functions]:
    """Return the functions of the largest repetition, by journey."""
    trace = Trace()
    found: dict[str, Functions] = {name: set() for name in MAX_FILES}

    def note(name: str, called: Functions) -> None:
        found[name] = max(found[name], in_scope(called), key=lambda each: len(files_of(each)))

    with trace.installed():
        async with (
            open_node(f"sqlite:///{folder / 'journey.db'}", KEY, options=OPTIONS) as node,
            _served(node) as port,
        ):
            client = Client(node, port)
            worker = node[Worker]
            await client.open_table()
            for _turn in range(n_times):
                line = await client.next_line()
                version = (await client.table()).version
                with trace.recording() as called:
                    await client.send(version, type="act", line=line)
                note("order", called)
                while (await client.table()).actor() != 0:
                    with trace.recording() as called:
                        await worker.sweep()
                    note("bot_turn", called)

            await client.open_table()
            async with AsyncExitStack() as stack:
                tickets = [client.ticket, *[""] * (N_WATCHERS - 1)]
                sockets = [await stack.enter_async_context(client.watching(t)) for t in tickets]
                for _turn in range(n_times):
                    await client.send(type="act", line=await client.next_line())
                    table = await client.table()
                    await _receive(sockets, table.version)
                    while table.actor() != 0:
                        # Returns with the hint published, before any watcher's task has run.
                        await node.service.wake(client.game_id, table.version)
                        with trace.recording() as called:
                            await _receive(sockets, table.version)
                        note("watchers", called)
            await client.close()
    return found


def measure(found: dict[str, Functions]) -> Verdict:
    """Return the number of files of each journey beside its threshold."""
    thresholds = [
        Threshold(f"files of {name}", len(files_of(found[name])), most=most)
        for name, most in MAX_FILES.items()
    ]
    return Verdict(thresholds, {f"functions of {name}": len(each) for name, each in found.items()})


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__)
    parser.add_argument("--times", type=int, default=N_TIMES, help="repetitions of each journey")
    parser.add_argument("--files", action="store_true", help="list files with their functions")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(trace_journeys(Path(folder), options.times))
    if options.files:
        for name, functions in found.items():
            for file in files_of(functions):
                called = sorted(function for where, function in functions if where == file)
                print(f"{name}: {file}: {', '.join(called)}")
    return measure(found).print(options.json)


if __name__ == "__main__":
    sys.exit(main())
