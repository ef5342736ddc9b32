"""Frames from the server. Each frame about the game names the version of the table after it.

Events, observations and offers are the engine's own records, typed field by field; a client draws
them and never computes a rule.
"""

from typing import Final

import msgspec

from gridwright.protocol.records import Event
from gridwright.protocol.table import TableNow, TableView, TakenOrder


class TableFrame(msgspec.Struct, frozen=True, tag="table"):
    """The whole table for one viewer: the first frame of every page, and after a gap."""

    version: int
    table: TableView


class HappenedFrame(msgspec.Struct, frozen=True, tag="happened"):
    """One entry of the log: what was done, and what happened in the game."""

    version: int
    kind: str
    at: int
    seat: int | None = None
    lines: list[str] = []
    events: list[Event] = []
    table: TableNow | None = None
    """Seats, status, clocks and offers after the last of a row; events update the observation."""
    undone: TakenOrder | None = None
    """An order was taken back: the game is as it was before its version. There are no events for
    that; a client without that position requests the whole table."""
    by_limit: bool = False
    """True if the viewer's own limit did it; false for everyone else."""


class RefusedFrame(msgspec.Struct, frozen=True, tag="refused"):
    """A command that was not carried out, and why: the clause and the numbers behind it."""

    code: str
    problem: str
    clause: str = ""
    numbers: dict[str, int] = {}
    version: int = -1
    place: int = 0
    """The place in the order of the refused action; none of its actions was carried out."""


class DoneFrame(msgspec.Struct, frozen=True, tag="done"):
    """A command was carried out, now or before, and made this version of the table."""

    version: int
    command_id: str


class StaleFrame(msgspec.Struct, frozen=True, tag="stale"):
    """The command was made for another version; here is what it missed."""

    version: int
    missing: list[HappenedFrame]


class ChatFrame(msgspec.Struct, frozen=True, tag="chat"):
    """Something that was said at the table. It has a number of its own and moves no version."""

    number: int
    at: int
    voice: str
    """Author: the same word for the same person at this table, to hide or to report."""
    name: str
    text: str
    """Plain text of one line; a client must not read it as anything else."""


class AwaySeat(msgspec.Struct, frozen=True):
    """A seat whose player was connected not long ago."""

    seat: int
    since: int
    """The moment of the last connection, in milliseconds since 1970."""


class PresenceFrame(msgspec.Struct, frozen=True, tag="presence"):
    """Presence at the table. It shows nothing of the game and moves no version."""

    seats: list[int]
    """The seats whose players are connected, in ascending order. Bots are never listed."""
    away: list[AwaySeat] = []
    """Seats left within the last quarter of an hour or so; others may be away for longer."""


Frame = (
    TableFrame | HappenedFrame | RefusedFrame | DoneFrame | StaleFrame | ChatFrame | PresenceFrame
)

FRAMES: Final = (
    TableFrame,
    HappenedFrame,
    RefusedFrame,
    DoneFrame,
    StaleFrame,
    ChatFrame,
    PresenceFrame,
)
ENCODER: Final = msgspec.json.Encoder(order="deterministic")


def encode(frame: Frame) -> bytes:
    """The frame as it goes over the wire."""
    return ENCODER.encode(frame)
