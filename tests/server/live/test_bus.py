"""Hints, within a process and by a real Redis: one contract, and what losing Redis costs."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest
from redis.asyncio import Redis

from gridwright.server.live import redis_bus
from gridwright.server.live.bus import MAX_WAITING, UNKNOWN, Bus, Listener, LocalBus
from gridwright.server.live.opening import open_bus
from gridwright.server.live.redis_bus import PREFIX, RedisBus
from gridwright.server.operations.metrics import Metrics
from gridwright.server.operations.settings import BadBusAddress
from gridwright_lab.trials.services.private_redis import private_redis
from tests.server.places import REDIS

pytestmark = pytest.mark.anyio


class Counts(Metrics):
    """Hints as they are counted."""

    def __init__(self) -> None:
        self.published = 0
        self.failed = 0

    def hints_published(self, n_hints: int) -> None:
        self.published += n_hints

    def hints_failed(self, n_hints: int) -> None:
        self.failed += n_hints


class Buses:
    """Two ends of a bus: two nodes by Redis; at home, both are the same one."""

    def __init__(self, here: Bus, there: Bus, counts: Counts) -> None:
        self.here = here
        self.there = there
        self.counts = counts


@pytest.fixture(params=["local", "redis"])
async def buses(request: pytest.FixtureRequest) -> AsyncIterator[Buses]:
    counts = Counts()
    async with AsyncExitStack() as opened:
        url = REDIS if request.param == "redis" else ""
        here = await opened.enter_async_context(await open_bus(url, counts))
        there = await opened.enter_async_context(await open_bus(url)) if url else here
        yield Buses(here, there, counts)


def new_game() -> str:
    return secrets.token_urlsafe(16)


async def heard(listener: Listener, seconds: float = 5) -> int:
    return await asyncio.wait_for(listener.next(), seconds)


async def until(holds: Callable[[], bool], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "the condition stayed false"
        await asyncio.sleep(0.01)


# What every bus promises


async def test_listeners_receive_published_hints(buses: Buses) -> None:
    game_id = new_game()
    async with buses.there.listen(game_id) as listener:
        await buses.here.publish(game_id, 7)
        assert await heard(listener) == 7
        await buses.here.publish(game_id, 8)
        assert await heard(listener) == 8
    await until(lambda: buses.counts.published == 2)
    assert buses.counts.failed == 0


async def test_each_listener_receives_each_hint(buses: Buses) -> None:
    game_id = new_game()
    async with (
        buses.there.listen(game_id) as first,
        buses.there.listen(game_id) as second,
        buses.here.listen(game_id) as third,
    ):
        await buses.here.publish(game_id, 3)
        assert [await heard(each) for each in (first, second, third)] == [3, 3, 3]


async def test_closing_a_listener_does_not_affect_others(buses: Buses) -> None:
    game_id = new_game()
    async with buses.there.listen(game_id) as stays:
        async with buses.there.listen(game_id):
            pass
        await buses.here.publish(game_id, 4)
        assert await heard(stays) == 4


async def test_hints_of_other_tables_are_not_received(buses: Buses) -> None:
    mine, other = new_game(), new_game()
    async with buses.there.listen(mine) as listener:
        await buses.here.publish(other, 1)
        await buses.here.publish(mine, 2)
        assert await heard(listener) == 2


async def test_a_listener_that_returns_immediately_receives_again(buses: Buses) -> None:
    game_id = new_game()
    for version in range(1, 21):
        async with buses.there.listen(game_id) as listener:
            await buses.here.publish(game_id, version)
            told = await heard(listener)
            # A hint for an earlier listener may come late; what matters is that one comes.
            while told not in (version, UNKNOWN):
                told = await heard(listener)


async def test_publishing_without_listeners_has_no_effect(buses: Buses) -> None:
    await buses.here.publish(new_game(), 1)
    await until(lambda: buses.counts.published == 1)


async def test_a_slow_listener_gets_the_newest(buses: Buses) -> None:
    game_id = new_game()
    last = 3 * MAX_WAITING
    async with buses.there.listen(game_id) as listener:
        for version in range(1, last + 1):
            await buses.here.publish(game_id, version)
        told = 0
        while told != last:
            now = await heard(listener)
            assert now > told
            told = now


async def test_a_table_is_left_when_its_last_listener_leaves(buses: Buses) -> None:
    game_id = new_game()
    async with buses.there.listen(game_id):
        pass
    held = buses.there
    assert isinstance(held, LocalBus | RedisBus)
    assert not held._listeners


# Addresses


async def test_addresses_lead_to_buses() -> None:
    async with await open_bus("") as bus:
        assert isinstance(bus, LocalBus)
    async with await open_bus(REDIS) as bus:
        assert isinstance(bus, RedisBus)
    with pytest.raises(BadBusAddress) as bad:
        await open_bus("amqp://user:hunter2@127.0.0.1")
    assert "hunter2" not in str(bad.value)


# Redis alone


async def test_one_connection_serves_the_listeners_of_all_tables() -> None:
    """Subscribed by the first listener of a table, left with the last."""
    games = [new_game() for _ in range(3)]
    channels = [PREFIX + game_id for game_id in games]
    async with Redis.from_url(REDIS) as client, await open_bus(REDIS) as bus:

        async def subscribers() -> list[int]:
            return [count for _name, count in await client.pubsub_numsub(*channels)]

        async with AsyncExitStack() as opened:
            for game_id in (*games, *games):
                await opened.enter_async_context(bus.listen(game_id))
            assert await subscribers() == [1, 1, 1]
            async with bus.listen(games[0]):
                pass
            assert await subscribers() == [1, 1, 1]
        deadline = time.monotonic() + 5
        while await subscribers() != [0, 0, 0]:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.01)


async def test_a_redis_that_goes_away_and_comes_back() -> None:
    game_id = new_game()
    counts = Counts()
    with private_redis() as redis:
        async with (
            await open_bus(redis.url, counts) as here,
            await open_bus(redis.url) as there,
            there.listen(game_id) as listener,
            here.listen(game_id) as neighbour,
        ):
            await here.publish(game_id, 1)
            assert await heard(listener) == 1
            assert await heard(neighbour) == 1
            redis.stop()
            started = time.monotonic()
            await here.publish(game_id, 2)
            assert time.monotonic() - started < 0.1, "a move waited for Redis"
            await until(lambda: counts.failed == 1)
            assert await heard(neighbour) == 2, "the own watchers need no Redis"
            redis.start()
            assert await heard(listener, 20) == UNKNOWN
            await here.publish(game_id, 3)
            assert await heard(listener) == 3
            await until(lambda: counts.published == 2)


async def test_a_redis_that_was_never_there() -> None:
    """A node starts without it, and hears once it comes."""
    game_id = new_game()
    with private_redis() as redis:
        redis.stop()
        async with await open_bus(redis.url) as bus:
            started = time.monotonic()
            async with bus.listen(game_id) as listener:
                assert time.monotonic() - started < 1, "a watcher waited for Redis"
                await bus.publish(game_id, 1)
                assert await heard(listener, 10) == 1
                redis.start()
                assert await heard(listener, 20) == UNKNOWN


async def test_a_connection_that_is_cut_is_made_again() -> None:
    game_id = new_game()
    with private_redis() as redis:
        async with (
            Redis.from_url(redis.url) as client,
            await open_bus(redis.url) as bus,
            bus.listen(game_id) as listener,
        ):
            await client.client_kill_filter(_type="pubsub")
            assert await heard(listener, 20) == UNKNOWN
            await client.client_kill_filter(_type="normal", skipme=True)
            await bus.publish(game_id, 5)
            assert await heard(listener) == 5


async def test_a_redis_that_says_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that vanished closes no connection."""
    monkeypatch.setattr(redis_bus, "QUIET_SECONDS", 0.2)
    n_connections = 0

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal n_connections
        n_connections += 1
        try:
            while await reader.read(1_000):
                pass
        finally:
            writer.close()

    server = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        counts = Counts()
        async with await open_bus(f"redis://127.0.0.1:{port}", counts) as bus:
            started = time.monotonic()
            await bus.publish("x", 1)
            assert time.monotonic() - started < 0.1
            await until(lambda: counts.failed == 1, 20)
            assert n_connections > 1


async def test_hints_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "MAX_UNSENT", 3)
    counts = Counts()
    async with await open_bus(REDIS, counts) as bus:
        for number in range(5):
            await bus.publish(f"g{number}", 1)
            await bus.publish(f"g{number}", 2)
        await until(lambda: counts.published == 3)
        assert counts.failed == 4
