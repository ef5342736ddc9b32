"""Entries of the log: one for each command that changed something."""

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
    """What a command does to a game.

    A move has lines: the seat's action in the notation of the engine, then the outcomes of chance
    that it caused. Other kinds (somebody sat down, contributed, was taken over) tell theirs in
    data. The store knows no kind; it keeps what it is given.
    """

    command_id: str
    """Names the command, once per game. A repeat gets the first answer, so whoever makes it up must
    put the seat in: two seats must not be able to answer for each other."""
    kind: str
    at: int
    seat: int | None = None
    """Who acted; None if the server did."""
    lines: tuple[str, ...] = ()
    data: str = "{}"
    """A JSON object as text."""


class LoggedEntry(msgspec.Struct, frozen=True):
    """An entry in its place, with what the game became by it.

    Status and deadline stand in the log, not only in the row of the game, so that the row can be
    rebuilt from the log and never the other way round.
    """

    version: int
    entry: Entry
    status: Status
    deadline_at: int | None


class StoredGame(msgspec.Struct, frozen=True):
    """Everything that a store has about a game."""

    record: GameRecord
    box: bytes | None
    """Its sealed secret, if it has one."""
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
