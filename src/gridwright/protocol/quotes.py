"""Quotes: the cost of a house in each city, and a comparison of the plants that can run."""

from typing import Final

import msgspec


class CityRefusal(msgspec.Struct, frozen=True):
    """The rule that is against a city, and the numbers that decided."""

    code: str
    clause: str
    numbers: dict[str, int]


class CityQuote(msgspec.Struct, frozen=True):
    """One city of the board. What no house could be built for has no cost."""

    city: int
    house: int | None
    connection: int | None
    path: list[int]
    """The cities along the connection, the seat's own one first and the new one last."""
    refusal: CityRefusal | None


class Quotes(msgspec.Struct, frozen=True):
    """Every city for one seat, as if it were to build at this version of the table."""

    version: int
    seat: int
    cities: list[CityQuote]
    """Empty for a spectator, before the first round, after the end and where there is no board."""


ENCODER: Final = msgspec.json.Encoder(order="deterministic")


class RunChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One run of the offer, beside the best one."""

    cities: int
    """Cities it supplies; at cards its output."""
    income: int
    less: int
    """Income lost compared with the best one."""
    first: int
    """Best amount to burn of the first hybrid kind: the fuel that is dearer to buy is kept."""
    n_hybrid: int
    """Fuel that hybrids burn of both kinds together."""
    burns: list[list[int]]
    """Fuel of each kind, once for each amount of the first hybrid kind that the run may burn."""
    kept: list[int]
    """Fuel of each kind that it keeps and the best one burns."""
    worth: int
    """Cost of that fuel after the refill; at cards, now."""


class PowerChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choices of the seat that powers now."""

    runs: list[RunChoice]
    """One for each run of the offer, in its order."""
    compared: list[int]
    """Places of the runs that are worth a look, the best one first and none at all last."""
    is_plain: bool
    """True if the best run is the only sensible one: no other earns as much or keeps fuel that
    is worth what it loses, and no hybrid can be fed otherwise."""
    prices: list[int]
    """The price of the next token of each kind after the refill; empty at cards."""
