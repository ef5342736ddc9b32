"""A model of PostgreSQL: the server's own store on a pool that no database is behind.

The driver's pool is the only part that is modelled. Each statement is carried out at one moment, by
an SQLite in memory with the same tables; statements that only PostgreSQL understands are translated
here. The contract of the store holds for it, and random operations give the same results on a real
PostgreSQL (``tests/server/storage``).
"""

import asyncio
import json
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

from gridwright.server.storage import statements
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.postgres import PostgresStore
from gridwright_lab.trials.simulation.faults import Weather
from gridwright_lab.trials.simulation.loop import Process
from gridwright_lab.trials.simulation.plan import Kind

READS: Final = ("SELECT", "PRAGMA")
CONSTRAINTS: Final = {
    "event.game_id, event.command_id": "event_command",
    "event.game_id, event.version": "event_key",
}
"""PostgreSQL's names of the keys that SQLite names by their columns."""

_ARRAY: Final = re.compile(r"= ANY\(\$(\d)::text\[\]\)")
_CAST: Final = re.compile(r"::\w+(\[\])?")

_WITH_EVENTS: Final = statements.adding_events(statements.APPEND)
_ENTRY: Final = 10
"""Values of an append without events."""


class ModelDatabase:
    """The rows, and what carries out statements on them, one after the other."""

    def __init__(self, connection: sqlite3.Connection, committed: Callable[[], None]) -> None:
        """Take a connection to an empty database with the tables of this program."""
        self._connection: Final = connection
        self._committed: Final = committed
        self._words: Final[dict[str, str]] = {}
        connection.execute("PRAGMA foreign_keys = ON")

    def carry_out(self, text: str, values: tuple[object, ...]) -> list[Any]:
        """One statement as a transaction of its own; raises what the driver would raise."""
        if is_read(text):
            return self.say(text, values)
        with self.transaction():
            return self.say(text, values)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Transaction: all statements take effect, or none."""
        n_changes = self._connection.total_changes
        self._connection.execute("BEGIN")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")
        if self._connection.total_changes > n_changes:
            self._committed()

    def say(self, text: str, values: tuple[object, ...]) -> list[Any]:
        """The rows of a statement; raises what the driver would raise."""
        try:
            return self._one(text, values)
        except sqlite3.IntegrityError as error:
            raise _violation(error) from error

    def _one(self, text: str, values: tuple[object, ...]) -> list[Any]:
        if text == statements.CREATE:
            *row, box = values
            self._connection.execute(statements.SQLITE_CREATE_GAME, row)
            if box is not None:
                self._connection.execute(self._said(statements.KEEP_BOX), (row[0], box))
            return []
        if text == statements.HOLD_SHARDS:
            (shards,) = values
            assert isinstance(shards, list)
            for shard in shards:
                self._connection.execute(statements.SQLITE_HOLD_SHARD, (shard,))
            return []
        if text in (statements.APPEND, _WITH_EVENTS):
            return self._append(values)
        plain = [json.dumps(each) if isinstance(each, list) else each for each in values]
        return self._connection.execute(self._said(text), plain).fetchall()

    def _append(self, values: tuple[Any, ...]) -> list[Any]:
        """Append an entry and its events, which are separate statements in SQLite."""
        entry = values[:_ENTRY]
        rows = self._connection.execute(statements.SQLITE_APPEND, entry).fetchall()
        if rows and len(values) > _ENTRY:
            for kind, data in zip(*values[_ENTRY:], strict=True):
                event = (entry[0], rows[0][0], kind, entry[-1], data)
                self._connection.execute(statements.SQLITE_ADD_EVENT, event)
        return rows

    def _said(self, text: str) -> str:
        """A statement in the words of SQLite."""
        said = self._words.get(text)
        if said is None:
            said = _ARRAY.sub(r"IN (SELECT value FROM json_each($\1))", text)
            said = self._words[text] = statements.for_sqlite(_CAST.sub("", said))
        return said

    def peek(self, statement: str, *values: object) -> list[Any]:
        """Return the stored rows, bypassing the server."""
        return self._connection.execute(statement, values).fetchall()

    def close(self) -> None:
        self._connection.close()


def is_read(text: str) -> bool:
    return text.lstrip().startswith(READS)


def _violation(error: sqlite3.IntegrityError) -> Exception:
    """The driver's error for a row that a constraint forbids."""
    if error.sqlite_errorname == "SQLITE_CONSTRAINT_FOREIGNKEY":
        found: Any = asyncpg.ForeignKeyViolationError(str(error))
    elif error.sqlite_errorname in ("SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"):
        found = asyncpg.UniqueViolationError(str(error))
    else:
        found = asyncpg.CheckViolationError(str(error))
    columns = str(error).partition(": ")[2]
    found.constraint_name = CONSTRAINTS.get(columns, columns)
    assert isinstance(found, Exception)
    return found


class ModelConnection:
    """One connection of a pool."""

    def __init__(self, database: ModelDatabase, weather: Weather | None) -> None:
        self._database: Final = database
        self._weather: Final = weather
        self._is_within = False

    async def fetch(self, text: str, *values: object) -> list[Any]:
        """One statement; alone it is a transaction of its own."""
        if self._is_within:
            return self._database.say(text, values)
        await self._before(is_read(text))
        found = self._database.carry_out(text, values)
        await self._after()
        return found

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """Contains no await, so no other task runs between its statements: they lock their rows."""
        await self._before(is_read=False)
        self._is_within = True
        try:
            with self._database.transaction():
                yield
        finally:
            self._is_within = False
        await self._after()

    async def _before(self, is_read: bool) -> None:
        if self._weather is None:
            return
        await asyncio.sleep(self._weather.disk_seconds())
        if self._weather.strikes(Kind.AWAY):
            raise asyncpg.ConnectionDoesNotExistError("the connection was lost")
        if not is_read and self._weather.holds(Kind.FULL_DISK):
            self._weather.note(Kind.FULL_DISK)
            raise asyncpg.DiskFullError("no space left on device")

    async def _after(self) -> None:
        if self._weather is None:
            return
        await asyncio.sleep(self._weather.disk_seconds())
        if self._weather.strikes(Kind.AWAY):
            raise asyncpg.ConnectionDoesNotExistError("the answer was lost")

    def terminate(self) -> None:
        """Do nothing: the model has no connection to close."""


class ModelPool:
    """Replaces the driver's pool."""

    def __init__(self, database: ModelDatabase, weather: Weather | None = None) -> None:
        self._database: Final = database
        self._weather: Final = weather

    def acquire(self) -> AbstractAsyncContextManager[ModelConnection]:
        return self._acquire()

    @asynccontextmanager
    async def _acquire(self) -> AsyncIterator[ModelConnection]:
        yield ModelConnection(self._database, self._weather)

    async def close(self) -> None:
        """Others may use the same database."""


class ModelPostgres:
    """The database that all nodes of a run share."""

    url: Final = "postgresql://model"

    def __init__(
        self, connection: sqlite3.Connection, weather: Weather, committed: Callable[[], None]
    ) -> None:
        self._database: Final = ModelDatabase(connection, committed)
        self._weather: Final = weather
        self.peek: Final = self._database.peek
        self.close: Final = self._database.close

    def open(self, _process: Process) -> DatabaseStore:
        """The store of a process that begins; nothing of it has to be closed."""
        return PostgresStore(ModelPool(self._database, self._weather))
