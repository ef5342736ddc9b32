"""What the seat to move would lose by a skip that is plainly bad, each with its numbers.

The server decides what is plainly bad. A client has one sentence for each warning and computes no
rule; a skip without a warning needs no question.
"""

from typing import TypeAlias

import msgspec


class SkipWarning(msgspec.Struct, frozen=True, tag_field="warning", forbid_unknown_fields=True):
    """A skip that costs something. Cards, cities and seats are indexes, as in offers."""


class FuelMissing(SkipWarning, frozen=True, tag="fuel-missing"):
    """Of ``finish-buying``: plants stay cold whose fuel can be paid and earns more than it costs.

    The same for any purchase is in ``FuelChoices.levels``.
    """

    plants: list[int]
    """Those that would run in addition."""
    amounts: list[int]
    """What they lack of each kind of fuel."""
    price: int
    cities: int
    """What would be powered without a purchase."""
    possible_cities: int
    income: int
    possible_income: int
    is_points: bool
    """True if incomes are points: in the last round at cards nothing is paid."""


class CityMissing(SkipWarning, frozen=True, tag="city-missing"):
    """Of ``finish-building`` before anything was built: more could be powered than is owned."""

    powers: int
    cities: int
    city: int
    """The cheapest."""
    cost: int
    more: int
    """What it earns this round; 0 if the game ends with this round and the city counts there."""


class PlantMissing(SkipWarning, frozen=True, tag="plant-missing"):
    """Of ``pass``: the seat may have more plants and can pay for one."""

    plants: int
    most_plants: int
    plant: int
    """Of those that can be paid the one with the largest output."""
    bid: int
    """From which it can be had."""


class IncomeLost(SkipWarning, frozen=True, tag="income-lost"):
    """Of one ``run`` of the offer: its income is lower by more than the fuel it keeps is worth."""

    run: int
    """Its place in the offer's ``runs``."""
    plants: list[int]
    """Those that the best run has and this one has not."""
    less: int
    """How much less it earns than the best one."""
    kept: list[int]
    """Fuel of each kind that it keeps and the best one burns."""
    worth: int
    """What that fuel costs after the refill; at cards, now."""


class GameEnds(SkipWarning, frozen=True, tag="game-ends"):
    """Of building so many cities: they end the game, and another may then power more."""

    builds: int
    """How many more cities end it."""
    cities: int
    """The size of a network that ends it."""
    powers: int
    seat: int
    """Who can power most of the others."""
    seat_powers: int


class BidLeavesLittle(SkipWarning, frozen=True, tag="bid-leaves-little"):
    """Of the lowest bid for a plant: what is left does not pay for one run."""

    plant: int
    bid: int
    leaves: int
    run_costs: int
    """What the fuel costs that the seat's cities need, with this plant and the fuel at hand."""


AnyWarning: TypeAlias = (
    FuelMissing | CityMissing | PlantMissing | IncomeLost | GameEnds | BidLeavesLittle
)
