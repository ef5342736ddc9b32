"""A worker resumes immediately after losing its database in the middle of its work."""

import asyncio
from functools import partial

import pytest

from gridwright.content.table import default_spec
from gridwright.server.live.bus import LocalBus
from gridwright.server.node import clock as node_clock
from gridwright.server.storage import open_store
from gridwright.server.storage.errors import StoreUnavailable
from gridwright.server.storage.migrations.migrate import migrate
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import Done, TableService
from gridwright.server.worker.service import Worker
from gridwright.table import commands
from gridwright.table.entries import Status
from gridwright.table.terms import Terms
from gridwright_lab.trials.services.databases import fresh_schema
from gridwright_lab.trials.services.private_postgres import private_postgres
from tests.server.storage.places import execute

pytestmark = pytest.mark.anyio

KEY = b"k" * 32
NOW = 1_700_000_000_000
N_TABLES = 3


async def full_table(service: TableService) -> str:
    """A table of bots that waits for its first card."""
    spec = default_spec("card", seats=2)
    game_id = await service.create(spec, Terms())
    for seat in range(spec.seats):
        sit = partial(commands.sit_down, seat=seat, name=f"Bot {seat}", bot="l0")
        table = await service.load(game_id)
        assert isinstance(
            await service.run_command(
                game_id, f"s{seat}", expected_version=table.version, decide=sit
            ),
            Done,
        )
    return game_id


async def test_claims_outlive_a_crash_of_the_database() -> None:
    """Tables whose database crashed after they were claimed used to wait for the whole lease."""
    with private_postgres() as server:
        await migrate(server.url)
        async with await open_store(server.url) as store:
            service = TableService(store, SeedVault(store, KEY), LocalBus(), lambda: NOW)
            games = [await full_table(service) for _table in range(N_TABLES)]
            n_looks = 0

            def clock() -> int:
                """The first look at the clock is for the claims, the others are for each table."""
                nonlocal n_looks
                n_looks += 1
                if n_looks == 1 + N_TABLES:
                    server.kill()
                return NOW

            worker = Worker(store, service, clock)
            with pytest.raises(StoreUnavailable):
                await worker.sweep()
            server.start()
            assert await worker.sweep() == N_TABLES
            statuses = [(await store.load(game_id)).status for game_id in games]
            assert statuses == [Status.RUNNING] * N_TABLES


async def test_a_table_without_its_secret_holds_up_no_other() -> None:
    with fresh_schema() as url:
        await migrate(url)
        async with await open_store(url) as store:
            service = TableService(store, SeedVault(store, KEY), LocalBus(), lambda: NOW)
            games = [await full_table(service) for _table in range(N_TABLES)]
            await execute(url, f"DELETE FROM secret WHERE game_id = '{games[0]}'")
            fresh = TableService(store, SeedVault(store, KEY), LocalBus(), lambda: NOW)
            await Worker(store, fresh, lambda: NOW).sweep()
            statuses = [(await store.load(game_id)).status for game_id in games]
            assert statuses == [Status.GATHERING, *[Status.RUNNING] * (N_TABLES - 1)]


@pytest.mark.parametrize("failure", [asyncio.CancelledError(), RuntimeError("a driver's fault")])
@pytest.mark.parametrize("place", ["claim_due", "append"])
async def test_nothing_that_fails_ends_the_worker(failure: BaseException, place: str) -> None:
    began = node_clock()

    def hurried() -> int:
        """A clock that runs fast: a claim that failed is free again after half a minute."""
        return began + 20 * (node_clock() - began)

    with fresh_schema() as url:
        await migrate(url)
        async with await open_store(url) as store:
            service = TableService(store, SeedVault(store, KEY), LocalBus(), hurried)
            game_id = await full_table(service)
            plain = getattr(store, place)
            failed = False

            async def once(*values: object, **more: object) -> object:
                nonlocal failed
                if not failed:
                    failed = True
                    raise failure
                return await plain(*values, **more)

            setattr(store, place, once)
            stop = asyncio.Event()
            running = asyncio.create_task(Worker(store, service, hurried).run(stop))
            async with asyncio.timeout(60):
                while (await store.load(game_id)).status is not Status.RUNNING:
                    await asyncio.sleep(0.02)
            assert failed
            assert not running.done()
            stop.set()
            await running


async def test_a_worker_that_is_cancelled_ends() -> None:
    with fresh_schema() as url:
        await migrate(url)
        async with await open_store(url) as store:
            service = TableService(store, SeedVault(store, KEY), LocalBus(), node_clock)
            running = asyncio.create_task(Worker(store, service, node_clock).run(asyncio.Event()))
            await asyncio.sleep(0.05)
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
