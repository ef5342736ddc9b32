"""Auctions, as one seat sees them: what it left in advance, what winning changes."""

from typing import Final

import msgspec


class Winning(msgspec.Struct, frozen=True):
    """Effect of a plant for the seat. The price is not in it: the seat knows its money."""

    plant: int
    gives_up: int
    """The plant that would go: the one that gives least; -1 while there is room."""
    power_before: int
    power_after: int
    """Output of all plants of the seat."""
    fuel: int | None
    """Cost of one run of the plant beside one of the others, with the fuel that the seat holds
    and at today's prices; null if so much is not to be had."""
    income_before: int
    income_after: int
    """Income from the seat's cities, once there is fuel for all; at cards what the plants pay."""
    is_points: bool
    """True if these incomes are points, as in a last round of cards."""


class Bounds(msgspec.Struct, frozen=True):
    """The lowest and the highest bid that a limit may have."""

    low: int
    high: int


class LeftAhead(msgspec.Struct, frozen=True):
    """Bid limit for a plant that is not up yet."""

    plant: int
    up_to: int
    """Highest bid; 0 to drop out immediately."""


class AuctionQuotes(msgspec.Struct, frozen=True):
    """The auctions for one seat at this version of the table."""

    version: int
    seat: int
    limit: int | None
    """The seat's limit for the plant that is up; null if it left none."""
    drops: bool
    """True if it left in advance to drop out of this auction."""
    passes: bool
    """True if it left in advance to buy no plant this round."""
    ahead: LeftAhead | None
    """Its limit for another plant than the one that is up. It lasts until that one is sold."""
    bounds: Bounds | None
    """The limits that it may leave now; null if it is not in an auction."""
    may_pass: bool
    """True if it may still leave in advance to buy no plant."""
    plants: list[Winning]
    """The plant that is up, else those that can be put up; empty for seats that are not in."""


ENCODER: Final = msgspec.json.Encoder(order="deterministic")
