"""The three ways in which an append comes out. None is an error: all three are everyday."""

from typing import TypeAlias

import msgspec

from gridwright.server.storage.entries import LoggedEntry


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
