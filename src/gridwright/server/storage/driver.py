"""How PostgreSQL is reached: by a driver that only those need who have one."""

import importlib.util
from typing import Final

from gridwright.server.storage.errors import StoreError

MOST_CONNECTIONS: Final = 16
PATIENCE: Final = 10.0
"""Seconds until an answer counts as none."""


class NoDriver(StoreError):
    """A database on PostgreSQL is asked for, and what speaks to it is not installed."""


def require_driver() -> None:
    """Raise NoDriver, with what to install, unless PostgreSQL can be asked."""
    if importlib.util.find_spec("asyncpg") is None:
        raise NoDriver("PostgreSQL needs more parts: pip install 'gridwright[scale]'")
