"""Fuel purchases and the cities they power, so that a client can evaluate any of them by lookup.

A table and not a request per purchase, because there are few levels (one for each set of plants
that can run, and a few more where hybrids may burn either kind). They come with the offers, so a
client responds to every step of a stepper immediately.
"""

import msgspec

from gridwright.protocol.records import Offer


class ChosenCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fuel card and the column to take it from."""

    card: int
    price: int


class FuelPurchase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole purchase with its price."""

    amounts: list[int]
    """Units of each kind."""
    cards: list[ChosenCard]
    """Cards to buy, in this order; empty where fuel is sold as tokens."""
    price: int


class FuelLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cities powered after a purchase of at least these amounts."""

    amounts: list[int]
    price: int
    """Lowest cost of these amounts."""
    cities: int
    """Cities powered then, including those that the remaining money can still build."""
    income: int
    """Income from them; points in the last round of a card game."""
    better: int | None
    """Index of the level to buy instead: it earns more than it costs. Null if none does."""


class JointRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Kinds of fuel that share storage: how many units of them can be bought together."""

    kinds: list[int]
    most: int


class FuelChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Purchases that may be useful to a seat.

    A purchase powers the cities of the last level of which no amount exceeds the purchase's.
    """

    one_run: FuelPurchase | None
    """Fuel that the seat's cities need this round, at the lowest price; null if none is missing."""
    fill: FuelPurchase | None
    """The most fuel that fits into the storage and that the money pays for; null if none."""
    levels: list[FuelLevel]
    """Levels in order of income; the first has no purchase."""
    joint_rooms: list[JointRoom]
    """Limits in addition to those of the single offers."""


class FuelQuotes(msgspec.Struct, frozen=True):
    """Fuel that one seat could buy at this version of the table if it were its turn to buy."""

    version: int
    seat: int
    offers: list[Offer]
    choices: FuelChoices | None
    """Null if there is no fuel for sale that the seat's plants burn and its money pays for."""
