"""Many writers share one flush, and none of them pays for another's mistake."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from gridwright.server.storage.errors import StoreUnavailable
from gridwright.server.storage.sqlite_thread import SqliteThread

pytestmark = pytest.mark.anyio


async def start(path: Path) -> SqliteThread:
    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(path, isolation_level=None, timeout=0.05)
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        connection.execute("CREATE TABLE IF NOT EXISTS number (value INTEGER PRIMARY KEY)")
        return connection

    thread = SqliteThread(connect)
    await thread.start()
    return thread


def insert(value: int, then_fail: bool = False) -> Callable[[sqlite3.Connection], int]:
    def work(connection: sqlite3.Connection) -> int:
        connection.execute("INSERT INTO number VALUES (?)", (value,))
        if then_fail:
            raise KeyError(value)
        return value

    return work


def values(connection: sqlite3.Connection) -> list[int]:
    return [row[0] for row in connection.execute("SELECT value FROM number ORDER BY value")]


async def test_a_job_that_fails_leaves_nothing_and_spares_the_others(tmp_path: Path) -> None:
    thread = await start(tmp_path / "numbers.db")
    asked = [thread.write(insert(number, number % 3 == 0)) for number in range(30)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    expected = [number for number in range(30) if number % 3]
    assert [answer for answer in answers if not isinstance(answer, BaseException)] == expected
    assert sum([isinstance(answer, KeyError) for answer in answers]) == 10
    assert await thread.read(values) == expected
    await thread.close()


async def test_writers_that_come_together_share_a_commit(tmp_path: Path) -> None:
    thread = await start(tmp_path / "numbers.db")
    n_commits = 0

    def count(statement: str) -> None:
        nonlocal n_commits
        n_commits += statement == "COMMIT"

    await thread.read(lambda connection: connection.set_trace_callback(count))
    await asyncio.gather(*[thread.write(insert(number)) for number in range(128)])
    assert await thread.read(values) == list(range(128))
    assert 2 <= n_commits <= 16
    await thread.close()


async def test_a_locked_file_fails_all_jobs_of_the_group(
    tmp_path: Path,
) -> None:
    thread = await start(tmp_path / "numbers.db")
    other = sqlite3.connect(tmp_path / "numbers.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    asked = [thread.write(insert(number)) for number in range(5)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert all(isinstance(answer, StoreUnavailable) for answer in answers)
    assert await thread.read(values) == []
    other.execute("ROLLBACK")
    other.close()
    assert await thread.write(insert(1)) == 1
    await thread.close()


async def test_closing_completes_queued_writes(tmp_path: Path) -> None:
    thread = await start(tmp_path / "numbers.db")
    asked = [asyncio.ensure_future(thread.write(insert(number))) for number in range(200)]
    await asyncio.sleep(0)
    await thread.close()
    assert await asyncio.gather(*asked) == list(range(200))
    with pytest.raises(StoreUnavailable):
        await thread.read(values)


async def test_a_file_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    thread = SqliteThread(lambda: sqlite3.connect(tmp_path / "no" / "such" / "folder.db"))
    with pytest.raises(StoreUnavailable):
        await thread.start()
    await thread.close()
