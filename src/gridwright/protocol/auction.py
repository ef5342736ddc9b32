"""Auctions from the view of one seat: its bid limits, and the effects of winning."""

from typing import Final

import msgspec


class Winning(msgspec.Struct, frozen=True):
    """Effect of a plant for the seat. The price is not included: the seat knows its money."""

    plant: int
    gives_up: int
    """Plant that would be scrapped, the weakest one; -1 while there is room."""
    power_before: int
    power_after: int
    """Output of all plants of the seat."""
    fuel: int | None
    """Cost of one run of the plant in addition to the others, with the fuel that the seat has.

    At current prices; null if not enough fuel is for sale.
    """
    income_before: int
    income_after: int
    """Income from the seat's cities with fuel for all plants; in card games, pay for all plants."""
    is_points: bool
    """True if these incomes are points, as in the last round of a card game."""


class Bounds(msgspec.Struct, frozen=True):
    """The lowest and the highest possible bid limit."""

    low: int
    high: int


class LeftAhead(msgspec.Struct, frozen=True):
    """Bid limit for a plant that is not up for auction yet."""

    plant: int
    up_to: int
    """Highest bid; 0 to drop out immediately."""


class AuctionQuotes(msgspec.Struct, frozen=True):
    """The auctions for one seat at this version of the table."""

    version: int
    seat: int
    limit: int | None
    """The seat's limit for the plant that is up for auction; null if it left none."""
    drops: bool
    """True if it left an order to drop out of this auction."""
    passes: bool
    """True if it left an order to buy no plant this round."""
    ahead: LeftAhead | None
    """Its limit for another plant than the one up for auction.

    It lasts until that plant is sold.
    """
    bounds: Bounds | None
    """The limits that it may leave now; null if it is not in an auction."""
    may_pass: bool
    """True if it may still leave an order to buy no plant."""
    plants: list[Winning]
    """The plant up for auction, else those that can be offered; empty for seats that are out."""


ENCODER: Final = msgspec.json.Encoder(order="deterministic")
