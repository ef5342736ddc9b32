"""A node is ready only if what it acknowledges would be kept."""

import time
from pathlib import Path

import httpx
import pytest

from gridwright.server.health import LOOK_EVERY
from gridwright.server.storage.sharded import ShardedStore
from gridwright_lab.trials.live_server import open_live_server
from gridwright_lab.trials.services.server_process import started

resource = pytest.importorskip("resource")


def test_a_full_disk_is_not_ready_and_a_freed_one_is_again(tmp_path: Path) -> None:
    """The system refuses every write of the process from some moment on, as a full disk does."""
    with started(tmp_path / "home", home=()) as servers:
        server = servers["home"]

        def ready() -> httpx.Response:
            time.sleep(LOOK_EVERY + 0.1)
            return httpx.get(f"{server.address}/readyz", timeout=20)

        assert (ready().status_code, ready().json()) == (200, {"ready": True})
        limit = resource.RLIMIT_FSIZE
        before = resource.prlimit(server.process.pid, limit, (1, resource.RLIM_INFINITY))
        full = ready()
        assert full.status_code == 503
        assert full.json()["ready"] is False
        assert "SQLite" in full.json()["why"]
        # It still answers what needs no write.
        assert httpx.get(f"{server.address}/api/tables").status_code == 200
        resource.prlimit(server.process.pid, limit, before)
        assert ready().status_code == 200


@pytest.mark.anyio
async def test_asking_often_writes_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    plain = ShardedStore.try_write

    async def counted(self: ShardedStore, now: int) -> None:
        written.append(now)
        await plain(self, now)

    monkeypatch.setattr(ShardedStore, "try_write", counted)
    async with open_live_server(with_worker=False) as server:
        for _time in range(20):
            assert (await server.client.get("/readyz")).status_code == 200
        assert 1 <= len(written) <= 5
        rows = await server.node.store.home.rows("SELECT n FROM tally WHERE key = 'readiness'")
        assert rows == [(1,)]


@pytest.mark.anyio
async def test_every_store_takes_the_small_write(store: ShardedStore) -> None:
    for now in (1, 2):
        await store.try_write(now)
    for database in store.databases:
        rows = await database.rows("SELECT since FROM tally WHERE key = 'readiness'")
        assert [row[0] for row in rows] == [2]
