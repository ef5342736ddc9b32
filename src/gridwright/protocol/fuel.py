"""Purchases of fuel: what each would power, so that a client can judge any of them by looking up.

Why a table and not a question to the server for each purchase: there are few levels (one for each
set of plants that can run, and a few more where hybrids may burn either kind), they come with the
offers, and so a client answers every step of a stepper immediately.
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
    """The cards to buy, in this order; empty where fuel is sold as tokens."""
    price: int


class FuelLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cities powered after a purchase of at least these amounts."""

    amounts: list[int]
    price: int
    """Lowest cost of these amounts."""
    cities: int
    """Cities powered then; cities that the money left can still build count."""
    income: int
    """Points in the last round at cards."""
    better: int | None
    """The place of the level to buy instead: it earns more than it costs. Null if none does."""


class JointRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Kinds of fuel that share storage: how many units of them can be bought together."""

    kinds: list[int]
    most: int


class FuelChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Purchases that a seat may want now.

    A purchase powers what the last level says of which no amount is larger than the purchase's.
    """

    one_run: FuelPurchase | None
    """Fuel that the seat's cities need this round, at the lowest price; null if none is missing."""
    fill: FuelPurchase | None
    """The most fuel that the storage holds and the money pays for; null if that is nothing."""
    levels: list[FuelLevel]
    """Levels in the order of income; the first is without a purchase."""
    joint_rooms: list[JointRoom]
    """Limits in addition to those of the single offers."""


class FuelQuotes(msgspec.Struct, frozen=True):
    """Fuel that one seat could buy at this version of the table if it were its turn to buy."""

    version: int
    seat: int
    offers: list[Offer]
    choices: FuelChoices | None
    """Null if nothing is on sale that the seat's plants burn and its money pays for."""
