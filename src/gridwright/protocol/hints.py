"""Hints: a strong bot's choice in the viewer's place, and its alternatives."""

from typing import Annotated, Literal

import msgspec

from gridwright.protocol.records import Do

Area = Literal["market", "auction", "fuel", "map", "plants"]


class HintQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Source of the request: a person, or the guide that leads a person through a game."""

    guide: bool = False
    """True for the guide: it marks the whole game as guided, and no single hint is counted."""


class HintNumbers(msgspec.Struct, frozen=True, kw_only=True):
    """Figures behind the decision; what does not belong to it is null."""

    cost: int | None = None
    """Cost; for a plant the opening bid."""
    left: int | None = None
    """Money after that."""
    powers_now: int | None = None
    """Output of the plants with the fuel held, without it and with it; where a plant is
    bid for or given up, what they can at most."""
    powers: int | None = None
    income_now: int | None = None
    """Income from the cities without it and with it."""
    income: int | None = None
    gives_up: int | None = None
    """The plant that has to go."""
    run_cost: int | None = None
    """Fuel for one run of the new plant, as it costs now."""
    run_cost_before: int | None = None
    """The same for the plant that has to go."""


class HintChoice(msgspec.Struct, frozen=True):
    """Something else that could be done."""

    actions: list[Do]
    """Empty for doing nothing."""
    behind: float
    """Distance to the best choice, in the measure of the hint; not below 0."""


class Hint(msgspec.Struct, frozen=True):
    """The decision, as an order has it; nothing is sent by it."""

    version: int
    """Version of the table, with the mark for this help."""
    seat: int
    bot: str
    """The name of the bot that would decide so."""
    area: Area
    """The part of the table to highlight."""
    actions: list[Do]
    """Purchases or cities, without the end of the turn. Skipping is an action of its own."""
    limit: int | None
    """Highest bid; null if no plant is bid for, or that is not known yet."""
    numbers: HintNumbers
    measure: Literal["cities", "points", "money", "chance"]
    """Unit of the distance of the others: cities supplied or points at the end, about;
    money; or points of the chance to win, found by playing on."""
    others: list[HintChoice]
    """The two next best choices at most; none where the bot compared nothing."""


class WhyQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The move of a bot in question, by the version of its entry."""

    version: Annotated[int, msgspec.Meta(ge=1)]


class Why(msgspec.Struct, frozen=True):
    """The reasons of a bot for its decision."""

    version: int
    """Version of the table, with the mark for this help."""
    seat: int
    bot: str
    """The name of the bot that chose."""
    reasons: Hint | None
    """Its decision in that turn, with its figures; null where it plays by simple rules and
    weighs nothing. Then no help is marked."""
