"""One connection to SQLite in its own thread, with many writers to one flush of the disk.

SQLite has one writer at a time and a flush takes far longer than a statement. So all jobs that
queued up during the last flush run in one transaction (group commit) and are completed after its
commit. A single job does not wait.
"""

import asyncio
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

from gridwright.server.storage.errors import StoreUnavailable

_MAX_BATCH: Final = 64

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Job:
    """Work for the connection, and the future of its caller."""

    work: Callable[[sqlite3.Connection], Any]
    writes: bool
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"


@dataclass(frozen=True)
class Answer:
    """The result of a job."""

    job: Job
    value: Any
    error: Exception | None

    def give(self) -> None:
        if self.job.future.done():  # The caller was cancelled.
            return
        if self.error is None:
            self.job.future.set_result(self.value)
        else:
            self.job.future.set_exception(self.error)


class SqliteJobs(ABC):
    """Queues jobs for one connection; each is completed once it is on disk."""

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        found: T = await self._ask(work, writes=False)
        return found

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run the work; return its result once it is on disk."""
        found: T = await self._ask(work, writes=True)
        return found

    @abstractmethod
    async def _ask(self, work: Callable[[sqlite3.Connection], Any], writes: bool) -> Any:
        """Queue the work, and wait for its answer."""

    @abstractmethod
    async def close(self) -> None:
        """Finish the queued jobs, then close."""


def carry_out(connection: sqlite3.Connection, group: list[Job]) -> list[Answer]:
    """Run all jobs; the results are valid only once the group is on disk."""
    if not any(job.writes for job in group):
        return [_attempt(connection, job) for job in group]
    try:
        connection.execute("BEGIN IMMEDIATE")
        answers = [_attempt(connection, job) for job in group]
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return [Answer(job, None, lost(error)) for job in group]
    return answers


def _attempt(connection: sqlite3.Connection, job: Job) -> Answer:
    """Run one job in a savepoint. If it fails, it has no effect on the others."""
    if not job.writes:
        try:
            return Answer(job, job.work(connection), None)
        except Exception as error:
            return Answer(job, None, lost(error))
    connection.execute("SAVEPOINT job")
    try:
        value = job.work(connection)
    except Exception as error:
        # SQLite ends the transaction if the disk fails; then this raises, and all jobs failed.
        connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        return Answer(job, None, lost(error))
    connection.execute("RELEASE job")
    return Answer(job, value, None)


def lost(error: Exception) -> Exception:
    """Map database errors to StoreUnavailable; other errors pass unchanged."""
    if not isinstance(error, sqlite3.Error):
        return error
    unavailable = StoreUnavailable(f"SQLite: {error}")
    unavailable.__cause__ = error
    return unavailable


class SqliteThread(SqliteJobs):
    """Runs jobs on one connection, in order; writes in groups."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect: Final = connect
        self._jobs: Final[SimpleQueue[Job | None]] = SimpleQueue()
        self._thread: Final = threading.Thread(target=self._run, name="sqlite", daemon=True)
        self._closed = False

    async def start(self) -> None:
        """Open the connection; raise the error of opening it."""
        self._thread.start()
        await self._ask(lambda _: None, writes=False)

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _ask(self, work: Callable[[sqlite3.Connection], Any], writes: bool) -> Any:
        if self._closed:
            raise StoreUnavailable("SQLite: closed")
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self._jobs.put(Job(work, writes, loop, future))
        return await future

    def _run(self) -> None:
        try:
            connection = self._connect()
        except Exception as error:
            # Requests fail from now on.
            while (job := self._jobs.get()) is not None:
                _deliver([Answer(job, None, lost(error))])
            return
        try:
            while (group := self._next_group()) is not None:
                try:
                    answers = carry_out(connection, group)
                except Exception as error:
                    # The thread must survive any error, or the next request would wait forever.
                    answers = [Answer(job, None, lost(error)) for job in group]
                _deliver(answers)
        finally:
            connection.close()

    def _next_group(self) -> list[Job] | None:
        first = self._jobs.get()
        if first is None:
            return None
        group = [first]
        while len(group) < _MAX_BATCH:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                break
            if job is None:
                self._jobs.put(None)  # After this group.
                break
            group.append(job)
        return group


def _deliver(answers: list[Answer]) -> None:
    """Deliver results to the waiting event loops, mostly with one wake-up for all."""
    for loop in {answer.job.loop for answer in answers}:
        if not loop.is_closed():
            ours = [answer for answer in answers if answer.job.loop is loop]
            loop.call_soon_threadsafe(_give_all, ours)


def _give_all(answers: list[Answer]) -> None:
    for answer in answers:
        answer.give()
