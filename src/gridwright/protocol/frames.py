"""What the server tells. Each frame names the version of the table after it.

Events, observations and offers are the engine's own records (``engine.codec``); a client draws them
and never computes a rule.
"""

from typing import Any, Final

import msgspec

Record = dict[str, Any]
"""A record of the engine: an event, an offer, an observation."""


class TableFrame(msgspec.Struct, frozen=True, tag="table"):
    """The whole table for one viewer: the first frame of every page, and after a gap."""

    version: int
    table: Record


class HappenedFrame(msgspec.Struct, frozen=True, tag="happened"):
    """One entry of the log: what was done, and what happened in the game."""

    version: int
    kind: str
    at: int
    seat: int | None = None
    lines: list[str] = []
    events: list[Record] = []
    table: Record = {}
    """Seats, status, clocks and offers after it; without the observation, which events update."""


class RefusedFrame(msgspec.Struct, frozen=True, tag="refused"):
    """A command that was not carried out, and why: the clause and the numbers behind it."""

    code: str
    problem: str
    clause: str = ""
    numbers: dict[str, int] = {}
    version: int = -1


class DoneFrame(msgspec.Struct, frozen=True, tag="done"):
    """A command was carried out, now or before, and made this version of the table."""

    version: int
    command_id: str


class StaleFrame(msgspec.Struct, frozen=True, tag="stale"):
    """The command was made for another version; here is what it missed."""

    version: int
    missing: list[HappenedFrame]


Frame = TableFrame | HappenedFrame | RefusedFrame | DoneFrame | StaleFrame

FRAMES: Final = (TableFrame, HappenedFrame, RefusedFrame, DoneFrame, StaleFrame)
ENCODER: Final = msgspec.json.Encoder(order="deterministic")


def encode(frame: Frame) -> bytes:
    """The frame as it goes over the wire."""
    return ENCODER.encode(frame)
