"""Group commit for one SQLite connection: jobs that share one transaction and flush."""

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from gridwright.server.storage.errors import StoreUnavailable

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
