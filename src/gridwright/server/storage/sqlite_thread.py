"""One connection to SQLite in a thread of its own, with many writers to one flush of the disk.

SQLite has one writer at a time and a flush takes far longer than a statement. So whatever has
queued up while the last flush ran is carried out in one transaction, and everybody in it is
answered after its commit. Whoever is alone waits for nobody.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

from gridwright.server.storage.errors import StoreUnavailable

T = TypeVar("T")

_MOST_TOGETHER: Final = 64


@dataclass(frozen=True, eq=False)
class _Job:
    """Something to do with the connection, and who waits for it."""

    work: Callable[[sqlite3.Connection], Any]
    writes: bool
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"


@dataclass(frozen=True)
class _Answer:
    job: _Job
    value: Any
    error: Exception | None

    def give(self) -> None:
        if self.job.future.done():  # Nobody waits any more.
            return
        if self.error is None:
            self.job.future.set_result(self.value)
        else:
            self.job.future.set_exception(self.error)


class SqliteThread:
    """Carries out jobs on one connection, in order; writing ones in groups."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect: Final = connect
        self._jobs: Final[SimpleQueue[_Job | None]] = SimpleQueue()
        self._thread: Final = threading.Thread(target=self._run, name="sqlite", daemon=True)
        self._closed = False

    async def start(self) -> None:
        """Return when the connection is open, or raise what opening it raised."""
        self._thread.start()
        await self._ask(lambda _: None, writes=False)

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        found: T = await self._ask(work, writes=False)
        return found

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What the work gave, once it is on disk."""
        found: T = await self._ask(work, writes=True)
        return found

    async def close(self) -> None:
        """Finish what is queued, then close."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _ask(self, work: Callable[[sqlite3.Connection], Any], writes: bool) -> Any:
        if self._closed:
            raise StoreUnavailable("SQLite: closed")
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self._jobs.put(_Job(work, writes, loop, future))
        return await future

    def _run(self) -> None:
        try:
            connection = self._connect()
        except Exception as error:
            # Whoever asks, asks in vain.
            while (job := self._jobs.get()) is not None:
                _deliver([_Answer(job, None, _lost(error))])
            return
        try:
            while (group := self._next_group()) is not None:
                try:
                    answers = _carry_out(connection, group)
                except Exception as error:
                    # The thread must outlive anything, or whoever asks next would wait for ever.
                    answers = [_Answer(job, None, _lost(error)) for job in group]
                _deliver(answers)
        finally:
            connection.close()

    def _next_group(self) -> list[_Job] | None:
        first = self._jobs.get()
        if first is None:
            return None
        group = [first]
        while len(group) < _MOST_TOGETHER:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                break
            if job is None:
                self._jobs.put(None)  # After this group.
                break
            group.append(job)
        return group


def _carry_out(connection: sqlite3.Connection, group: list[_Job]) -> list[_Answer]:
    """Answers to all, which hold only once the group is on disk."""
    if not any(job.writes for job in group):
        return [_attempt(connection, job) for job in group]
    try:
        connection.execute("BEGIN IMMEDIATE")
        answers = [_attempt(connection, job) for job in group]
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return [_Answer(job, None, _lost(error)) for job in group]
    return answers


def _attempt(connection: sqlite3.Connection, job: _Job) -> _Answer:
    """Carry out one job. If it fails by itself, it leaves nothing behind and spares the others."""
    if not job.writes:
        try:
            return _Answer(job, job.work(connection), None)
        except Exception as error:
            return _Answer(job, None, _lost(error))
    connection.execute("SAVEPOINT job")
    try:
        value = job.work(connection)
    except Exception as error:
        # SQLite itself ends the transaction if the disk fails; then this raises, and all failed.
        connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        return _Answer(job, None, _lost(error))
    connection.execute("RELEASE job")
    return _Answer(job, value, None)


def _lost(error: Exception) -> Exception:
    """A failure of the database is told as such; anything else is told as it came."""
    if not isinstance(error, sqlite3.Error):
        return error
    unavailable = StoreUnavailable(f"SQLite: {error}")
    unavailable.__cause__ = error
    return unavailable


def _deliver(answers: list[_Answer]) -> None:
    """Give the answers in the loops that wait for them, mostly one wake-up for all."""
    for loop in {answer.job.loop for answer in answers}:
        if not loop.is_closed():
            ours = [answer for answer in answers if answer.job.loop is loop]
            loop.call_soon_threadsafe(_give_all, ours)


def _give_all(answers: list[_Answer]) -> None:
    for answer in answers:
        answer.give()
