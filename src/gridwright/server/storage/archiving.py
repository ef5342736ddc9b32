"""Moves logs of finished games from the database to the archive.

The order makes a crash harmless at any point: the file is written, flushed and read back, and only
then one transaction closes the game, records the file and removes the entries. A crash before it
leaves an unreferenced file, which the next attempt overwrites.
"""

import asyncio
from pathlib import Path
from typing import Final

import msgspec
import structlog

from gridwright.server.storage.archive_folder import ArchivedLog
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.errors import (
    DamagedArchive,
    GameNotOver,
    LogInArchive,
    UnknownGame,
)
from gridwright.server.storage.games import GameRecord
from gridwright.server.storage.sharded import ShardedStore
from gridwright.table.entries import LoggedEntry, Status

BATCH: Final = 100
"""Games per batch."""
OVER: Final = (Status.FINISHED, Status.ABANDONED, Status.ARCHIVED)

_LOG: Final = structlog.get_logger()


class ArchivePlan(msgspec.Struct, frozen=True):
    """The folder of archived logs, and the age at which a worker moves games there."""

    folder: Path
    after_days: int = 0
    """Days after a game's last entry; 0 disables automatic archiving."""


class Moved(msgspec.Struct):
    """Totals of an archiving run."""

    n_games: int = 0
    n_entries: int = 0
    n_bytes: int = 0
    """Total size of the files."""
    failed: list[str] = msgspec.field(default_factory=list)
    """Games that were not moved, because their file could not be written."""


async def archive_game(store: ShardedStore, game_id: str, now: int, moved: Moved) -> bool:
    """Archive one game. Returns False if it changed meanwhile or is archived already.

    Raises GameNotOver, UnknownGame, DamagedArchive or OSError; then nothing was removed.
    """
    assert store.archived is not None, "the store was opened without an archive"
    database = store.database_of(game_id)
    record = await database.load(game_id)
    # Until the seed is revealed, the log will get another entry.
    if record.status not in OVER or record.wake_at is not None:
        raise GameNotOver(game_id, record.status)
    log = await _log_of(database, record)
    if log is None:
        return False
    found = await asyncio.to_thread(store.archived.write, ArchivedLog(record, log), now)
    if not await database.move_out(found):
        return False
    moved.n_games += 1
    moved.n_entries += found.version
    moved.n_bytes += found.n_bytes
    return True


async def archive_older(
    store: ShardedStore, before: int, now: int, stop: asyncio.Event | None = None
) -> Moved:
    """Move all games whose last entry is older than a moment; failed games are skipped."""
    moved = Moved()
    for database in store.databases:
        after = ""
        while page := await database.long_over(before, after, BATCH):
            after = page[-1]
            for game_id in page:
                if stop is not None and stop.is_set():
                    return moved
                await _try_one(store, game_id, now, moved)
    return moved


async def _try_one(store: ShardedStore, game_id: str, now: int, moved: Moved) -> None:
    try:
        await archive_game(store, game_id, now, moved)
    except (GameNotOver, UnknownGame):
        return  # It changed or was deleted meanwhile.
    except (DamagedArchive, OSError) as error:
        # A full disk, or another process with the same file: the log is still in the database.
        _LOG.error("game not archived", game=game_id, kind=type(error).__name__)
        moved.failed.append(game_id)


async def _log_of(database: DatabaseStore, record: GameRecord) -> list[LoggedEntry] | None:
    """Return the whole log from the database; None if it is archived."""
    log: list[LoggedEntry] = []
    try:
        while len(log) < record.version and (
            page := await database.entries(record.game_id, len(log))
        ):
            log += page
    except LogInArchive:
        return None
    return log if len(log) == record.version else None
