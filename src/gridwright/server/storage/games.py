"""Stored games: rules, version, status and the next deadline.

Moments are whole milliseconds of UTC since 1970, on both databases and on the wire. Integers
compare the same everywhere, need no time zone, and SQLite has no better type for them. The store
has no clock: the caller passes the time.
"""

from typing import Final

import msgspec

from gridwright.table.entries import LoggedEntry, Status

MAX_WORD_LENGTH: Final = 64
MAX_SEATS: Final = 99


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """Label of a table, fixed when it is created; as a query, "" or 0 matches anything.

    Values that change while seats are taken are not part of it: an append updates a game in one
    statement, and the log contains the seats.
    """

    edition: str = ""
    preset: str = ""
    board: str = ""
    seats: int = 0
    clock: str = ""
    """The kind of its clock."""

    def criteria(self) -> dict[str, str | int]:
        """Return the columns to compare, with their values."""
        named: dict[str, str | int] = msgspec.structs.asdict(self)
        return {name: value for name, value in named.items() if value}


ANYTHING: Final = Label()


class NewGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be created, with its sealed secret, so that no game exists without its seed."""

    game_id: str
    rules: str
    """Identity of the rules of the whole game, in hexadecimal digits."""
    spec: str
    """The table as JSON text."""
    created_at: int
    deadline_at: int | None = None
    """Time of a worker's first check if there is no entry before, as at a table without players."""
    status: Status = Status.GATHERING
    listed: bool = False
    """True if the lobby lists it; otherwise players need its link."""
    box: bytes | None = None
    """The seed as sealed by a SeedVault."""
    label: Label = ANYTHING
    """Label by which the lobby finds it."""


class GameRecord(msgspec.Struct, frozen=True):
    """The row of a game.

    Everything but ``wake_at`` follows from its creation and its last entry.
    """

    game_id: str
    version: int
    """Number of entries of the log, and version of the last."""
    rules: str
    spec: str
    status: Status
    listed: bool
    created_at: int
    deadline_at: int | None
    """Deadline as shown to the players."""
    wake_at: int | None
    """Time from which a worker may claim it: the deadline, or a later moment if postponed."""


class Bookmark(msgspec.Struct, frozen=True):
    """The last game of a page of the lobby; the next page begins after it."""

    created_at: int
    game_id: str


class Claim(msgspec.Struct, frozen=True):
    """A due game, leased to one worker.

    The worker appends with this version. If a player was faster, that is a conflict and the claim
    is void.
    """

    game_id: str
    version: int
    deadline_at: int
    until: int


class StoredGame(msgspec.Struct, frozen=True):
    """All stored data of a game."""

    record: GameRecord
    box: bytes | None
    """Sealed secret, if the game has one."""
    log: list[LoggedEntry]
