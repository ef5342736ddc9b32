"""Metrics of a node, and stopping a worker."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from gridwright.content.table import default_spec
from gridwright.server.node import Node, open_node
from gridwright.server.operations.metrics import Ending, Metrics
from gridwright.server.operations.prometheus import PrometheusMetrics
from gridwright.server.tables.service import Done, Stale
from gridwright.server.worker import service as worker
from gridwright.server.worker.service import Worker
from gridwright.table import commands
from gridwright.table.commands import Decision, RefusedCommand
from gridwright.table.table import Table
from gridwright.table.terms import Terms

pytestmark = pytest.mark.anyio

KEY = b"m" * 32


def count(metrics: Metrics, name: str) -> float:
    """One figure as Prometheus would read it."""
    text, media_type = metrics.show()
    assert media_type.startswith("text/plain")
    for line in text.decode().splitlines():
        found, _space, value = line.rpartition(" ")
        if found == f"gridwright_{name}":
            return float(value)
    raise AssertionError(f"no figure {name}")


async def fill(node: Node) -> str:
    """A table of two bots, due to begin."""
    game_id = await node.service.create(default_spec("card", seats=2), Terms())
    for seat in range(2):
        sit = partial(commands.sit_down, seat=seat, name=f"Bot {seat}", bot="l0")
        done = await node.service.run_command(
            game_id, f"sit:{seat}", expected_version=1 + seat, decide=sit
        )
        assert isinstance(done, Done)
    return game_id


async def test_commands_are_counted_by_how_they_end(tmp_path: Path) -> None:
    async with open_node(f"sqlite:///{tmp_path / 'games.db'}", KEY) as node:
        game_id = await fill(node)
        sit = partial(commands.sit_down, seat=1, name="Eve")

        def broken(_table: Table) -> Decision:
            raise ZeroDivisionError

        assert isinstance(
            await node.service.run_command(game_id, "sit:1", expected_version=2, decide=sit), Done
        )
        assert isinstance(
            await node.service.run_command(game_id, "late", expected_version=2, decide=sit), Stale
        )
        with pytest.raises(RefusedCommand):
            await node.service.run_command(game_id, "taken", expected_version=3, decide=sit)
        with pytest.raises(ZeroDivisionError):
            await node.service.run_command(game_id, "broken", expected_version=3, decide=broken)
        expected = {"done": 2, "repeated": 1, "stale": 1, "refused": 1, "failed": 1}
        assert set(expected) == set(Ending)
        for outcome, n_commands in expected.items():
            assert count(node.metrics, f'commands_total{{outcome="{outcome}"}}') == n_commands
        assert count(node.metrics, "append_seconds_count") == 2
        assert count(node.metrics, "decide_seconds_count") == 2
        assert count(node.metrics, "hints_published_total") == 2
        await node.service.load(game_id)
        assert count(node.metrics, "tables_in_memory") == 1
        assert await node[Worker].sweep() == 1
        assert count(node.metrics, "due_tables_claimed_total") == 1


async def test_nodes_of_one_process_count_apart() -> None:
    one, other = PrometheusMetrics("api"), PrometheusMetrics("ws")
    one.frame_sent()
    assert count(one, "frames_sent_total") == 1
    assert count(other, "frames_sent_total") == 0
    assert b'role="ws"' in other.show()[0]


async def test_a_stopping_worker_finishes_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "MAX_CONCURRENT", 1)
    stop = asyncio.Event()

    class StopAfterOne(Metrics):
        """Stops the worker while it is at its first table."""

        def decide_took(self, seconds: float) -> None:
            assert seconds >= 0
            if is_sweeping:
                stop.set()

    is_sweeping = False
    async with open_node(f"sqlite:///{tmp_path / 'games.db'}", KEY, None, StopAfterOne()) as node:
        games = [await fill(node) for _ in range(3)]
        is_sweeping = True
        assert await node[Worker].sweep(stop) == 3
        records = [await node.store.load(game_id) for game_id in games]
        assert sorted([record.version for record in records]) == [3, 3, 4]
        # The other two are released immediately, not when the lease expires.
        left = [record for record in records if record.version == 3]
        assert [record.wake_at for record in left] == [record.deadline_at for record in left]
        assert await node[Worker].sweep() == 3
