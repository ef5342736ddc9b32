"""Parameters and results of an append."""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from gridwright.table.entries import LoggedEntry


class EventKind(StrEnum):
    """Kind of an event of a table in the outbox; stored."""

    OPENED = "opened"
    """The first entry of the log."""
    BEGAN = "began"
    """The game began."""
    TURN = "turn"
    """The table waits for another person with an account, or for none any more (`Turn`)."""
    ENDED = "ended"
    """The game is over and its seed is revealed."""
    GONE = "gone"
    """The game ended without a result."""


class NewEvent(msgspec.Struct, frozen=True):
    """An event that an append adds to the outbox.

    Only for what the database cannot see: it adds those of the table's status itself.
    """

    kind: EventKind
    data: str = "{}"
    """A JSON object."""


class TableEvent(msgspec.Struct, frozen=True):
    """An event of a table as its readers get it."""

    number: int
    """Position in the order of the outbox of one database."""
    game_id: str
    version: int
    """Version of the table after the entry that caused it."""
    kind: EventKind
    at: int
    """Time of that entry."""
    data: str


class Appended(msgspec.Struct, frozen=True):
    """The entry is in the log and survives a crash from now on."""

    version: int


class Duplicate(msgspec.Struct, frozen=True):
    """The command is in the log already, with this entry."""

    logged: LoggedEntry

    @property
    def version(self) -> int:
        return self.logged.version


class Conflict(msgspec.Struct, frozen=True):
    """Version conflict; nothing was written."""

    version: int
    missing: tuple[LoggedEntry, ...]
    """Entries after the expected version, oldest first, at most MAX_ENTRIES.

    If the last one is below ``version``, load the rest by ``entries``.
    """


Outcome: TypeAlias = Appended | Duplicate | Conflict
