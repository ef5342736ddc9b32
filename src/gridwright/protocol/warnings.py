"""Warnings about plainly bad skips of the acting seat, each with its loss in numbers.

The server decides what is plainly bad. A client has one sentence for each warning and computes no
rule; a skip without a warning needs no confirmation.
"""

from typing import TypeAlias

import msgspec


class SkipWarning(msgspec.Struct, frozen=True, tag_field="warning", forbid_unknown_fields=True):
    """A skip with a loss. Cards, cities and seats are indexes, as in offers."""


class FuelMissing(SkipWarning, frozen=True, tag="fuel-missing"):
    """A ``finish-buying`` with idle plants whose fuel is affordable and earns more than it costs.

    The same for any purchase is in ``FuelChoices.levels``.
    """

    plants: list[int]
    """Plants that would run in addition."""
    amounts: list[int]
    """Missing fuel by kind."""
    price: int
    cities: int
    """Cities powered without a purchase."""
    possible_cities: int
    income: int
    possible_income: int
    is_points: bool
    """True if incomes are points: production is unpaid in the last round of a card game."""


class CityMissing(SkipWarning, frozen=True, tag="city-missing"):
    """A ``finish-building`` without a new city, though the plants could power more cities."""

    powers: int
    cities: int
    city: int
    """The cheapest city."""
    cost: int
    more: int
    """Its income this round; 0 if the game ends with this round and the city counts there."""


class PlantMissing(SkipWarning, frozen=True, tag="plant-missing"):
    """A ``pass`` of a seat that may own more plants and can pay for one."""

    plants: int
    most_plants: int
    plant: int
    """Affordable plant with the largest output."""
    bid: int
    """Lowest bid that can win it."""


class IncomeLost(SkipWarning, frozen=True, tag="income-lost"):
    """A ``run`` of the offer whose income is lower by more than the worth of the fuel it keeps."""

    run: int
    """Its index in the offer's ``runs``."""
    plants: list[int]
    """Plants that the best run has and this one has not."""
    less: int
    """Income lost compared with the best run."""
    kept: list[int]
    """Fuel of each kind that it keeps and the best run burns."""
    worth: int
    """Price of that fuel after the refill; in card games, now."""


class GameEnds(SkipWarning, frozen=True, tag="game-ends"):
    """A build of ``builds`` cities that ends the game, while another seat may power more."""

    builds: int
    """Number of further cities that ends it."""
    cities: int
    """Size of a network that ends it."""
    powers: int
    seat: int
    """The other seat that can power most."""
    seat_powers: int


class BidLeavesLittle(SkipWarning, frozen=True, tag="bid-leaves-little"):
    """The lowest bid for a plant, if the remaining money does not pay for one run."""

    plant: int
    bid: int
    leaves: int
    run_costs: int
    """Price of the fuel that the seat's cities need, with this plant and the fuel in store."""


AnyWarning: TypeAlias = (
    FuelMissing | CityMissing | PlantMissing | IncomeLost | GameEnds | BidLeavesLittle
)
