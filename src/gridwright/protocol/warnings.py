"""Losses of the seat to move by a skip that is plainly bad, each with its numbers.

The server decides what is plainly bad. A client has one sentence for each warning and computes no
rule; a skip without a warning needs no question.
"""

from typing import TypeAlias

import msgspec


class SkipWarning(msgspec.Struct, frozen=True, tag_field="warning", forbid_unknown_fields=True):
    """A skip that costs something. Cards, cities and seats are indexes, as in offers."""


class FuelMissing(SkipWarning, frozen=True, tag="fuel-missing"):
    """A ``finish-buying`` with idle plants whose fuel can be paid and earns more than it costs.

    The same for any purchase is in ``FuelChoices.levels``.
    """

    plants: list[int]
    """Plants that would run in addition."""
    amounts: list[int]
    """The missing fuel by kind."""
    price: int
    cities: int
    """Cities powered without a purchase."""
    possible_cities: int
    income: int
    possible_income: int
    is_points: bool
    """True if incomes are points: in the last round at cards nothing is paid."""


class CityMissing(SkipWarning, frozen=True, tag="city-missing"):
    """A ``finish-building`` before anything was built: more could be powered than is owned."""

    powers: int
    cities: int
    city: int
    """The cheapest."""
    cost: int
    more: int
    """Its income this round; 0 if the game ends with this round and the city counts there."""


class PlantMissing(SkipWarning, frozen=True, tag="plant-missing"):
    """A ``pass`` of a seat that may have more plants and can pay for one."""

    plants: int
    most_plants: int
    plant: int
    """The affordable plant with the largest output."""
    bid: int
    """Lowest bid that can win it."""


class IncomeLost(SkipWarning, frozen=True, tag="income-lost"):
    """A ``run`` of the offer whose income is lower by more than the fuel it keeps is worth."""

    run: int
    """Its place in the offer's ``runs``."""
    plants: list[int]
    """Plants that the best run has and this one has not."""
    less: int
    """The income lost compared with the best one."""
    kept: list[int]
    """Fuel of each kind that it keeps and the best one burns."""
    worth: int
    """The price of that fuel after the refill; at cards, now."""


class GameEnds(SkipWarning, frozen=True, tag="game-ends"):
    """A build of ``builds`` cities that ends the game; another seat may then power more."""

    builds: int
    """The number of further cities that ends it."""
    cities: int
    """The size of a network that ends it."""
    powers: int
    seat: int
    """The seat that can power most of the others."""
    seat_powers: int


class BidLeavesLittle(SkipWarning, frozen=True, tag="bid-leaves-little"):
    """The lowest bid for a plant, if the money left does not pay for one run."""

    plant: int
    bid: int
    leaves: int
    run_costs: int
    """The price of the fuel that the seat's cities need, with this plant and the fuel held."""


AnyWarning: TypeAlias = (
    FuelMissing | CityMissing | PlantMissing | IncomeLost | GameEnds | BidLeavesLittle
)
