"""Frames from the server. Each frame about the game has the version of the table after it.

Events, observations and offers are the engine's own records, typed field by field; a client renders
them and never computes a rule.
"""

from typing import Final

import msgspec

from gridwright.protocol.records import Event
from gridwright.protocol.refusals import Refused
from gridwright.protocol.table import TableNow, TableView, TakenOrder

MAX_DETAIL: Final = 500
"""Maximum characters of an error text."""


class TableFrame(msgspec.Struct, frozen=True, tag="table"):
    """The whole table for one viewer: the first frame of every page, and after a gap."""

    version: int
    table: TableView


class HappenedFrame(msgspec.Struct, frozen=True, tag="happened"):
    """One entry of the log: the command, and its events in the game."""

    version: int
    kind: str
    at: int
    seat: int | None = None
    lines: list[str] = []
    events: list[Event] = []
    table: TableNow | None = None
    """Seats, status, clocks and offers after the last of several entries; null in earlier ones.

    Events update the observation.
    """
    undone: TakenOrder | None = None
    """An order that was undone: the game is as it was before its version.

    There are no events for that; a client without that position requests the whole table.
    """
    by_limit: bool = False
    """True if the viewer's own bid limit acted; false for all other viewers."""


class RefusedFrame(msgspec.Struct, frozen=True, tag="refused"):
    """A refused command, with the clause and the numbers behind the refusal."""

    code: str
    problem: str
    clause: str = ""
    numbers: dict[str, int] = {}
    version: int = -1
    place: int = 0
    """Index of the refused action in the order; none of its actions was applied."""


def frame_of(error: Refused) -> RefusedFrame:
    """Return the frame of an expected error of a request."""
    return RefusedFrame(error.code, str(error)[:MAX_DETAIL], numbers=dict(error.numbers))


class DoneFrame(msgspec.Struct, frozen=True, tag="done"):
    """The command was applied, now or earlier, and created this version of the table."""

    version: int
    command_id: str


class StaleFrame(msgspec.Struct, frozen=True, tag="stale"):
    """Version conflict: the command was made for another version. Contains the missed entries."""

    version: int
    missing: list[HappenedFrame]


class ChatFrame(msgspec.Struct, frozen=True, tag="chat"):
    """A chat message at the table. It has its own number and does not change the version."""

    number: int
    at: int
    voice: str
    """Author: the same word for the same person at this table, to hide or to report."""
    name: str
    text: str
    """Plain text of one line; a client must not interpret it as anything else."""


class AwaySeat(msgspec.Struct, frozen=True):
    """A seat whose player was connected recently."""

    seat: int
    since: int
    """Time of the last connection, in milliseconds since 1970."""


class PresenceFrame(msgspec.Struct, frozen=True, tag="presence"):
    """Presence at the table. It shows nothing of the game and does not change the version."""

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
    """Return the frame as bytes for the wire."""
    return ENCODER.encode(frame)
