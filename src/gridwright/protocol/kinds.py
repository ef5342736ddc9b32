"""Kinds of fields as types of the wire.

In events, offers and observations, cards, cities, kinds of fuel and seats are indexes; a mask has
one bit for each; -1 is no one, nothing, or an amount that the viewer may not see. In actions they
are the names of the notation, several joined by "+".
"""

from typing import Annotated, Any, Final, TypeAlias

import msgspec

from gridwright.engine import fields
from gridwright.engine.fields import AMOUNT, ONE, Kind
from gridwright.engine.notation import MAX_AMOUNT

Amount = Annotated[int, msgspec.Meta(ge=0, le=MAX_AMOUNT)]

PlantRun: TypeAlias = tuple[int, int, int, int]
"""Plants as a mask, minimum and maximum of the first hybrid kind, and the output."""

SHAPES: Final[dict[int, Any]] = {
    fields.ONE: int,
    fields.MASK: int,
    fields.LIST: list[int],
    fields.SORTED: list[int],
    fields.MASKS: list[int],
    fields.ROWS: list[list[int]],
    fields.LAYERS: list[list[list[int]]],
    fields.RUNS: list[PlantRun],
    fields.TRUTH: bool,
    fields.NAMED_ROWS: dict[str, list[int]],
}


def wire_type(kind: Kind) -> Any:
    """Return the type of a field as clients receive it."""
    return SHAPES[kind.shape]


def request_type(kind: Kind) -> Any:
    """Return the type of a field of an action as clients send it."""
    return Amount if kind.shape == ONE and kind.noun == AMOUNT.noun else str
