"""Log entries for people who leave a table or stay away.

The entry contains the outcome of the decision, so that folding needs neither a clock nor the list
of the people who were present.
"""

from enum import StrEnum
from typing import TypeAlias

import msgspec


class LeaveRequest(StrEnum):
    """A vote on a person who is away."""

    WAIT = "wait"
    BOT = "bot"
    """A bot continues until the person is back."""
    END = "end"
    """The game ends without a result."""


class SeatLeft(msgspec.Struct, frozen=True, tag="seat_left"):
    """A person handed the seat to a bot of the table's strength, and may take it back."""

    bot: str


class Resigned(msgspec.Struct, frozen=True, tag="resigned"):
    """A person resigned permanently: a bot continues, or the game is over at a table of two."""

    bot: str
    ends_game: bool = False


class TakenOver(msgspec.Struct, frozen=True, tag="taken_over"):
    """The table waited long enough for the seat: a bot continues until the person is back."""

    bot: str


class VoteCast(msgspec.Struct, frozen=True, tag="vote_cast"):
    """A vote of the seat on one that is away. The last vote that is needed decides."""

    about: int
    wish: LeaveRequest
    outcome: LeaveRequest | None = None
    """The choice of more than half of the people present, including this vote."""
    bot: str = ""
    """The bot that continues, if that is the outcome."""
    wait_until: int = 0
    """Time until which no vote is possible, if waiting is the outcome."""


class EndAgreed(msgspec.Struct, frozen=True, tag="end_agreed"):
    """The seat agrees to end the game without a result, or withdraws."""

    agrees: bool = True
    ends_game: bool = False
    """True if all players agree now."""


class SeatErased(msgspec.Struct, frozen=True, tag="seat_erased"):
    """The account of the person was deleted: the seat is permanently a bot's."""

    bot: str


LeavingEntry: TypeAlias = SeatLeft | Resigned | TakenOver | VoteCast | EndAgreed | SeatErased
