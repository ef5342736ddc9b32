"""The interface of a store, independent of the database."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import ClassVar, Self, TypeAlias

from gridwright.server.storage import statements
from gridwright.server.storage.append import NewEvent, Outcome
from gridwright.server.storage.archive_folder import InArchive
from gridwright.server.storage.errors import (
    GameExists,
    LogInArchive,
    Malformed,
    NoSecret,
    RowTaken,
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
from gridwright.server.storage.limits import (
    MAX_ENTRIES,
    MAX_GAMES,
    verify_append,
    verify_entry,
    verify_label,
    verify_moment,
    verify_new_game,
)
from gridwright.server.storage.rows import Row, entry_row, game_row
from gridwright.table.entries import Entry, LoggedEntry, Status

Change: TypeAlias = tuple[str, tuple[object, ...]]
"""A statement and its parameters."""


class Store(ABC):
    """Games and their logs.

    The log is authoritative (event sourcing). Each call about a game is one statement about that
    game alone, so that games can be distributed over any number of databases. Acknowledged writes
    are on disk. Invalid values raise Malformed before a database is queried; an unknown game raises
    UnknownGame; an unavailable database raises StoreUnavailable.
    """

    @abstractmethod
    async def create(self, game: NewGame) -> None:
        """Create the game at version 0 together with its secret. Raises GameExists."""

    @abstractmethod
    async def create_whole(self, game: NewGame, log: Sequence[LoggedEntry]) -> None:
        """Create a game with its secret and whole log atomically. Raises GameExists."""

    @abstractmethod
    async def load(self, game_id: str) -> GameRecord:
        """Return the row of the game."""

    @abstractmethod
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
        """Append the entry as version ``expected + 1`` if the game is at version ``expected``.

        In the same transaction the events are added to the outbox. The database itself adds the
        events of the table's status, so that no writer, of whichever version, can omit them.

        - Appended: the entry is stored with the given status and deadline; any claim is void.
        - Duplicate: a command with this id is in the log already, at any version. It takes
        precedence over a conflict, so a client that repeats a command gets its first answer
        (idempotency key).
        - Conflict: the game is at another version (optimistic locking); the missing entries are
        returned.

        An archived game raises GameArchived unless the command is a duplicate.
        """

    @abstractmethod
    async def entries(
        self, game_id: str, since: int = 0, limit: int = MAX_ENTRIES
    ) -> list[LoggedEntry]:
        """Return the entries after version ``since``, oldest first, at most ``limit``."""

    @abstractmethod
    async def claim_due(self, now: int, limit: int, lease: int) -> list[Claim]:
        """Claim games whose deadline has passed, the most overdue first (a lease).

        No other worker gets them before ``now + lease``. If a worker dies, its claims expire then;
        an append ends the claim. The deadline itself does not change.
        """

    @abstractmethod
    async def release(self, claim: Claim) -> None:
        """End a claim before its lease expires.

        Another worker may claim the game immediately. Idempotent.
        """

    @abstractmethod
    async def postpone(self, claim: Claim, until: int) -> None:
        """End a claim, and hide the game from workers until a moment or its next append.

        Idempotent.
        """

    async def read(self, game_ids: Sequence[str]) -> list[StoredGame]:
        """Return games with their secrets and whole logs, in any order, without unknown ones.

        Each database reads many games in few queries.
        """
        found: list[StoredGame] = []
        for game_id in game_ids:
            with suppress(UnknownGame):
                found.append(await self._read_one(game_id))
        return found

    async def _read_one(self, game_id: str) -> StoredGame:
        record = await self.load(game_id)
        box: bytes | None = None
        with suppress(NoSecret):
            box = await self.box(game_id)
        log: list[LoggedEntry] = []
        with suppress(LogInArchive):  # The caller that has the archive reads it there.
            while page := await self.entries(game_id, len(log)):
                log += page
        return StoredGame(record, box, log)

    @abstractmethod
    async def list_games(
        self,
        status: Status,
        limit: int = MAX_GAMES,
        after: Bookmark | None = None,
        like: Label = ANYTHING,
    ) -> list[GameRecord]:
        """Return a page of the lobby: listed games of one status and label, newest first."""

    @abstractmethod
    async def walk_games(self, limit: int = MAX_GAMES, after: str = "") -> list[GameRecord]:
        """Return a page of all games by id, listed or not, archived or not, for the operator."""

    @abstractmethod
    async def relabel(self, game_id: str, label: Label, listed: bool) -> None:
        """Change the label of a game that has not begun; later calls have no effect.

        The log is authoritative about the game that is played.
        """

    @abstractmethod
    async def archive(self, game_id: str) -> None:
        """Close a finished game to further entries. Raises GameNotOver. Idempotent."""

    @abstractmethod
    async def delete(self, game_id: str) -> None:
        """Delete the game, its log and its secret permanently."""

    @abstractmethod
    async def keep_box(self, game_id: str, box: bytes) -> None:
        """Store the sealed secret of the game, replacing an earlier one."""

    @abstractmethod
    async def box(self, game_id: str) -> bytes:
        """Return the sealed secret of the game. Raises NoSecret."""

    @abstractmethod
    async def ping(self) -> None:
        """Return once every database has responded; raise StoreUnavailable otherwise."""

    @abstractmethod
    async def try_write(self, now: int) -> None:
        """Write a small row to every database. Raises StoreUnavailable, also for a full disk."""

    @abstractmethod
    async def close(self) -> None:
        """Close the connections. Acknowledged writes are on disk already."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


class DatabaseStore(Store):
    """A store on one database, with a record of its logical shards.

    Other records are stored next to the games and share their connections. They use ``rows`` and
    ``change``, with statements that both databases accept.
    """

    APPEND: ClassVar[str]
    """The append statement in the dialect of the database."""

    @abstractmethod
    async def rows(self, statement: str, *values: object) -> list[Row]:
        """Return the rows of a read-only statement."""

    @abstractmethod
    async def change(self, *changes: Change) -> list[list[Row]]:
        """Run statements in one transaction; returns the rows of each.

        Raises RowTaken if a key exists, and RowMissing if a foreign key has no target.
        """

    async def change_one(self, statement: str, *values: object) -> list[Row]:
        """Run one statement in its own transaction; raises as `change`."""
        return (await self.change((statement, values)))[0]

    @abstractmethod
    async def n_bytes(self) -> int:
        """Return the size of the database."""

    @abstractmethod
    async def n_free(self) -> int | None:
        """Return the free bytes of its disk; None if the disk is on another machine."""

    async def create_whole(self, game: NewGame, log: Sequence[LoggedEntry]) -> None:
        verify_new_game(game)
        if [logged.version for logged in log] != list(range(1, len(log) + 1)):
            raise Malformed("log", f"expected the versions 1 to {len(log)}")
        changes: list[Change] = [(statements.CREATE_GAME, game_row(game))]
        if game.box is not None:
            changes.append((statements.KEEP_BOX, (game.game_id, game.box)))
        for logged in log:
            expected, status, deadline_at = logged.version - 1, logged.status, logged.deadline_at
            verify_append(expected, status, deadline_at)
            verify_entry(logged.entry)
            row = (game.game_id, expected, *entry_row(logged.entry, status, deadline_at))
            changes.append((self.APPEND, row))
        # An imported game was played elsewhere: nothing of it happens here.
        changes.append((statements.DROP_EVENTS, (game.game_id,)))
        try:
            await self.change(*changes)
        except RowTaken as error:
            raise GameExists(game.game_id) from error

    async def try_write(self, now: int) -> None:
        await self.change_one(statements.TRY_WRITE, now)

    async def postpone(self, claim: Claim, until: int) -> None:
        verify_moment("until", until)
        found = (claim.game_id, claim.version, claim.until)
        await self.change(
            (statements.POSTPONE, (*found, until)),
            (statements.RELEASE, found),
        )

    @abstractmethod
    async def end_claims(self) -> None:
        """End claims of a dead process, if no other process can have claims.

        A file has one server, and at its start it has no claims. Without this, the tables that the
        last server was processing would wait until the lease expires.
        """

    async def relabel(self, game_id: str, label: Label, listed: bool) -> None:
        verify_label(label)
        found = (label.edition, label.preset, label.board, label.seats, label.clock)
        await self.change_one(statements.RELABEL, game_id, listed, *found)

    async def in_archive(self, game_id: str) -> InArchive | None:
        """Return the archive file of a game's log; None if the log is in the database."""
        rows = await self.rows(statements.IN_ARCHIVE, game_id)
        return InArchive(*rows[0]) if rows else None

    async def long_over(self, before: int, after: str, limit: int) -> list[str]:
        """Return ids of games that ended before a moment and are not archived, in order."""
        verify_moment("before", before)
        rows = await self.rows(statements.LONG_OVER, after, before, limit)
        return [row[0] for row in rows]

    async def move_out(self, found: InArchive) -> bool:
        """Close a game and remove the entries that its file contains, in one transaction.

        Returns False without effect if the game has changed since the file was written, is not over
        or is archived already.
        """
        close, note, remove = statements.MOVE_OUT
        key = (found.game_id, found.version)
        noted = (*key, found.digest, found.n_bytes, found.at)
        return bool((await self.change((close, key), (note, noted), (remove, key)))[1])

    @abstractmethod
    async def held_shards(self) -> frozenset[int]:
        """Return the shards assigned to this database."""

    @abstractmethod
    async def hold_shards(self, shards: frozenset[int]) -> None:
        """Assign further shards to this database."""
