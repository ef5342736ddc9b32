"""Addresses of databases: ``sqlite:///file``, ``sqlite:////folder/file`` or ``postgresql://…``.

The part after ``?`` of a PostgreSQL address may contain session settings, as in
``postgresql://host/name?search_path=games``.
"""

import importlib.util
from pathlib import Path
from typing import Final

from gridwright.server.storage.errors import Malformed, StoreError

_SQLITE: Final = "sqlite:///"
_POSTGRES: Final = ("postgresql://", "postgres://")


def sqlite_path(url: str) -> Path | None:
    """Return the file of an SQLite address, None for PostgreSQL; raise Malformed otherwise."""
    if url.startswith(_POSTGRES):
        return None
    name = url.removeprefix(_SQLITE)
    if name == url or not name or "?" in name:
        # The address may contain a password, so it is not repeated.
        raise Malformed("database", "expected sqlite:///file or postgresql://…")
    return Path(name)


MAX_CONNECTIONS: Final = 16
TIMEOUT_S: Final = 10.0
"""Seconds to wait for PostgreSQL."""


class NoDriver(StoreError):
    """PostgreSQL is configured, but its driver is not installed."""


def require_driver() -> None:
    """Raise NoDriver, with the command that installs it, unless the driver is installed."""
    if importlib.util.find_spec("asyncpg") is None:
        raise NoDriver("PostgreSQL needs an extra: pip install 'gridwright[scale]'")
