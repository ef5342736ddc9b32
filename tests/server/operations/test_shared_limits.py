"""Nodes that share a Redis share one limit, and continue without it."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from gridwright.content.table import default_spec
from gridwright.server.live.opening import open_counts
from gridwright.server.live.redis_counts import AWAY_SECONDS, TIMEOUT_S, RedisCounts
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.rate_limits import Limits, Rate, TooMany
from gridwright_lab.trials.services.private_postgres import private_postgres
from gridwright_lab.trials.services.private_redis import PrivateRedis, private_redis
from gridwright_lab.trials.services.server_process import ServerProcess

pytestmark = pytest.mark.anyio

KEY = bytes(range(32))
RATE = Rate(5, 600)
FEW = Limits(orders=RATE)


@pytest.fixture
def redis() -> Iterator[PrivateRedis]:
    with private_redis() as server:
        yield server


async def n_let_in(limiter: RateLimiter, n_asked: int) -> int:
    waits: list[int] = []
    for _ask in range(n_asked):
        try:
            await limiter.order("ticket")
        except TooMany as error:
            waits.append(error.retry_after)
    assert all(1 <= wait <= RATE.seconds for wait in waits)
    return n_asked - len(waits)


async def test_several_nodes_count_as_one_and_each_key_apart(redis: PrivateRedis) -> None:
    async with open_counts(redis.url, KEY) as one, open_counts(redis.url, KEY) as other:
        nodes = [RateLimiter(FEW, shared=counts) for counts in (one, other)]
        taken = [await n_let_in(node, 1) for _turn in range(4) for node in nodes]
        assert sum(taken) == RATE.count
        await nodes[0].order("another ticket")


async def test_the_counts_name_no_address(redis: PrivateRedis) -> None:
    async with open_counts(redis.url, KEY) as counts:
        assert isinstance(counts, RedisCounts)
        assert await counts.take("tables", "192.0.2.7", RATE) == 0
        client = counts.client
        names = [name async for name in client.scan_iter()]
        assert len(names) == 1
        assert b"192" not in names[0]
        assert 0 < await client.ttl(names[0]) <= RATE.seconds


async def test_without_redis_a_node_goes_by_its_own_counts(redis: PrivateRedis) -> None:
    now = [0.0]
    counts = RedisCounts(redis.url, KEY, lambda: now[0])
    limiter = RateLimiter(FEW, shared=counts)
    try:
        assert await n_let_in(limiter, 3) == 3
        redis.kill()
        # Requests admitted before are counted, so an outage gives no second share.
        started = asyncio.get_running_loop().time()
        assert await n_let_in(limiter, 20) == 2
        # One of them waited for Redis, the others did not.
        assert asyncio.get_running_loop().time() - started < 2 * TIMEOUT_S + 0.5
        redis.start()
        assert await counts.take("orders", "new", RATE) is None
        now[0] += AWAY_SECONDS
        assert await counts.take("orders", "new", RATE) == 0
    finally:
        await counts.close()


async def test_a_redis_that_hangs_holds_up_a_request_for_a_moment(tmp_path: Path) -> None:
    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    silent = await asyncio.start_server(hang, "127.0.0.1", 0)
    url = f"redis://127.0.0.1:{silent.sockets[0].getsockname()[1]}"
    async with open_counts(url, KEY) as counts:
        limiter = RateLimiter(FEW, shared=counts)
        started = asyncio.get_running_loop().time()
        assert await n_let_in(limiter, 9) == RATE.count
        assert asyncio.get_running_loop().time() - started < 4 * TIMEOUT_S
    silent.close()


async def test_one_process_has_its_own_limits() -> None:
    async with open_counts("", KEY) as counts:
        assert counts is None


async def test_two_processes_allow_together_what_one_allows(
    tmp_path: Path, redis: PrivateRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ServerProcess, "LIMITS", "0.1")
    with ExitStack() as opened:
        postgres = opened.enter_context(private_postgres())
        shared = ("--role", "api", "--database", postgres.url, "--redis", redis.url)
        nodes = []
        for number in range(2):
            node = ServerProcess(tmp_path, f"node-{number}", *shared)
            opened.callback(node.kill)
            node.wait_until_ready()
            nodes.append(node)
        most = Limits().times(0.1).tables.count
        spec = {"spec": default_spec("card", seats=2).to_json()}
        statuses: Counter[int] = Counter()
        async with httpx.AsyncClient(timeout=30) as client:
            for ask in range(2 * most):
                made = await client.post(f"{nodes[ask % 2].address}/api/tables", json=spec)
                statuses[made.status_code] += 1
        assert statuses == {201: most, 429: most}
