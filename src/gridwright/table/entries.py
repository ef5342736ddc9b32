"""Entries of a table's log, and the status of the table after each of them.

Times are whole milliseconds of UTC since 1970.
"""

from enum import StrEnum
from typing import Final

import msgspec


class Status(StrEnum):
    """Status of a game. An append sets the new one; only ``archive`` sets the last."""

    GATHERING = "gathering"
    """Seats are being taken; nothing has been dealt."""
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    ABANDONED = "abandoned"
    """Ended without a result."""
    ARCHIVED = "archived"


OVER: Final = (Status.FINISHED, Status.ABANDONED)
"""Statuses that accept no orders."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of a command on a game.

    A move has lines: the seat's action in the notation of the engine, then the outcomes of chance
    that it caused. Other kinds (a player sat down, contributed, was replaced) have data. The store
    treats kinds as opaque.
    """

    command_id: str
    """Idempotency key, unique per game. A repeat gets the first result.

    The key must contain the seat, so that two seats never share a result.
    """
    kind: str
    at: int
    seat: int | None = None
    """The seat that acted; None for the server."""
    lines: tuple[str, ...] = ()
    data: str = "{}"
    """A JSON object as text."""


class LoggedEntry(msgspec.Struct, frozen=True):
    """An entry with its version, and the status and deadline after it.

    Status and deadline are stored in the log too, so that the row of the game can be rebuilt from
    it.
    """

    version: int
    entry: Entry
    status: Status
    deadline_at: int | None
