"""Entries of the log, one per command."""

from typing import Final

import msgspec

from gridwright.server.storage.games import GameRecord
from gridwright.server.storage.limits import (
    MAX_DATA_BYTES,
    MAX_MOMENT,
    verify_command_id,
    verify_json,
    verify_kind,
    verify_lines,
    verify_range,
)
from gridwright.table.entries import Entry, LoggedEntry

_MAX_SEAT: Final = 99


class StoredGame(msgspec.Struct, frozen=True):
    """All stored data of a game."""

    record: GameRecord
    box: bytes | None
    """Sealed secret, if the game has one."""
    log: list[LoggedEntry]


def verify_entry(entry: Entry) -> None:
    """Raise Malformed unless the entry can be stored."""
    verify_command_id(entry.command_id)
    verify_kind(entry.kind)
    verify_range("at", entry.at, 0, MAX_MOMENT)
    if entry.seat is not None:
        verify_range("seat", entry.seat, 0, _MAX_SEAT)
    verify_lines(entry.lines)
    verify_json("data", entry.data, MAX_DATA_BYTES)
