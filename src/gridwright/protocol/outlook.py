"""The next moments of a table, as anyone at it could work out from what lies open."""

from typing import Final

import msgspec


class SeatOutlook(msgspec.Struct, frozen=True):
    """Options of a seat, if it were its turn now."""

    seat: int
    supplied_now: int
    """Cities that it supplies with the fuel that it holds, and what they pay."""
    income_now: int
    supplied: int
    """Cities that it supplies once it has the fuel for it, and what they pay."""
    income: int
    lack: int | None
    """Cost of that fuel now; null if so much is not to be had."""
    may_bid: bool
    """True if it may still bid in the auctions of this round."""
    cities: list[int]
    """Cost of each city, by its number; -1 where it cannot build."""


class Outlook(msgspec.Struct, frozen=True):
    """Outlook at this version of the table."""

    version: int
    following: list[int]
    """The seats that act in this phase after the one that acts now, unless an action changes it."""
    refill: list[int]
    """The refill by kind, with the present supply; empty where fuel is on cards."""
    prices: list[int]
    """Price of the next token of each kind after that; 0: there is none."""
    seats: list[SeatOutlook]
    """Empty before the first round and where there is no board."""


ENCODER: Final = msgspec.json.Encoder(order="deterministic")
