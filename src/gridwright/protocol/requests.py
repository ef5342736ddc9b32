"""Records of requests about a table and of their answers, other than orders."""

from typing import Annotated, Literal

import msgspec


class MadeTable(msgspec.Struct, frozen=True):
    """The id of a new table."""

    game_id: str
    path: str


class Rematch(msgspec.Struct, frozen=True):
    """The id of the table of the rematch."""

    game_id: str
    path: str


class Sitting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person by name, or a bot. A signed-in person has a name already.

    A bot of a level with characters is shown as one of them: by name if its level has this
    character and it is free, otherwise as the next free one.
    """

    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    bot: Annotated[str, msgspec.Meta(max_length=32)] = ""


class Seated(msgspec.Struct, frozen=True):
    """A seat taken. The ticket is a guest's only key to it; bots and accounts need none."""

    seat: int
    version: int
    ticket: str = ""


class Since(msgspec.Struct, frozen=True):
    """The last version that the client has."""

    since: Annotated[int, msgspec.Meta(ge=0, le=9_999_999)] = 0


Cities = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,3}(?:,[0-9]{1,3}){0,39}$(?!\n)")]


class Planned(msgspec.Struct, frozen=True):
    """Query of a plan: comma-separated numbers of cities, and the order to price them in."""

    cities: Cities
    order: Literal["cheapest", "chosen"] = "cheapest"


class BotStrength(msgspec.Struct, frozen=True):
    """Win rate of a bot against copies of another, as measured in the arena."""

    against: str
    edition: str
    seats: int
    games: int
    share: float
    low: float
    high: float


class BotCard(msgspec.Struct, frozen=True):
    """A bot that can be invited."""

    name: str
    level: int
    description: str
    strength: list[BotStrength]
    """Empty if it was not measured."""
