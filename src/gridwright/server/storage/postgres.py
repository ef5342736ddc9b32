"""The store on PostgreSQL, where many nodes share one database."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Final, Self

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

from gridwright.server.storage import statements
from gridwright.server.storage.addresses import MAX_CONNECTIONS, TIMEOUT_S
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
    StoreUnavailable,
    UnknownGame,
)
from gridwright.server.storage.games import (
    ANYTHING,
    Bookmark,
    Claim,
    GameRecord,
    Label,
    NewGame,
    StoredGame,
)
from gridwright.server.storage.kept_connections import KeptConnections
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
from gridwright.server.storage.rows import Row, claims_of, entry_row, game_of, game_row, logged_of
from gridwright.server.storage.safety import verify_postgres
from gridwright.table.entries import Entry, LoggedEntry, Status

_LOST: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,
)


@contextmanager
def answering() -> Iterator[None]:
    """Raise StoreUnavailable if the database does not respond; other errors propagate."""
    try:
        yield
    except _LOST as error:
        # The text of the driver may contain the address, and the address a password.
        raise StoreUnavailable(f"PostgreSQL: {type(error).__name__}") from error


async def _keep(_connection: Any) -> None:
    """Skip the reset of a connection: no statement changes the session; it saves a round trip."""


class PostgresStore(DatabaseStore):
    """Hand-written statements on a pool of connections, each verified as safe."""

    APPEND: ClassVar[str] = statements.APPEND
    CLAIM_DUE: ClassVar[str] = statements.CLAIM_DUE

    def __init__(self, pool: Any) -> None:
        self._pool: Final = pool

    @classmethod
    async def open(cls, url: str, connections: int = MAX_CONNECTIONS) -> Self:
        """Connect; raise UnsafeDatabase or StoreUnavailable."""
        with answering():
            pool = await asyncpg.create_pool(
                url,
                min_size=0,  # A pool with a minimum keeps trying while the database is down.
                max_size=connections,
                timeout=TIMEOUT_S,
                command_timeout=TIMEOUT_S,
                init=verify_postgres,
                reset=_keep,
                server_settings={"application_name": "gridwright"},
            )
        store = cls(KeptConnections(pool, connections))
        try:
            await store.ping()
        except BaseException:
            await store.close()
            raise
        return store

    async def create(self, game: NewGame) -> None:
        verify_new_game(game)
        try:
            await self._ask(statements.CREATE, *game_row(game), game.box)
        except asyncpg.UniqueViolationError as error:
            raise GameExists(game.game_id) from error

    async def load(self, game_id: str) -> GameRecord:
        return game_of(await self._ask_about(game_id, statements.LOAD))

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
        statement = self.APPEND
        values: tuple[object, ...] = (
            *(game_id, expected),
            *entry_row(entry, status, deadline_at),
        )
        if events:
            statement = statements.adding_events(statement)
            values += ([event.kind.value for event in events], [event.data for event in events])
        try:
            rows = await self._ask(statement, *values)
        except asyncpg.UniqueViolationError as error:
            # The statement is rolled back as a whole, so the game is unchanged.
            if error.constraint_name != "event_command":
                raise BrokenLog(game_id, f"version {expected + 1} is taken") from error
            rows = []
        if rows:
            return Appended(rows[0][0])
        return await self._explain(game_id, expected, entry.command_id)

    async def _explain(self, game_id: str, expected: int, command_id: str) -> Outcome:
        """Return why nothing was appended: Duplicate or Conflict."""
        found = await self._ask(statements.BY_COMMAND, game_id, command_id)
        if found:
            return Duplicate(logged_of(found[0]))
        game = await self.load(game_id)
        if game.status is Status.ARCHIVED:
            raise GameArchived(game_id)
        missing = tuple(await self.entries(game_id, expected))
        # The game may have changed between the two queries.
        seen = missing[-1].version if missing else 0
        return Conflict(max(game.version, seen), missing)

    async def entries(
        self, game_id: str, since: int = 0, limit: int = MAX_ENTRIES
    ) -> list[LoggedEntry]:
        verify_since(since, limit)
        verify_known_id(game_id)
        rows = await self._ask(statements.ENTRIES, game_id, since, limit)
        if not rows:
            raise UnknownGame(game_id)
        if rows[0][0] is None:
            if rows[0][-1] and await self._ask(statements.IN_ARCHIVE, game_id):
                raise LogInArchive(game_id)
            return []
        return [logged_of(row[:-1]) for row in rows]

    async def claim_due(self, now: int, limit: int, lease: int) -> list[Claim]:
        verify_claim(now, limit, lease)
        return claims_of(await self._ask(self.CLAIM_DUE, now, limit, now + lease), now + lease)

    async def release(self, claim: Claim) -> None:
        verify_known_id(claim.game_id)
        await self._ask(statements.RELEASE, claim.game_id, claim.version, claim.until)

    async def end_claims(self) -> None:
        """Do nothing: other processes may have claims; those of a dead one expire."""

    async def read(self, game_ids: Sequence[str]) -> list[StoredGame]:
        for game_id in game_ids:
            verify_known_id(game_id)
        games = await self._ask(statements.READ_GAMES, list(game_ids))
        logs: dict[str, list[LoggedEntry]] = {row[0]: [] for row in games}
        # Queried after the games, so that none of them is ahead of its log.
        for game_id, *row in await self._ask(statements.READ_LOGS, list(logs)):
            logs[game_id].append(logged_of(row))
        return [
            StoredGame(game_of(row), None if box is None else bytes(box), logs[row[0]])
            for *row, box in games
        ]

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
        values = (status.value, *page_start(after), limit, *criteria.values())
        rows = await self._ask(statements.list_games(criteria), *values)
        return [game_of(row) for row in rows]

    async def walk_games(self, limit: int = MAX_GAMES, after: str = "") -> list[GameRecord]:
        verify_walk(limit, after)
        return [game_of(row) for row in await self._ask(statements.WALK_GAMES, limit, after)]

    async def archive(self, game_id: str) -> None:
        verify_known_id(game_id)
        if not await self._ask(statements.ARCHIVE, game_id):
            raise GameNotOver(game_id, (await self.load(game_id)).status)

    async def delete(self, game_id: str) -> None:
        await self._ask_about(game_id, statements.DELETE)
        await self._ask(statements.END_CLAIM, game_id)  # A claim that remains expires.

    async def keep_box(self, game_id: str, box: bytes) -> None:
        verify_known_id(game_id)
        verify_box(box)
        try:
            await self._ask(statements.KEEP_BOX, game_id, box)
        except asyncpg.ForeignKeyViolationError as error:
            raise UnknownGame(game_id) from error

    async def box(self, game_id: str) -> bytes:
        verify_known_id(game_id)
        rows = await self._ask(statements.BOX, game_id)
        if not rows:
            raise NoSecret(game_id)
        return bytes(rows[0][0])

    async def held_shards(self) -> frozenset[int]:
        return frozenset([row[0] for row in await self._ask(statements.HELD_SHARDS)])

    async def hold_shards(self, shards: frozenset[int]) -> None:
        await self._ask(statements.HOLD_SHARDS, sorted(shards))

    async def rows(self, statement: str, *values: object) -> list[Row]:
        return await self._ask(statement, *values)

    async def change(self, *changes: Change) -> list[list[Row]]:
        with answering():
            async with self._pool.acquire() as connection:
                try:
                    async with connection.transaction():
                        return [await connection.fetch(text, *values) for text, values in changes]
                except asyncpg.UniqueViolationError as error:
                    raise RowTaken(str(error.constraint_name)) from error
                except asyncpg.ForeignKeyViolationError as error:
                    raise RowMissing(str(error.constraint_name)) from error
                except asyncpg.InternalClientError:
                    connection.terminate()  # As below.
                    raise

    async def change_one(self, statement: str, *values: object) -> list[Row]:
        try:
            return await self._ask(statement, *values)
        except asyncpg.UniqueViolationError as error:
            raise RowTaken(str(error.constraint_name)) from error
        except asyncpg.ForeignKeyViolationError as error:
            raise RowMissing(str(error.constraint_name)) from error

    async def n_bytes(self) -> int:
        return int((await self._ask(statements.POSTGRES_BYTES))[0][0])

    async def n_free(self) -> int | None:
        return None

    async def ping(self) -> None:
        await self._ask(statements.PING)

    async def close(self) -> None:
        await self._pool.close()

    async def _ask_about(self, game_id: str, statement: str) -> Row:
        """Return the row of a statement about one game; raise UnknownGame."""
        verify_known_id(game_id)
        rows = await self._ask(statement, game_id)
        if not rows:
            raise UnknownGame(game_id)
        return rows[0]

    async def _ask(self, statement: str, *values: object) -> list[Row]:
        """Return the rows of a statement, run in its own transaction."""
        with answering():
            async with self._pool.acquire() as connection:
                try:
                    rows: list[Row] = await connection.fetch(statement, *values)
                except asyncpg.InternalClientError:
                    # A server that dies in the middle of a message leaves the driver in an
                    # undefined state, and the pool would reuse the connection.
                    connection.terminate()
                    raise
        return rows
