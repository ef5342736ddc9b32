"""SQLite on its real file, with a thread that is none: its work is done at moments of the seed."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.errors import StoreUnavailable
from gridwright.server.storage.sqlite import SqliteStore, connect
from gridwright.server.storage.sqlite_thread import Answer, Job, SqliteJobs, carry_out
from gridwright_lab.trials.simulation.faults import Weather
from gridwright_lab.trials.simulation.loop import Process
from gridwright_lab.trials.simulation.plan import Kind

MAX_BATCH: Final = 64
NO_LIMIT: Final = 4_294_967_294
"""Pages of a file on a disk with room."""


class SimulatedThread(SqliteJobs):
    """The jobs of one process: carried out together, committed, and answered a while later.

    A process may be killed before any of it, and between the commit and the answers.
    """

    def __init__(
        self, connection: sqlite3.Connection, weather: Weather, committed: Callable[[], None]
    ) -> None:
        self._connection: Final = connection
        self._weather: Final = weather
        self._committed: Final = committed
        self._jobs: list[Job] = []
        self._is_busy = False
        self._is_full = False

    async def _ask(self, work: Callable[[sqlite3.Connection], Any], writes: bool) -> Any:
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self._jobs.append(Job(work, writes, loop, future))
        self._next_job()
        return await future

    def _next_job(self) -> None:
        if self._jobs and not self._is_busy:
            self._is_busy = True
            asyncio.get_running_loop().call_later(self._weather.disk_seconds(), self._carry_out)

    def _carry_out(self) -> None:
        group, self._jobs = self._jobs[:MAX_BATCH], self._jobs[MAX_BATCH:]
        self._fill_disk()
        n_changes = self._connection.total_changes
        answers = carry_out(self._connection, group)
        if self._is_full:
            for answer in answers:
                if isinstance(answer.error, StoreUnavailable):
                    self._weather.note(Kind.FULL_DISK)
        if self._connection.total_changes > n_changes:
            self._committed()
        asyncio.get_running_loop().call_later(self._weather.disk_seconds(), self._give, answers)

    def _give(self, answers: list[Answer]) -> None:
        self._is_busy = False
        for answer in answers:
            answer.give()
        self._next_job()

    def _fill_disk(self) -> None:
        """SQLite itself says that the disk is full: its file may not grow."""
        is_full = self._weather.holds(Kind.FULL_DISK)
        if is_full != self._is_full:
            self._is_full = is_full
            pages = 1 if is_full else NO_LIMIT
            self._connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()

    async def close(self) -> None:
        self._connection.close()


class SqliteFile:
    """The database of a server at home."""

    url: Final = "sqlite:///games.db"

    def __init__(self, path: Path, weather: Weather, committed: Callable[[], None]) -> None:
        self._path: Final = path
        self._weather: Final = weather
        self._committed: Final = committed
        self._own: Final = connect(path)

    def open(self, process: Process) -> DatabaseStore:
        """The store of a process that begins."""
        connection = connect(self._path)
        process.at_end.append(connection.close)
        return SqliteStore(SimulatedThread(connection, self._weather, self._committed))

    def peek(self, statement: str, *values: object) -> list[Any]:
        """Return the rows on disk, bypassing the server."""
        return self._own.execute(statement, values).fetchall()

    def close(self) -> None:
        self._own.close()
