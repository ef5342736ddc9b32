"""Every watcher gets every move under all faults of Redis; a watcher that does not is found."""

import asyncio
import json

import pytest

from gridwright_lab.trials.fan_out.fan_out import Size, main, run
from gridwright_lab.trials.faults.faulty_redis import faulty_redis
from gridwright_lab.trials.services.private_redis import private_redis
from gridwright_lab.trials.thresholds import Threshold, share

pytestmark = pytest.mark.anyio

UNEQUAL = "views unequal after 5 s"
LATE = "ms from log to last viewer, p95"


@pytest.mark.slow  # The same without faults; what it adds is the time, for a quiet machine.
async def test_watchers_get_every_move() -> None:
    verdict = await run(Size(n_sockets=60, n_games=15, rate=30, seconds=2))
    # How long it takes is measured by the command, alone on a machine.
    assert set(verdict.missed()) <= {LATE}, verdict.findings
    assert verdict.figures["deliveries"] == 240


async def test_lost_doubled_and_late_hints_lose_nothing() -> None:
    verdict = await run(Size(n_sockets=60, n_games=15, rate=40, seconds=1, faults=20))
    assert verdict.missed() == [], verdict.findings
    hints = verdict.figures["hints"]
    assert min([hints.get(kind, 0) for kind in ("dropped", "doubled", "delayed")]) > 0


@pytest.mark.slow
async def test_a_node_that_trusts_its_hints_is_caught() -> None:
    size = Size(n_sockets=60, n_games=15, rate=30, seconds=1, faults=33, is_polled=False)
    verdict = await run(size)
    assert UNEQUAL in verdict.missed()
    assert len(verdict.findings) < 60, "those whose hints arrived are equal"


def test_a_trial_of_nothing_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--sockets", "0", "--games", "1", "--seconds", "0", "--json"]) == 1
    assert not json.loads(capsys.readouterr().out)["ok"]


def test_bars_have_two_ends() -> None:
    assert Threshold("soon", 99.5, most=100).is_met
    assert not Threshold("late", 100.5, most=100).is_met
    assert share([], 95) == 0
    assert [share(list(range(1, 101)), percent) for percent in (50, 95, 100)] == [50, 95, 100]
    assert share([7], 95) == 7


async def test_the_faulty_messenger_passes_on_what_is_no_hint() -> None:
    from redis.asyncio import Redis

    with private_redis() as redis:
        async with faulty_redis(redis.url, 50) as (address, messenger):
            async with Redis.from_url(address) as client, client.pubsub() as heard:
                assert await client.set("a", "x" * 100_000)
                assert await client.get("b") is None
                assert await client.mget("a", "b") == [b"x" * 100_000, None]
                await heard.subscribe("c")
                for number in range(40):
                    await client.publish("c", number)
                await asyncio.sleep(0.1)
            assert messenger.counts["dropped"] + messenger.counts["doubled"] == 40
            assert min(messenger.counts.values()) > 5
