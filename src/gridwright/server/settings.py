"""What a process is told when it is started."""

from pathlib import Path
from typing import Final

import msgspec

from gridwright.server.redis_bus import BadBusAddress, verify_bus_address
from gridwright.server.roles import Role
from gridwright.server.store.addresses import sqlite_path
from gridwright.server.store.errors import Malformed

KEY_FILE: Final = "server.key"
DATABASE_FILE: Final = "games.db"


class BadSettings(ValueError):
    """Settings that do not go together; the text says what was expected."""


class Settings(msgspec.Struct, frozen=True):
    """Where a node answers, what it shares with others, and which part it takes."""

    folder: Path
    """Holds the key of the vault and, unless an address is given, the database."""
    host: str = "127.0.0.1"
    port: int = 8600
    database: str = ""
    redis: str = ""
    role: Role = Role.ALL

    @property
    def key_file(self) -> Path:
        return self.folder / KEY_FILE

    def database_address(self) -> str:
        """The address given, or that of a file in the folder."""
        return self.database or f"sqlite:///{(self.folder / DATABASE_FILE).resolve()}"


def verify_settings(settings: Settings) -> None:
    """Raise BadSettings unless a node can be started with them.

    A node that is one of many must not start on a file or a bus that the others cannot reach: it
    would look well and lose its players.
    """
    try:
        path = sqlite_path(settings.database_address())
        verify_bus_address(settings.redis)
    except (Malformed, BadBusAddress) as error:
        raise BadSettings(str(error)) from error
    if settings.role is Role.ALL:
        return
    missing: list[str] = []
    if path is not None:
        missing.append("--database postgresql://…")
    if not settings.redis:
        missing.append("--redis redis://…")
    if missing:
        raise BadSettings(
            f"role {settings.role} is one of several processes; expected {' and '.join(missing)}"
        )
