"""Parameters and results of an append."""

from enum import Enum
from typing import Final, TypeAlias

import msgspec

from gridwright.server.storage.entries import LoggedEntry
from gridwright.server.storage.limits import verify_moment

NOTICE_AFTER: Final = 5_000
"""Milliseconds until anybody is told: whoever is there acts sooner, or takes an order back."""


class TurnBegan(msgspec.Struct, frozen=True):
    """A person with an account is waited for from this entry on."""

    seat: int
    person_id: str
    due_at: int
    """When the person may be told."""


class TurnEnded(msgspec.Struct, frozen=True):
    """Nobody with an account is waited for any more."""


TurnChange: TypeAlias = TurnBegan | TurnEnded


def verify_turn(turn: TurnChange | None) -> None:
    """Raise Malformed unless the notice can be stored."""
    if isinstance(turn, TurnBegan):
        verify_moment("due_at", turn.due_at)


class ListingChange(Enum):
    """What became of a public game."""

    BEGAN = "began"
    ENDED = "ended"
    GONE = "gone"
    """It ended without a result, and nobody looks for it."""


class Appended(msgspec.Struct, frozen=True):
    """The entry is in the log and survives a crash from now on."""

    version: int


class Duplicate(msgspec.Struct, frozen=True):
    """The command was carried out before; this is what it did then."""

    logged: LoggedEntry

    @property
    def version(self) -> int:
        return self.logged.version


class Conflict(msgspec.Struct, frozen=True):
    """The game is at another version than expected; nothing was written."""

    version: int
    missing: tuple[LoggedEntry, ...]
    """What the caller has not seen, oldest first, at most MOST_ENTRIES. If the last one is
    below ``version``, the rest is had by ``entries``."""


Outcome: TypeAlias = Appended | Duplicate | Conflict
