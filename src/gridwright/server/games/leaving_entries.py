"""What happens when people leave a table, stay away or come back: entries of its log.

Whoever decides writes the outcome into the entry, so that folding it needs no clock and nobody who
knows who was there.
"""

from enum import StrEnum
from typing import TypeAlias

import msgspec


class LeaveRequest(StrEnum):
    """What somebody wants to do about a person who is away."""

    WAIT = "wait"
    BOT = "bot"
    """A bot plays on until the person is back."""
    END = "end"
    """The game ends without a result."""


class SeatLeft(msgspec.Struct, frozen=True, tag="seat_left"):
    """A person lets a bot of the table's strength play on, and may take the seat back."""

    bot: str


class Resigned(msgspec.Struct, frozen=True, tag="resigned"):
    """A person gives up for good: a bot plays on, or the game is over at a table of two."""

    bot: str
    ends_game: bool = False


class TakenOver(msgspec.Struct, frozen=True, tag="taken_over"):
    """The table waited long enough for the seat: a bot plays on until the person is back."""

    bot: str


class VoteCast(msgspec.Struct, frozen=True, tag="vote_cast"):
    """The seat says what to do about one that is away. The last vote that is needed decides."""

    about: int
    wish: LeaveRequest
    outcome: LeaveRequest | None = None
    """What more than half of the people present want, now that this one has spoken."""
    bot: str = ""
    """Who plays on, if that is the outcome."""
    wait_until: int = 0
    """Until when nobody is asked again, if that is the outcome."""


class EndAgreed(msgspec.Struct, frozen=True, tag="end_agreed"):
    """The seat wants to end the game without a result, or does not want that any more."""

    agrees: bool = True
    ends_game: bool = False
    """Whether everybody who plays agrees now."""


class SeatErased(msgspec.Struct, frozen=True, tag="seat_erased"):
    """The account of whoever sat there is gone: the seat is a bot's for good."""

    bot: str


LeavingEntry: TypeAlias = SeatLeft | Resigned | TakenOver | VoteCast | EndAgreed | SeatErased
