"""Presence at tables: on one node, on two, and when a node or Redis is lost."""

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from gridwright.content.table import default_spec
from gridwright.server.auth.tickets import Ticket
from gridwright.server.live.bus import LocalBus
from gridwright.server.live.opening import open_bus
from gridwright.server.node import clock
from gridwright.server.presence.service import Presence, PresenceTiming, here_key
from gridwright.server.presence.store import PREFIX
from gridwright_lab.trials.services.databases import fresh_schema
from gridwright_lab.trials.services.private_redis import private_redis
from gridwright_lab.trials.services.server_process import ServerProcess, started
from tests.server.places import REDIS

pytestmark = pytest.mark.anyio

QUICK = PresenceTiming(gather=0.01, linger=0.05, beat=0.2, fade=0.6)
SLACK = 8.0
"""Seconds that a busy machine may take on top."""


async def seats_at(presence: Presence, game_id: str) -> list[int]:
    return presence.now(game_id, await presence.others(game_id) or [])


async def until_seats(presence: Presence, game_id: str, wanted: list[int]) -> None:
    deadline = time.monotonic() + 5
    while (found := await seats_at(presence, game_id)) != wanted:
        assert time.monotonic() < deadline, f"expected {wanted}, got {found}"
        await asyncio.sleep(0.01)


# One node


async def test_a_seat_is_here_while_one_of_its_sockets_is() -> None:
    presence = Presence(LocalBus(), clock, QUICK)
    seat = Ticket("game", 2, 5)
    with presence.watching("game", None):
        assert await seats_at(presence, "game") == []
    with presence.watching("game", seat):
        with presence.watching("game", seat), presence.watching("game", Ticket("game", 0, 3)):
            assert await seats_at(presence, "game") == [0, 2]
        await until_seats(presence, "game", [2])
        assert await seats_at(presence, "other") == []
    await until_seats(presence, "game", [])
    await presence.close()


async def test_a_player_who_returns_soon_was_never_away() -> None:
    """Reloading a page changes no presence and publishes nothing."""
    bus = LocalBus()
    presence = Presence(bus, clock, PresenceTiming(gather=0.01, linger=0.3, beat=5, fade=9))
    seat = Ticket("game", 1, 2)
    async with bus.listen(here_key("game")) as listener:
        with presence.watching("game", seat):
            await asyncio.wait_for(listener.next(), 5)
        with presence.watching("game", seat):
            await asyncio.sleep(0.5)
            assert await seats_at(presence, "game") == [1]
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(listener.next(), 0.05)
        await asyncio.wait_for(listener.next(), 5)
        assert await seats_at(presence, "game") == []
    await presence.close()


async def test_a_node_records_the_start_of_each_absence() -> None:
    now = 1_000
    presence = Presence(LocalBus(), lambda: now, PresenceTiming(gather=0.01, linger=0.0))
    with presence.watching("game", Ticket("game", 1, 2)):
        now = 5_000
        assert (await presence.attendance("game")).away_since(1) is None
    await until_seats(presence, "game", [])
    now = 9_000
    attendance = await presence.attendance("game")
    assert attendance.away_since(1) == 5_000
    assert attendance.away_since(0) == 1_000, "a seat never seen is away since the node began"
    assert await presence.here("game") == frozenset()
    await presence.close()


async def test_simultaneous_arrivals_are_published_once() -> None:
    bus = LocalBus()
    presence = Presence(bus, clock, PresenceTiming(gather=0.1))
    async with bus.listen(here_key("game")) as listener:
        with ExitStack() as watching:
            for seat in range(6):
                watching.enter_context(presence.watching("game", Ticket("game", seat, 1)))
            await asyncio.wait_for(listener.next(), 5)
            assert await seats_at(presence, "game") == [0, 1, 2, 3, 4, 5]
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(listener.next(), 0.3)
    await presence.close()


# Two nodes and a Redis


class Pair:
    """Presence on two nodes that share a Redis."""

    def __init__(self, here: Presence, there: Presence) -> None:
        self.here = here
        self.there = there
        self.game_id = secrets.token_urlsafe(16)

    def seat(self, number: int) -> Ticket:
        return Ticket(self.game_id, number, 1)


async def open_pair(opened: AsyncExitStack, redis: str) -> Pair:
    found: list[Presence] = []
    for _node in range(2):
        bus = await opened.enter_async_context(await open_bus(redis))
        found.append(Presence(bus, clock, QUICK))
        opened.push_async_callback(found[-1].close)
    return Pair(*found)


@pytest.fixture
async def pair() -> AsyncIterator[Pair]:
    async with AsyncExitStack() as opened:
        yield await open_pair(opened, REDIS)


async def test_nodes_see_the_seats_of_each_other(pair: Pair) -> None:
    with pair.here.watching(pair.game_id, pair.seat(1)):
        await until_seats(pair.there, pair.game_id, [1])
        with pair.there.watching(pair.game_id, pair.seat(4)):
            await until_seats(pair.here, pair.game_id, [1, 4])
            # It stays for longer than a mark does, because it is written again.
            await asyncio.sleep(2 * QUICK.fade)
            assert await seats_at(pair.here, pair.game_id) == [1, 4]
        await until_seats(pair.here, pair.game_id, [1])
    await until_seats(pair.there, pair.game_id, [])


async def test_nodes_share_the_start_of_each_absence(pair: Pair) -> None:
    with pair.here.watching(pair.game_id, pair.seat(2)):
        await until_seats(pair.there, pair.game_id, [2])
        assert (await pair.there.attendance(pair.game_id)).away_since(2) is None
    left_at = clock()
    await until_seats(pair.there, pair.game_id, [])
    since = (await pair.there.attendance(pair.game_id)).away_since(2)
    assert since is not None
    assert abs(since - left_at) < 5_000


async def test_seats_of_a_node_without_heartbeats_expire(pair: Pair) -> None:
    with pair.here.watching(pair.game_id, pair.seat(0)):
        await until_seats(pair.there, pair.game_id, [0])
        await pair.here.close()
        assert await seats_at(pair.there, pair.game_id) == [0]
        await until_seats(pair.there, pair.game_id, [])


async def test_redis_has_no_entry_for_an_unwatched_table(pair: Pair) -> None:
    async with await open_bus(REDIS) as bus:
        client = bus.client  # type: ignore[attr-defined]  # It is a Redis bus.
        with pair.here.watching(pair.game_id, pair.seat(3)):
            await until_seats(pair.there, pair.game_id, [3])
            (text,) = (await client.hgetall(PREFIX + pair.game_id)).values()
            assert text.split()[0] == b"8", "only the seats and their expiry"
            assert 0 < await client.pttl(PREFIX + pair.game_id) <= 1000 * QUICK.fade
        await until_seats(pair.there, pair.game_id, [])
        assert not await client.exists(PREFIX + pair.game_id)


async def test_without_redis_presence_is_local_until_it_returns() -> None:
    with private_redis() as redis:
        async with AsyncExitStack() as opened:
            pair = await open_pair(opened, redis.url)
            with (
                pair.here.watching(pair.game_id, pair.seat(0)),
                pair.there.watching(pair.game_id, pair.seat(1)),
            ):
                await until_seats(pair.here, pair.game_id, [0, 1])
                redis.stop()
                assert await pair.here.others(pair.game_id) is None
                assert pair.here.now(pair.game_id, []) == [0]
                # A node that cannot query the others reports no absence.
                assert (await pair.here.attendance(pair.game_id)).away_since(3) is None
                assert await pair.here.here(pair.game_id) is None
                redis.start()
                await until_seats(pair.here, pair.game_id, [0, 1])
                await until_seats(pair.there, pair.game_id, [0, 1])


# Servers


class Page:
    """A browser's page as far as presence goes."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self._socket = socket
        self.frames: list[dict[str, Any]] = []

    async def next(self) -> dict[str, Any]:
        self.frames.append(json.loads(await self._socket.recv()))
        return self.frames[-1]

    async def hear(self, wanted: list[int], seconds: float) -> None:
        """Wait until these seats are reported present."""
        async with asyncio.timeout(seconds):
            while True:
                frame = await self.next()
                if frame["type"] == "presence" and frame["seats"] == wanted:
                    return

    async def silence(self, seconds: float) -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.next()


class Tables:
    """A table and its players, connected to either node."""

    def __init__(self, server: ServerProcess) -> None:
        with httpx.Client(base_url=server.address) as client:
            made = client.post("/api/tables", json={"spec": default_spec(seats=3).to_json()})
            self.path = f"/api/tables/{made.json()['game_id']}"
            self.tickets = [
                client.post(f"{self.path}/seats/{seat}", json={"name": name}).json()["ticket"]
                for seat, name in enumerate(("Ada", "Grace"))
            ]

    async def open(self, opened: AsyncExitStack, server: ServerProcess, **greeting: Any) -> Page:
        address = server.address.replace("http", "ws", 1)
        socket = await opened.enter_async_context(
            websockets.connect(f"{address}{self.path}/socket", compression=None)
        )
        await socket.send(json.dumps(greeting))
        return Page(socket)


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[dict[str, ServerProcess]]:
    with fresh_schema() as database:
        shared = ("--database", database, "--redis", REDIS)
        with started(
            tmp_path,
            api=("--role", "api", *shared),
            one=("--role", "ws", *shared),
            two=("--role", "ws", *shared),
        ) as servers:
            yield servers


async def test_a_single_process_server_reports_presence(tmp_path: Path) -> None:
    with started(tmp_path, home=("--no-open",)) as servers:
        table = Tables(servers["home"])
        async with AsyncExitStack() as opened:
            page = await table.open(opened, servers["home"], presence=True)
            await page.hear([], SLACK)
            assert [frame["type"] for frame in page.frames] == ["table", "presence"]
            deaf = await table.open(opened, servers["home"])
            async with AsyncExitStack() as people:
                ada = await table.open(
                    people, servers["home"], presence=True, ticket=table.tickets[0]
                )
                await ada.hear([0], SLACK)
                await page.hear([0], SLACK)
                await table.open(people, servers["home"], ticket=table.tickets[1])
                await page.hear([0, 1], SLACK)
                # A second tab is no news.
                await table.open(people, servers["home"], ticket=table.tickets[0])
                await page.silence(1)
            left_at = clock()
            await page.hear([], SLACK + PresenceTiming().linger)
            away = page.frames[-1]["away"]
            assert [each["seat"] for each in away] == [0, 1]
            assert all(abs(each["since"] - left_at) < 1000 * SLACK for each in away)
            assert (await deaf.next())["type"] == "table"
            await deaf.silence(0.1)


async def test_presence_holds_across_nodes_and_fades_with_a_killed_one(
    nodes: dict[str, ServerProcess],
) -> None:
    table = Tables(nodes["api"])
    async with AsyncExitStack() as opened:
        ada = await table.open(opened, nodes["one"], presence=True, ticket=table.tickets[0])
        await ada.hear([0], SLACK)
        grace = await table.open(opened, nodes["two"], presence=True, ticket=table.tickets[1])
        await grace.hear([0, 1], SLACK)
        await ada.hear([0, 1], SLACK)
        nodes["one"].kill()
        await grace.hear([1], PresenceTiming().fade + SLACK)
        spectator = await table.open(opened, nodes["two"], presence=True)
        await spectator.hear([1], SLACK)
        versions = {frame["version"] for frame in grace.frames if "version" in frame}
        assert versions == {3}, "presence is no entry of the log"
