"""Hints: a strong bot's decision in the viewer's place, and its alternatives."""

from typing import Annotated, Literal

import msgspec

from gridwright.protocol.analysis import Reason
from gridwright.protocol.records import Do

Area = Literal["market", "auction", "fuel", "map", "plants"]


class HintQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Source of the request: a person, or the guide that leads a person through a game."""

    guide: bool = False
    """True for the guide: the whole game is marked as guided, and no single hint is counted."""


class HintNumbers(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers behind the decision; those that do not apply are null."""

    cost: int | None = None
    """Cost; for a plant the opening bid."""
    left: int | None = None
    """Money after that."""
    powers_now: int | None = None
    """Cities powered with the fuel in store, without and with the decision.

    If a plant is bid for or scrapped, the most that the plants can power.
    """
    powers: int | None = None
    income_now: int | None = None
    """Income from the cities, without and with the decision."""
    income: int | None = None
    gives_up: int | None = None
    """Plant that must be scrapped."""
    run_cost: int | None = None
    """Current cost of the fuel for one run of the new plant."""
    run_cost_before: int | None = None
    """The same for the plant that must be scrapped."""


class HintChoice(msgspec.Struct, frozen=True):
    """An alternative."""

    actions: list[Do]
    """Empty for doing nothing."""
    behind: float
    """Distance to the best choice, in the measure of the hint; never below 0."""


class HintOutlook(msgspec.Struct, frozen=True):
    """The chance to win with the decision and with the plain alternative."""

    chance: float
    without: float
    error: float
    """Standard error of the difference."""
    sureness: Literal["sure", "fairly", "close"]
    """``sure`` above 3 standard errors, ``fairly`` above 2; ``close``: both are fine."""
    alternative: list[Do]
    """The line without the decision: dropping out, passing, buying or building nothing."""
    round: int
    """Round of the typical games that the reasons come from."""
    reasons: list[Reason]
    """The largest difference of those games first; empty if none speaks for the decision."""


class Hint(msgspec.Struct, frozen=True):
    """A decision, in the format of an order; the request itself sends no order."""

    version: int
    """Version of the table, with the mark for this help."""
    seat: int
    bot: str
    """Name of the bot that would decide so."""
    area: Area
    """The part of the table to highlight."""
    actions: list[Do]
    """Purchases or cities, without the end of the turn. Skipping is an action of its own."""
    limit: int | None
    """Highest bid; null if no plant is bid for, or if it is not known yet."""
    numbers: HintNumbers
    measure: Literal["cities", "points", "money", "chance"]
    """Unit of the distances of the others.

    Cities supplied or points at the end, approximately; money; or points of the chance to win,
    estimated by play-outs.
    """
    others: list[HintChoice]
    """At most the two next best choices; none if the bot compared no alternatives."""
    outlook: HintOutlook | None = None
    """Null for the guide, for reasons of bots and where there is no alternative."""


class WhyQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The move of a bot in question, by the version of its entry."""

    version: Annotated[int, msgspec.Meta(ge=1)]


class Why(msgspec.Struct, frozen=True):
    """The reasons of a bot for its decision."""

    version: int
    """Version of the table, with the mark for this help."""
    seat: int
    bot: str
    """Name of the bot that decided."""
    reasons: Hint | None
    """Its decision in that turn, with its numbers.

    Null if it plays by simple rules without an evaluation; then no help is marked.
    """
