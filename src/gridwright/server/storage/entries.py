"""Entries of the log, one per command."""

from typing import Final

import msgspec

from gridwright.server.storage.games import GameRecord, Status
from gridwright.server.storage.limits import (
    MAX_DATA_BYTES,
    MAX_MOMENT,
    verify_command_id,
    verify_json,
    verify_kind,
    verify_lines,
    verify_range,
)

_MAX_SEAT: Final = 99


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
