"""The store on one SQLite file, for a single server process."""

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Self

from gridwright.server.storage import statements
from gridwright.server.storage.append import (
    Appended,
    Conflict,
    Duplicate,
    NewEvent,
    Outcome,
)
from gridwright.server.storage.contract import Change, DatabaseStore
from gridwright.server.storage.errors import (
    BrokenLog,
    GameArchived,
    GameExists,
    GameNotOver,
    LogInArchive,
    NoSecret,
    RowMissing,
    RowTaken,
    UnknownGame,
)
from gridwright.server.storage.games import ANYTHING, Bookmark, Claim, GameRecord, Label, NewGame
from gridwright.server.storage.limits import (
    MAX_ENTRIES,
    MAX_GAMES,
    page_start,
    verify_append,
    verify_box,
    verify_claim,
    verify_entry,
    verify_events,
    verify_known_id,
    verify_label,
    verify_new_game,
    verify_page,
    verify_since,
    verify_walk,
)
from gridwright.server.storage.private_files import make_private_file
from gridwright.server.storage.rows import Row, claims_of, entry_row, game_of, game_row, logged_of
from gridwright.server.storage.safety import make_sqlite_safe, verify_sqlite
from gridwright.server.storage.sqlite_thread import SqliteJobs, SqliteThread
from gridwright.table.entries import Entry, LoggedEntry, Status

TIMEOUT_S: Final = 10.0
"""Seconds to wait for another program that writes to the same file."""

_LOAD: Final = statements.for_sqlite(statements.LOAD)
_BY_COMMAND: Final = statements.for_sqlite(statements.BY_COMMAND)
_ENTRIES: Final = statements.for_sqlite(statements.ENTRIES)
_RELEASE: Final = statements.for_sqlite(statements.RELEASE)
_WALK_GAMES: Final = statements.for_sqlite(statements.WALK_GAMES)
_IN_ARCHIVE: Final = statements.for_sqlite(statements.IN_ARCHIVE)
_ARCHIVE: Final = statements.for_sqlite(statements.ARCHIVE)
_END_CLAIM: Final = statements.for_sqlite(statements.END_CLAIM)
_DELETE: Final = statements.for_sqlite(statements.DELETE)
_KEEP_BOX: Final = statements.for_sqlite(statements.KEEP_BOX)
_BOX: Final = statements.for_sqlite(statements.BOX)


class SqliteStore(DatabaseStore):
    """The same statements on a file, executed by the thread that owns the connection."""

    APPEND: ClassVar[str] = statements.SQLITE_APPEND
    CLAIM_DUE: ClassVar[str] = statements.for_sqlite(statements.CLAIM_DUE)

    def __init__(self, jobs: SqliteJobs) -> None:
        self._jobs: Final = jobs

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file; raise UnsafeDatabase or StoreUnavailable."""
        thread = SqliteThread(lambda: connect(path))
        try:
            await thread.start()
        except BaseException:
            await thread.close()
            raise
        return cls(thread)

    async def create(self, game: NewGame) -> None:
        verify_new_game(game)

        def work(connection: sqlite3.Connection) -> None:
            try:
                connection.execute(statements.SQLITE_CREATE_GAME, game_row(game))
            except sqlite3.IntegrityError as error:
                raise GameExists(game.game_id) from error
            if game.box is not None:
                connection.execute(_KEEP_BOX, (game.game_id, game.box))

        await self._jobs.write(work)

    async def load(self, game_id: str) -> GameRecord:
        verify_known_id(game_id)
        return await self._jobs.read(lambda connection: _load(connection, game_id))

    async def append(
        self,
        game_id: str,
        expected: int,
        entry: Entry,
        *,
        status: Status,
        deadline_at: int | None,
        events: Sequence[NewEvent] = (),
    ) -> Outcome:
        verify_append(expected, status, deadline_at)
        verify_known_id(game_id)
        verify_entry(entry)
        verify_events(events)
        values = (game_id, expected, *entry_row(entry, status, deadline_at))

        def work(connection: sqlite3.Connection) -> Outcome:
            try:
                rows = connection.execute(self.APPEND, values).fetchall()
            except sqlite3.IntegrityError as error:
                # The statement is rolled back as a whole, so the game is unchanged.
                if error.sqlite_errorname != "SQLITE_CONSTRAINT_UNIQUE":
                    raise BrokenLog(game_id, str(error)) from error
                rows = []
            if rows:
                for event in events:
                    row = (game_id, rows[0][0], event.kind.value, entry.at, event.data)
                    connection.execute(statements.SQLITE_ADD_EVENT, row)
                return Appended(rows[0][0])
            return _explain(connection, game_id, expected, entry.command_id)

        return await self._jobs.write(work)

    async def entries(
        self, game_id: str, since: int = 0, limit: int = MAX_ENTRIES
    ) -> list[LoggedEntry]:
        verify_since(since, limit)
        verify_known_id(game_id)
        return await self._jobs.read(lambda connection: _entries(connection, game_id, since, limit))

    async def claim_due(self, now: int, limit: int, lease: int) -> list[Claim]:
        verify_claim(now, limit, lease)
        values = (now, limit, now + lease)

        def work(connection: sqlite3.Connection) -> list[Row]:
            return connection.execute(self.CLAIM_DUE, values).fetchall()

        return claims_of(await self._jobs.write(work), now + lease)

    async def release(self, claim: Claim) -> None:
        verify_known_id(claim.game_id)
        values = (claim.game_id, claim.version, claim.until)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(_RELEASE, values)

        await self._jobs.write(work)

    async def end_claims(self) -> None:
        await self.change(*[(statement, ()) for statement in statements.END_CLAIMS])

    async def list_games(
        self,
        status: Status,
        limit: int = MAX_GAMES,
        after: Bookmark | None = None,
        like: Label = ANYTHING,
    ) -> list[GameRecord]:
        verify_page(limit)
        verify_label(like)
        criteria = like.criteria()
        statement = statements.for_sqlite(statements.list_games(criteria))
        values = (status.value, *page_start(after), limit, *criteria.values())
        rows = await self._all(statement, *values)
        return [game_of(row) for row in rows]

    async def walk_games(self, limit: int = MAX_GAMES, after: str = "") -> list[GameRecord]:
        verify_walk(limit, after)
        return [game_of(row) for row in await self._all(_WALK_GAMES, limit, after)]

    async def archive(self, game_id: str) -> None:
        verify_known_id(game_id)

        def work(connection: sqlite3.Connection) -> None:
            if not connection.execute(_ARCHIVE, (game_id,)).fetchall():
                raise GameNotOver(game_id, _load(connection, game_id).status)

        await self._jobs.write(work)

    async def delete(self, game_id: str) -> None:
        verify_known_id(game_id)

        def work(connection: sqlite3.Connection) -> None:
            if not connection.execute(_DELETE, (game_id,)).fetchall():
                raise UnknownGame(game_id)
            connection.execute(_END_CLAIM, (game_id,))

        await self._jobs.write(work)

    async def keep_box(self, game_id: str, box: bytes) -> None:
        verify_known_id(game_id)
        verify_box(box)

        def work(connection: sqlite3.Connection) -> None:
            try:
                connection.execute(_KEEP_BOX, (game_id, box))
            except sqlite3.IntegrityError as error:
                raise UnknownGame(game_id) from error

        await self._jobs.write(work)

    async def box(self, game_id: str) -> bytes:
        verify_known_id(game_id)
        rows = await self._all(_BOX, game_id)
        if not rows:
            raise NoSecret(game_id)
        return bytes(rows[0][0])

    async def _all(self, statement: str, *values: object) -> list[Row]:
        return await self._jobs.read(
            lambda connection: connection.execute(statement, values).fetchall()
        )

    async def held_shards(self) -> frozenset[int]:
        return frozenset([row[0] for row in await self._all(statements.HELD_SHARDS)])

    async def hold_shards(self, shards: frozenset[int]) -> None:
        values = [(shard,) for shard in sorted(shards)]

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany(statements.SQLITE_HOLD_SHARD, values)

        await self._jobs.write(work)

    async def rows(self, statement: str, *values: object) -> list[Row]:
        return await self._all(statements.for_sqlite(statement), *values)

    async def change(self, *changes: Change) -> list[list[Row]]:
        def work(connection: sqlite3.Connection) -> list[list[Row]]:
            try:
                return [
                    connection.execute(statements.for_sqlite(text), values).fetchall()
                    for text, values in changes
                ]
            except sqlite3.IntegrityError as error:
                if error.sqlite_errorname == "SQLITE_CONSTRAINT_FOREIGNKEY":
                    raise RowMissing(str(error)) from error
                raise RowTaken(str(error)) from error

        return await self._jobs.write(work)

    async def n_bytes(self) -> int:
        return int((await self._all(statements.SQLITE_BYTES))[0][0])

    async def n_free(self) -> int | None:
        (file,) = [row[2] for row in await self._all("PRAGMA database_list") if row[1] == "main"]
        return shutil.disk_usage(Path(file).parent).free if file else None

    async def ping(self) -> None:
        await self._all(statements.PING)

    async def close(self) -> None:
        await self._jobs.close()


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection that loses no acknowledged write; raise UnsafeDatabase."""
    make_private_file(path)
    connection = sqlite3.connect(path, timeout=TIMEOUT_S, isolation_level=None)
    try:
        make_sqlite_safe(connection)
        verify_sqlite(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _load(connection: sqlite3.Connection, game_id: str) -> GameRecord:
    rows: list[Any] = connection.execute(_LOAD, (game_id,)).fetchall()
    if not rows:
        raise UnknownGame(game_id)
    return game_of(rows[0])


def _entries(
    connection: sqlite3.Connection, game_id: str, since: int, limit: int
) -> list[LoggedEntry]:
    rows: list[Any] = connection.execute(_ENTRIES, (game_id, since, limit)).fetchall()
    if not rows:
        raise UnknownGame(game_id)
    if rows[0][0] is None:
        if rows[0][-1] and connection.execute(_IN_ARCHIVE, (game_id,)).fetchone():
            raise LogInArchive(game_id)
        return []
    return [logged_of(row[:-1]) for row in rows]


def _explain(
    connection: sqlite3.Connection, game_id: str, expected: int, command_id: str
) -> Outcome:
    """Return why nothing was appended: Duplicate or Conflict."""
    found = connection.execute(_BY_COMMAND, (game_id, command_id)).fetchone()
    if found is not None:
        return Duplicate(logged_of(found))
    game = _load(connection, game_id)
    if game.status is Status.ARCHIVED:
        raise GameArchived(game_id)
    return Conflict(game.version, tuple(_entries(connection, game_id, expected, MAX_ENTRIES)))
