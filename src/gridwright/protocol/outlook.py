"""The near future of a table, derived from public information."""

from typing import Final

import msgspec


class SeatOutlook(msgspec.Struct, frozen=True):
    """Options of a seat if it were its turn now."""

    seat: int
    supplied_now: int
    """Cities that it supplies with the fuel in store, and their income."""
    income_now: int
    supplied: int
    """Cities that it supplies with fuel for all plants, and their income."""
    income: int
    lack: int | None
    """Current cost of the missing fuel; null if not enough is for sale."""
    may_bid: bool
    """True if it may still bid in the auctions of this round."""
    cities: list[int]
    """Cost of each city, by its number; -1 where it cannot build."""


class Outlook(msgspec.Struct, frozen=True):
    """The outlook at this version of the table."""

    version: int
    following: list[int]
    """Seats that act after the acting one in this phase, unless an action changes the order."""
    refill: list[int]
    """Refill by kind with the current supply; empty where fuel is on cards."""
    prices: list[int]
    """Price of the next token of each kind after the refill; 0 if there is none."""
    seats: list[SeatOutlook]
    """Empty before the first round and in games without a board."""


ENCODER: Final = msgspec.json.Encoder(order="deterministic")
