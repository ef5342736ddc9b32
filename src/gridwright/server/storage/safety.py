"""Refuse database settings under which acknowledged writes can be lost.

A crash test cannot detect all of them: without fsync a killed database loses nothing, because the
kernel survives; a power failure does. So the settings are read and compared.
"""

import sqlite3
from collections.abc import Mapping
from typing import Any, Final

from gridwright.server.storage.errors import UnsafeDatabase

POSTGRES_NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "fsync": ("on",),
    "full_page_writes": ("on",),
    # Applied on the standbys is more than flushed on them, so it is no less safe.
    "synchronous_commit": ("on", "remote_apply"),
    # A standby, or a server in read-only mode.
    "transaction_read_only": ("off",),
    # Anything else alters or refuses text in transit.
    "server_encoding": ("UTF8",),
    # The append relies on a waiting UPDATE to see the version written by the other one.
    "transaction_isolation": ("read committed",),
}
SQLITE_NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "journal_mode": ("wal",),
    "synchronous": ("2", "3"),  # FULL, or EXTRA, which does more.
    "foreign_keys": ("1",),
    "encoding": ("UTF-8",),
}

_POSTGRES_SETTINGS: Final = "SELECT name, current_setting(name) FROM unnest($1::text[]) AS name"
_POSTGRES_UNLOGGED: Final = """\
SELECT relname FROM pg_class
WHERE oid = ANY (ARRAY[to_regclass('game'), to_regclass('event'), to_regclass('secret'),
                       to_regclass('archived_log'), to_regclass('person'), to_regclass('password'),
                       to_regclass('passkey')]::oid[])
AND relpersistence <> 'p'
ORDER BY relname
"""
_SQLITE_SAFE: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # On macOS an ordinary fsync stops at the disk's own cache. Elsewhere these have no effect.
    "PRAGMA fullfsync = ON",
    "PRAGMA checkpoint_fullfsync = ON",
)


def verify_settings(found: Mapping[str, str], needed: Mapping[str, tuple[str, ...]]) -> None:
    """Raise UnsafeDatabase with the names of all wrong settings."""
    problems = [
        f"{name} is {found.get(name, 'unknown')}, expected {' or '.join(allowed)}"
        for name, allowed in needed.items()
        if found.get(name) not in allowed
    ]
    if problems:
        raise UnsafeDatabase(problems)


async def verify_postgres(connection: Any) -> None:
    """Raise UnsafeDatabase for an unsafe session.

    A role, a database or an address may override settings, so every new connection is checked.
    """
    rows = await connection.fetch(_POSTGRES_SETTINGS, list(POSTGRES_NEEDS))
    verify_settings({row[0]: row[1] for row in rows}, POSTGRES_NEEDS)
    unlogged = [row[0] for row in await connection.fetch(_POSTGRES_UNLOGGED)]
    if unlogged:
        raise UnsafeDatabase([f"table {name} is emptied by a crash" for name in unlogged])


def make_sqlite_safe(connection: sqlite3.Connection) -> None:
    """Apply the safe settings; some last only as long as the connection."""
    for pragma in _SQLITE_SAFE:
        connection.execute(pragma).fetchall()


def verify_sqlite(connection: sqlite3.Connection) -> None:
    """Raise UnsafeDatabase if WAL is unavailable: in memory, or on some network drives."""
    found = {name: str(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in SQLITE_NEEDS}
    verify_settings(found, SQLITE_NEEDS)
