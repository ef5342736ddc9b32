"""Several cities as one plan: their order, costs and consequences."""

from typing import Literal

import msgspec

from gridwright.protocol.quotes import CityQuote, CityRefusal


class PlannedCity(msgspec.Struct, frozen=True):
    """A city of a plan, after those before it are built."""

    city: int
    house: int
    connection: int
    path: list[int]
    """Cities along the connection, beginning with an owned or planned one."""
    total: int
    """Cost of the plan up to and including this city."""
    alone: int
    """Cost of the city without the plan."""
    refusal: CityRefusal | None
    """Reason why it cannot be built then, such as the money left by the cities before it."""


class RefusedCity(msgspec.Struct, frozen=True):
    """A city that the seat cannot build in any order."""

    city: int
    refusal: CityRefusal


class PlanTrigger(msgspec.Struct, frozen=True):
    """Consequences of the size of the network when building is over."""

    what: Literal["step-two", "game-end"]
    cities: int
    """Smallest number of cities that causes it."""


class Plan(msgspec.Struct, frozen=True):
    """The plan of one seat, as if it were to build at this version of the table."""

    version: int
    seat: int
    cities: list[PlannedCity]
    """Cities in the order in which they are to be built."""
    is_exact: bool
    """True if it is certain that no other order is cheaper."""
    refused: list[RefusedCity]
    total: int
    left: int
    """Money left; below 0 if it is not enough."""
    fits: int
    """Number of cities, from the first on, that can be built."""
    powers: int | None
    """Cities powered this round with the plan; null while fuel may still be bought."""
    income: int | None
    """Income from them; also null if the plan ends the game."""
    triggers: list[PlanTrigger]
    others: list[CityQuote]
    """Every other city of the board, after the plan."""
