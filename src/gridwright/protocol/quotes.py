"""What a house in each city would cost a seat, by which way, or which rule is against it."""

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
