"""Addresses of databases: ``sqlite:///file``, ``sqlite:////folder/file`` or ``postgresql://…``.

The part after ``?`` of a PostgreSQL address may hold settings of the session, as in
``postgresql://host/name?search_path=games``.
"""

import importlib.util
from pathlib import Path
from typing import Final

from gridwright.server.storage.errors import Malformed, StoreError

_SQLITE: Final = "sqlite:///"
_POSTGRES: Final = ("postgresql://", "postgres://")


def sqlite_path(url: str) -> Path | None:
    """The file of an SQLite address; None for PostgreSQL; Malformed for anything else."""
    if url.startswith(_POSTGRES):
        return None
    name = url.removeprefix(_SQLITE)
    if name == url or not name or "?" in name:
        # The address may hold a password, so it is not repeated.
        raise Malformed("database", "expected sqlite:///file or postgresql://…")
    return Path(name)


MAX_CONNECTIONS: Final = 16
TIMEOUT_S: Final = 10.0
"""Seconds until an answer counts as none."""


class NoDriver(StoreError):
    """A database on PostgreSQL is asked for, and what speaks to it is not installed."""


def require_driver() -> None:
    """Raise NoDriver, with what to install, unless PostgreSQL can be asked."""
    if importlib.util.find_spec("asyncpg") is None:
        raise NoDriver("PostgreSQL needs more parts: pip install 'gridwright[scale]'")
