"""Quotes: the cost of a house in each city, and a comparison of the plants that can run."""

from typing import Final

import msgspec


class CityRefusal(msgspec.Struct, frozen=True):
    """The rule that forbids a city, and the deciding numbers."""

    code: str
    clause: str
    numbers: dict[str, int]


class CityQuote(msgspec.Struct, frozen=True):
    """One city of the board. Without a cost if no house can be built there."""

    city: int
    house: int | None
    connection: int | None
    path: list[int]
    """Cities along the connection, the seat's own one first and the new one last."""
    refusal: CityRefusal | None
    extension: int | None = None
    """Cost of the path, where the seat may pay it although a network may begin in the city."""


class Quotes(msgspec.Struct, frozen=True):
    """Every city for one seat, as if it were to build at this version of the table."""

    version: int
    seat: int
    cities: list[CityQuote]
    """Empty for a spectator, before the first round, after the end and in games without a board."""


ENCODER: Final = msgspec.json.Encoder(order="deterministic")


class RunChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One run of the offer, compared with the best one."""

    cities: int
    """Cities it supplies; in card games its output."""
    income: int
    less: int
    """Income lost compared with the best run."""
    first: int
    """Amount of the first hybrid kind to burn, which keeps the fuel that costs more to replace."""
    n_hybrid: int
    """Fuel that hybrids burn of both kinds together."""
    burns: list[list[int]]
    """Fuel of each kind, once for each amount of the first hybrid kind that the run may burn."""
    kept: list[int]
    """Fuel of each kind that it keeps and the best run burns."""
    worth: int
    """Cost of that fuel after the refill; in card games, now."""


class PowerChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choices of the seat that powers now."""

    runs: list[RunChoice]
    """One for each run of the offer, in its order."""
    compared: list[int]
    """Indexes of the runs worth comparing, the best one first and the empty run last."""
    is_plain: bool
    """True if the best run is the only sensible one.

    That is, no other run earns as much or keeps fuel worth its loss, and hybrids have no choice.
    """
    prices: list[int]
    """Price of the next token of each kind after the refill; empty in card games."""
