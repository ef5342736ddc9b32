"""Acknowledged writes survive a crash, and an unknown outcome can be resolved."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gridwright.server.storage import Appended, Duplicate, Store, open_store
from gridwright.server.storage.errors import StoreUnavailable
from gridwright.server.storage.migrations.migrate import migrate
from gridwright_lab.trials.services.databases import fresh_database
from gridwright_lab.trials.services.private_postgres import private_postgres
from tests.server.storage.concurrent_writers import whole_log
from tests.server.storage.places import execute
from tests.server.storage.samples import append, move, new_game

pytestmark = pytest.mark.anyio

_WRITER = """
import asyncio, sys
from gridwright.server.storage import open_store
from tests.server.storage.samples import append
from tests.server.storage.samples import move

async def write(store, game):
    version = (await store.load(game)).version
    while True:
        answer = await append(store, game, version, move(f"c{version}"))
        version = answer.version
        print(game, version, flush=True)

async def main():
    async with await open_store(sys.argv[1]) as store:
        await asyncio.gather(*[write(store, f"g{number}") for number in range(5)])

asyncio.run(main())
"""


async def test_sqlite_keeps_what_a_killed_process_acknowledged(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    async with await open_store(url, upgrade=True) as store:
        for number in range(5):
            await store.create(new_game(f"g{number}"))
    acknowledged = dict.fromkeys([f"g{number}" for number in range(5)], 0)
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", _WRITER, url], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        for _, line in zip(range(200), process.stdout, strict=False):
            game_id, version = line.split()
            acknowledged[game_id] = int(version)
        process.kill()
        rest = process.communicate()[0]
        # The kill may cut the last line off; what it would have said was not heard.
        for line in rest[: rest.rfind("\n") + 1].splitlines():
            game_id, version = line.split()
            acknowledged[game_id] = int(version)
        async with await open_store(url) as store:
            for game_id, n_acknowledged in acknowledged.items():
                log = await whole_log(store, game_id)
                assert [entry.version for entry in log] == list(range(1, len(log) + 1))
                assert len(log) >= n_acknowledged
                assert (await store.load(game_id)).version == len(log)
    assert sum(acknowledged.values()) >= 500


async def test_postgresql_keeps_what_it_acknowledged_before_a_crash() -> None:
    with private_postgres() as server:
        await migrate(server.url)
        async with await open_store(server.url, connections=4) as store:
            for number in range(5):
                await store.create(new_game(f"g{number}"))
            is_over = asyncio.Event()
            writers = [
                asyncio.create_task(write_through(store, f"g{number}", lambda _: is_over.is_set()))
                for number in range(5)
            ]
            for _ in range(2):
                before = await progress(store)
                await asyncio.sleep(0.5)
                await asyncio.to_thread(server.kill)
                await asyncio.sleep(0.2)
                await asyncio.to_thread(server.start)
                assert await progress(store) > before
            is_over.set()
            acknowledged = await asyncio.gather(*writers)
            assert min([len(versions) for versions in acknowledged]) > 10
            for number, versions in enumerate(acknowledged):
                log = await whole_log(store, f"g{number}")
                assert [entry.version for entry in log] == list(range(1, len(log) + 1))
                # Each command has one outcome, also those whose first answer never came.
                assert versions == {entry.entry.command_id: entry.version for entry in log}


async def write_through(
    store: Store, game_id: str, is_enough: Callable[[int], bool]
) -> dict[str, int]:
    """Send commands one after the other, each again until it is answered."""
    versions: dict[str, int] = {}
    while not is_enough(len(versions)):
        command_id = f"c{len(versions)}"
        while command_id not in versions:
            try:
                answer = await append(store, game_id, len(versions), move(command_id))
            except StoreUnavailable:
                await asyncio.sleep(0.02)
                continue
            assert isinstance(answer, Appended | Duplicate)
            versions[command_id] = answer.version
    return versions


async def progress(store: Store) -> int:
    while True:
        try:
            return sum([game.version for game in await store.walk_games()])
        except StoreUnavailable:
            await asyncio.sleep(0.05)


async def test_a_lost_connection_raises_and_the_next_attempt_succeeds() -> None:
    with fresh_database() as url:
        await migrate(url)
        async with await open_store(url, connections=1) as store:
            await store.create(new_game("g1"))
            name = url.rsplit("/", 1)[1]
            ending = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
            await execute(url.rsplit("/", 1)[0] + "/test", f"{ending}'{name}'")
            versions = await write_through(store, "g1", lambda n_sent: n_sent == 3)
            assert versions == {"c0": 1, "c1": 2, "c2": 3}
