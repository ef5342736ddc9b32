"""Parameters and results of an append."""

from enum import Enum
from typing import Final, TypeAlias

import msgspec

from gridwright.table.entries import LoggedEntry

NOTICE_AFTER: Final = 5_000
"""Delay of a turn's notice in milliseconds: a present player acts sooner, or undoes an order."""


class TurnBegan(msgspec.Struct, frozen=True):
    """From this entry on the table waits for a person with an account."""

    seat: int
    person_id: str
    due_at: int
    """Earliest time at which the notice may be sent."""


class TurnEnded(msgspec.Struct, frozen=True):
    """The table no longer waits for a person with an account."""


TurnChange: TypeAlias = TurnBegan | TurnEnded


class ListingChange(Enum):
    """Effect of an append on the public list of games.

    Written in the transaction of the entry, so that no public game is lost. A sweep writes the
    details of the game later.
    """

    BEGAN = "began"
    ENDED = "ended"
    GONE = "gone"
    """The game ended without a result and leaves the list."""


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
