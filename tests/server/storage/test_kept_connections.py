"""Connections that stay with their node between statements, on a real PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # It ships no types.
import pytest

from gridwright.server.storage.kept_connections import KeptConnections
from gridwright_lab.trials.services.databases import POSTGRES

pytestmark = pytest.mark.anyio

MOST = 3
PID = "SELECT pg_backend_pid()"


@asynccontextmanager
async def opened(idle_s: float = 60.0) -> AsyncIterator[tuple[KeptConnections, Any]]:
    pool = await asyncpg.create_pool(POSTGRES, min_size=0, max_size=MOST, timeout=10)
    kept = KeptConnections(pool, MOST, idle_s)
    try:
        yield kept, pool
    finally:
        await asyncio.wait_for(kept.close(), 20)


async def ask(kept: KeptConnections, statement: str) -> Any:
    async with kept.acquire() as connection:
        return await connection.fetchval(statement)


async def test_statements_in_turn_use_one_connection() -> None:
    async with opened() as (kept, pool):
        assert len({await ask(kept, PID) for _ in range(20)}) == 1
        assert pool.get_size() == 1


async def test_connections_in_use_stay_within_the_limit() -> None:
    async with opened() as (kept, _pool):
        asked = [ask(kept, "SELECT pg_backend_pid() FROM pg_sleep(0.01)") for _ in range(30)]
        found = await asyncio.gather(*asked)
        assert len(found) == 30
        assert len(set(found)) == MOST


async def test_a_connection_that_was_closed_is_replaced() -> None:
    async with opened() as (kept, _pool):
        first = await ask(kept, PID)
        other = await asyncpg.connect(POSTGRES)
        try:
            await other.execute("SELECT pg_terminate_backend($1)", first)
        finally:
            await other.close()
        await asyncio.sleep(0.1)  # Until the loop has seen the end of the connection.
        assert await ask(kept, PID) != first


async def test_a_failed_statement_leaves_a_sound_connection() -> None:
    async with opened() as (kept, _pool):
        for _ in range(2 * MOST):
            with pytest.raises(asyncpg.PostgresError):
                await ask(kept, "SELECT missing")
        assert await ask(kept, "SELECT 7") == 7


async def test_a_cancelled_statement_gets_no_later_answer() -> None:
    async with opened() as (kept, _pool):
        for number in range(2 * MOST):
            asked = asyncio.create_task(ask(kept, "SELECT -1 FROM pg_sleep(5)"))
            await asyncio.sleep(0.05)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            assert await ask(kept, f"SELECT {number}") == number


async def test_a_cancelled_wait_takes_no_place() -> None:
    async with opened() as (kept, _pool):
        busy = [asyncio.create_task(ask(kept, "SELECT pg_sleep(0.2)")) for _ in range(MOST)]
        await asyncio.sleep(0.1)
        waiting = asyncio.create_task(ask(kept, PID))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(*busy)
        assert len(await asyncio.gather(*[ask(kept, PID) for _ in range(MOST)])) == MOST


async def test_unused_connections_are_closed() -> None:
    async with opened(idle_s=0.2) as (kept, pool):
        pids = await asyncio.gather(
            *[ask(kept, "SELECT pg_backend_pid() FROM pg_sleep(0.05)") for _ in range(MOST)]
        )
        assert pool.get_size() == len(set(pids)) == MOST
        for _ in range(8):
            await asyncio.sleep(0.05)
            await ask(kept, PID)
        assert pool.get_size() == 1
        await asyncio.sleep(0.3)
        assert await ask(kept, PID) not in pids
        assert pool.get_size() == 1
