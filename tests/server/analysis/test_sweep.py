"""A process beside the server makes analyses, can be stopped, and harms nothing if it fails."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from gridwright.protocol.analysis import EXAMPLE
from gridwright.server.analysis.service import Analyses
from gridwright.server.analysis.store import AnalysisStore, StoredAnalysis
from gridwright.server.analysis.sweep import LEASE, AnalysisSweep
from gridwright.server.live.bus import LocalBus
from gridwright.server.node import clock as node_clock
from gridwright.server.outbox.pump import BoundReader, OutboxPump
from gridwright.server.storage.append import EventKind
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import TableService
from gridwright.server.worker.service import Worker
from gridwright.table.entries import LoggedEntry, Status
from gridwright.table.log_entries import Acted, Began, Dealt, Undone, to_entry
from gridwright.table.positions.analyses import AnalysisTask, versions_of
from tests.server.analysis.finished_tables import begun_table, play_to_the_end, scripted_child

pytestmark = pytest.mark.anyio

KEY = b"k" * 32


class Bench:
    """A finished game with a queued analysis, and the parts of a sweep."""

    def __init__(self, game_id: str, store: AnalysisStore, sweep: AnalysisSweep) -> None:
        self.game_id = game_id
        self.store = store
        self.sweep = sweep

    async def read(self) -> StoredAnalysis:
        return await self.store.read(self.game_id)

    async def until(self, state: str, done: int = 0) -> None:
        async with asyncio.timeout(30):
            while (found := await self.read()).state != state or found.done < done:
                await asyncio.sleep(0.02)


@asynccontextmanager
async def opened(
    folder: Path, ending: str, ahead: int = 0, person: str = "Ada"
) -> AsyncIterator[Bench]:
    async with await open_store(f"sqlite:///{folder / 'games.db'}", upgrade=True) as store:
        service = TableService(store, SeedVault(store, KEY), LocalBus(), node_clock)
        analyses = AnalysisStore(store)
        asking = Analyses(analyses, service, is_on=True)
        worker = Worker(store, service, node_clock)
        game_id = await begun_table(service, person)
        await play_to_the_end(service, worker, game_id)
        ended = BoundReader("analysis", frozenset({EventKind.ENDED}), asking.read_event)
        await OutboxPump(store, [ended], LocalBus(), node_clock).drain()
        command = scripted_child(folder, ending)
        sweep = AnalysisSweep(
            store, analyses, service, lambda: node_clock() + ahead, command, beat=0.05
        )
        yield Bench(game_id, analyses, sweep)


def is_running(folder: Path) -> bool:
    try:
        os.kill(int((folder / "pid").read_text()), 0)
    except ProcessLookupError:
        return False
    return True


async def test_finishing_a_game_with_people_queues_its_analysis(tmp_path: Path) -> None:
    async with opened(tmp_path, "made") as bench:
        assert (await bench.read()).state == "queued"
        assert await bench.sweep.sweep()
        assert not await bench.sweep.sweep()
        found = await bench.read()
        assert found.state == "done"
        assert found.made is not None
        assert found.made.record == EXAMPLE.record
        task = msgspec.json.decode((tmp_path / "task").read_bytes(), type=AnalysisTask)
        assert task.names == ["Ada", "Bot 1"]
        assert len(found.made.versions) == len(task.lines) + 1
        assert found.made.versions == sorted(found.made.versions)


async def test_games_of_bots_are_not_queued(tmp_path: Path) -> None:
    async with opened(tmp_path, "made", person="") as bench:
        assert (await bench.read()).state == "none"
        assert not await bench.sweep.sweep()


@pytest.mark.parametrize("ending", ["crash", "nonsense"])
async def test_a_failed_process_is_reported(tmp_path: Path, ending: str) -> None:
    async with opened(tmp_path, ending) as bench:
        assert await bench.sweep.sweep()
        found = await bench.read()
        assert (found.state, found.reason) == ("failed", "impossible")


async def test_cancelling_ends_the_process(tmp_path: Path) -> None:
    async with opened(tmp_path, "never") as bench:
        sweeping = asyncio.create_task(bench.sweep.sweep())
        await bench.until("running", done=5)
        assert is_running(tmp_path)
        assert await bench.store.cancel(bench.game_id)
        assert await asyncio.wait_for(sweeping, 10)
        assert not is_running(tmp_path)
        assert (await bench.read()).state == "cancelled"


async def test_a_server_that_stops_gives_the_work_back(tmp_path: Path) -> None:
    async with opened(tmp_path, "never") as bench:
        stop = asyncio.Event()
        running = asyncio.create_task(bench.sweep.run(stop))
        await bench.until("running", done=5)
        stop.set()
        await asyncio.wait_for(running, 10)
        assert not is_running(tmp_path)
        assert (await bench.read()).state == "queued"


async def test_the_task_of_a_dead_worker_is_resumed(tmp_path: Path) -> None:
    async with opened(tmp_path, "made", ahead=LEASE + 1) as bench:
        lost = await bench.store.claim(node_clock(), LEASE, "dead")
        assert lost is not None
        assert await bench.sweep.sweep()
        assert (await bench.read()).state == "done"


async def test_a_game_that_crashes_workers_is_skipped(tmp_path: Path) -> None:
    async with opened(tmp_path, "made", ahead=9 * LEASE) as bench:
        for each in range(3):
            now = node_clock() + each * 2 * LEASE
            assert await bench.store.claim(now, LEASE, f"dead {each}") is not None
        assert await bench.sweep.sweep()
        assert await bench.read() == StoredAnalysis("failed", "broken")


def test_versions_go_by_what_counts() -> None:
    entries = [
        to_entry(Began(), "c1", 0, lines=("a", "b")),
        to_entry(Acted(), "c2", 0, 0, ("c", "d", "e")),
        to_entry(Undone(2), "c3", 0, 0),
        to_entry(Acted(), "c4", 0, 0, ("f",)),
        to_entry(Dealt(), "c5", 0, lines=("g",)),
    ]
    log = [
        LoggedEntry(version, entry, Status.RUNNING, None)
        for version, entry in enumerate(entries, start=1)
    ]
    assert versions_of(log) == [0, 0, 3, 4, 5]
