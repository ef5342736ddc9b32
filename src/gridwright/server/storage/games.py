"""Stored games: rules, version, status and the next deadline.

Moments are whole milliseconds of UTC since 1970, on both databases and on the wire. Integers
compare the same everywhere, need no time zone, and SQLite has no better type for them. The store
has no clock: the caller passes the time.
"""

import msgspec

from gridwright.server.storage.labels import ANYTHING, Label, verify_label
from gridwright.server.storage.limits import (
    MAX_MOMENT,
    MAX_SPEC_BYTES,
    verify_box,
    verify_game_id,
    verify_json,
    verify_moment,
    verify_range,
    verify_rules,
)
from gridwright.table.entries import Status


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


def verify_new_game(game: NewGame) -> None:
    """Raise Malformed unless the game can be stored."""
    verify_game_id(game.game_id)
    verify_rules(game.rules)
    verify_json("spec", game.spec, MAX_SPEC_BYTES)
    verify_range("created_at", game.created_at, 0, MAX_MOMENT)
    verify_moment("deadline_at", game.deadline_at)
    verify_label(game.label)
    if game.box is not None:
        verify_box(game.box)
