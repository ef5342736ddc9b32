"""Watchers of one table: told together, and none of them waits for another."""

import asyncio
import base64
import json
import socket as sockets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import websockets
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from gridwright.content.table import default_spec
from gridwright.server.app import socket_route
from gridwright.server.auth.tickets import Ticket
from gridwright.server.feature import NodeOptions
from gridwright.server.live.bus import LocalBus
from gridwright.server.live.lines import Line
from gridwright.server.live.sockets import SocketRoute
from gridwright.server.node import Node, open_node
from gridwright.server.storage.errors import StoreUnavailable
from gridwright.server.tables.service import Done, Seen, TableService
from gridwright.table import commands
from gridwright.table.terms import Terms

pytestmark = pytest.mark.anyio

KEY = b"g" * 32


class House:
    """A server of sockets only; moves are made without it."""

    def __init__(self, node: Node, bus: LocalBus, route: SocketRoute, port: int) -> None:
        self.node = node
        self.bus = bus
        self.route = route
        self.port = port
        self.game_id = ""
        self.version = 0

    def watch(self) -> websockets.connect:
        return websockets.connect(
            f"ws://127.0.0.1:{self.port}/{self.game_id}", compression=None, close_timeout=1
        )

    async def do(self, decide: Callable[..., Any], **more: Any) -> None:
        """One more entry of the log."""
        done = await self.node.service.run_command(
            self.game_id,
            f"t{self.version}",
            expected_version=self.version,
            decide=partial(decide, **more),
        )
        assert isinstance(done, Done)
        self.version = done.version

    def figure(self, name: str) -> float:
        text = self.node.metrics.show()[0].decode()
        line = next(line for line in text.splitlines() if line.startswith(f"gridwright_{name} "))
        return float(line.split()[1])


@asynccontextmanager
async def house(folder: Path, poll_seconds: float = 60, ping: float = 20) -> AsyncIterator[House]:
    bus = LocalBus()
    options = NodeOptions(poll_seconds=poll_seconds)
    async with open_node(f"sqlite:///{folder / 'games.db'}", KEY, bus, options=options) as node:
        route = socket_route(node)
        app = Starlette(routes=[WebSocketRoute("/{game_id}", route.watch)])
        config = uvicorn.Config(
            app,
            "127.0.0.1",
            0,
            log_config=None,
            ws=Line,
            ws_per_message_deflate=False,
            ws_ping_interval=ping,
            ws_ping_timeout=ping,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        found = House(node, bus, route, server.servers[0].sockets[0].getsockname()[1])
        found.game_id = await node.service.create(default_spec(seats=3), Terms())
        found.version = 1
        yield found
        server.should_exit = True
        await running


@pytest.fixture
async def open_house(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as found:
        yield found


async def greet(socket: websockets.ClientConnection, **greeting: Any) -> None:
    await socket.send(json.dumps(greeting))


async def heard(socket: websockets.ClientConnection) -> str:
    text = await asyncio.wait_for(socket.recv(), 5)
    assert isinstance(text, str)
    return text


async def until(holds: Callable[[], bool], seconds: float = 5) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "the condition stayed false"
        await asyncio.sleep(0.01)


class Counted:
    """Counter of reads of the log."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.n_looks = 0
        self.is_away = False
        plain = TableService.cached_entries_since

        async def look(service: TableService, game_id: str, version: int) -> Seen:
            self.n_looks += 1
            if self.is_away:
                raise StoreUnavailable("away for a test")
            return await plain(service, game_id, version)

        monkeypatch.setattr(TableService, "cached_entries_since", look)


async def test_the_log_is_read_once_for_all(
    open_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_house.do(commands.sit_down, seat=0, name="Ada")
    ticket = open_house.node.tickets.write(Ticket(open_house.game_id, 0, 2))
    counted = Counted(monkeypatch)
    async with open_house.watch() as one, open_house.watch() as two, open_house.watch() as seat:
        for socket in (one, two, seat):
            await greet(socket, ticket=ticket if socket is seat else "")
            assert json.loads(await heard(socket))["type"] == "table"
        assert counted.n_looks == 3
        assert len(open_house.route.watcher_groups) == 1
        assert len(open_house.bus._listeners[open_house.game_id]) == 1
        await open_house.do(commands.sit_down, seat=1, name="Grace")
        told = [await heard(socket) for socket in (one, two, seat)]
        assert counted.n_looks == 4
        assert told[0] == told[1]
        assert [json.loads(text)["version"] for text in told] == [3, 3, 3]
        # A hint that comes twice, or late, brings nothing new and costs nothing.
        for version in (3, 2, 3):
            await open_house.bus.publish(open_house.game_id, version)
        await asyncio.sleep(0.05)
        assert counted.n_looks == 4
    await until(lambda: not len(open_house.route.watcher_groups))
    await until(lambda: not open_house.bus._listeners)


async def test_a_newcomer_does_not_take_the_news_from_the_others(
    open_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that connects between a commit and its hint receives the entry first."""
    async with open_house.watch() as early, open_house.watch() as late:
        await greet(early)
        await heard(early)
        held = Counted(monkeypatch)
        publish = open_house.bus.publish

        async def hold(game_id: str, version: int) -> None:
            assert (game_id, version) == (open_house.game_id, 2)

        monkeypatch.setattr(open_house.bus, "publish", hold)
        await open_house.do(commands.sit_down, seat=0, name="Ada")
        await greet(late)
        assert json.loads(await heard(late))["version"] == 2
        assert held.n_looks == 1
        await publish(open_house.game_id, 2)
        assert json.loads(await heard(early))["version"] == 2


async def test_a_watcher_far_behind_receives_the_whole_table(open_house: House) -> None:
    for number in range(40):
        await open_house.do(commands.sit_down, seat=0, name=f"Ada {number}")
        await open_house.do(commands.stand_up, seat=0)
    async with open_house.watch() as near, open_house.watch() as far:
        await greet(near, since=open_house.version - 2)
        frames = [json.loads(await heard(near)) for _ in range(2)]
        assert [frame["kind"] for frame in frames] == ["sat_down", "stood_up"]
        await greet(far, since=3)
        frame = json.loads(await heard(far))
        assert (frame["type"], frame["version"]) == ("table", open_house.version)


async def test_a_seat_that_changed_hands_is_no_place_to_watch_from(open_house: House) -> None:
    await open_house.do(commands.sit_down, seat=0, name="Ada")
    ticket = open_house.node.tickets.write(Ticket(open_house.game_id, 0, 2))
    async with open_house.watch() as seat, open_house.watch() as spectator:
        await greet(seat, ticket=ticket)
        await greet(spectator)
        await heard(seat)
        await heard(spectator)
        await open_house.do(commands.stand_up, seat=0)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await heard(seat)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403
        assert json.loads(await heard(spectator))["kind"] == "stood_up"


async def test_without_hints_the_log_is_polled(tmp_path: Path) -> None:
    async with house(tmp_path, poll_seconds=0.2) as quiet, quiet.watch() as socket:
        await greet(socket)
        await heard(socket)
        quiet.bus._listeners.clear()
        await quiet.do(commands.sit_down, seat=0, name="Ada")
        assert json.loads(await heard(socket))["version"] == 2


async def test_watchers_stay_while_the_store_is_away(
    open_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counted(monkeypatch)
    async with open_house.watch() as socket:
        await greet(socket)
        await heard(socket)
        counted.is_away = True
        await open_house.do(commands.sit_down, seat=0, name="Ada")
        await until(lambda: counted.n_looks >= 2)
        async with open_house.watch() as late:
            await greet(late)
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await heard(late)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
        counted.is_away = False
        assert json.loads(await heard(socket))["version"] == 2


def never_reading(port: int, game_id: str) -> sockets.socket:
    """A client that says hello and then neither reads nor answers."""
    line = sockets.socket()
    line.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4_096)
    line.connect(("127.0.0.1", port))
    key = base64.b64encode(bytes(16)).decode()
    head = f"GET /{game_id} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    line.sendall(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    assert b" 101 " in line.recv(1_000)
    line.sendall(b"\x81\x82\x00\x00\x00\x00{}")
    return line


async def test_a_slow_reader_is_cut_and_the_others_are_not(open_house: House) -> None:
    with await asyncio.to_thread(never_reading, open_house.port, open_house.game_id):
        async with open_house.watch() as socket:
            await greet(socket)
            await heard(socket)
            watcher_groups = open_house.route.watcher_groups._groups
            await until(lambda: len(watcher_groups[open_house.game_id].watchers) == 2)
            n_told = 0
            while open_house.figure("watchers_cut_total") == 0:
                for watcher in watcher_groups[open_house.game_id].watchers:
                    watcher.tell("x" * 50_000)
                n_told += 1
                assert n_told < 1_000
                await heard(socket)
            assert n_told > 5
            await until(lambda: open_house.figure("sockets_open") == 1)
            await open_house.do(commands.sit_down, seat=0, name="Ada")
            assert json.loads(await heard(socket))["version"] == 2


async def test_a_dead_socket_is_reaped(tmp_path: Path) -> None:
    async with house(tmp_path, ping=1) as quick:
        with await asyncio.to_thread(never_reading, quick.port, quick.game_id):
            await until(lambda: quick.figure("sockets_open") == 1)
            watcher_groups = quick.route.watcher_groups._groups
            await until(lambda: any(group.watchers for group in watcher_groups.values()))
            group = watcher_groups[quick.game_id]
            # What cannot be sent must not keep it.
            (watcher,) = group.watchers
            n_told = 0
            while not watcher._waiting:
                watcher.tell("x" * 100_000)
                n_told += 1
                assert n_told < 200
                await asyncio.sleep(0.002)
            await until(lambda: quick.figure("sockets_open") == 0, 10)
            assert quick.figure("watchers_cut_total") == 0
        assert len(quick.route.watcher_groups) == 0
