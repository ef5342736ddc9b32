"""A game with all that belongs to it, as it lies in a store."""

import msgspec

from gridwright.server.storage.entries import LoggedEntry
from gridwright.server.storage.games import GameRecord


class StoredGame(msgspec.Struct, frozen=True):
    """Everything that a store has about a game."""

    record: GameRecord
    box: bytes | None
    """Its sealed secret, if it has one."""
    log: list[LoggedEntry]
