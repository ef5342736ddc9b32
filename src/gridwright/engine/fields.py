"""Fields and their kinds: the meaning and the shape of each value.

Notation, records, JSON Schema and action masks are derived from this.
"""

from typing import Final, TypeAlias

Value: TypeAlias = int | list[int] | list[list[int]]

ONE: Final = 0
"""One number."""
MASK: Final = 1
"""A set as the bits of one number."""
LIST: Final = 2
"""Several numbers in a significant order."""
SORTED: Final = 3
"""Several numbers in ascending order; duplicates are allowed."""
ROWS: Final = 4
"""A list of lists."""
LAYERS: Final = 5
"""A list of lists of lists."""
RUNS: Final = 6
"""A list of runs: plants as a mask, minimum and maximum of the first hybrid kind, and output."""
TRUTH: Final = 7
"""True or false."""
NAMED_ROWS: Final = 8
"""Lists by their names."""
MASKS: Final = 9
"""A list of sets."""


class Kind:
    """The noun and the shape of a value."""

    def __init__(self, noun: str, shape: int, can_be_empty: bool = False) -> None:
        self.noun: Final = noun
        self.shape: Final = shape
        self.can_be_empty: Final = can_be_empty
        """True if the notation has a word for the empty set."""


def set_of(kind: Kind, can_be_empty: bool = False) -> Kind:
    """Return the kind of a mask of such values."""
    return Kind(kind.noun, MASK, can_be_empty)


def list_of(kind: Kind) -> Kind:
    return Kind(kind.noun, MASKS if kind.shape == MASK else LIST)


def sorted_list_of(kind: Kind) -> Kind:
    return Kind(kind.noun, SORTED, can_be_empty=True)


def rows_of(kind: Kind) -> Kind:
    return Kind(kind.noun, ROWS)


AMOUNT: Final = Kind("amount", ONE)
"""Money, or a count of things."""
NUMBER: Final = Kind("number", ONE)
"""An index into something without names: a phase, a round, a step, a column."""
FLAG: Final = Kind("flag", ONE)
"""0 or 1."""
SEAT: Final = Kind("seat", ONE)
PLANT: Final = Kind("plant", ONE)
CARD: Final = Kind("card", ONE)
"""A plant, or the step card."""
BACK: Final = Kind("back", ONE)
CITY: Final = Kind("city", ONE)
REGION: Final = Kind("region", ONE)
FUEL: Final = Kind("fuel", ONE)
FUEL_CARD: Final = Kind("fuel card", ONE)
TURN: Final = Kind("turn", ONE)
"""A fuel card turned down by some units."""

AMOUNTS: Final = list_of(AMOUNT)
NUMBERS: Final = list_of(NUMBER)
SEATS: Final = set_of(SEAT)
ORDER: Final = list_of(SEAT)
PLANTS: Final = set_of(PLANT, can_be_empty=True)
REGIONS: Final = set_of(REGION)
FUELS: Final = set_of(FUEL)
TURNS: Final = sorted_list_of(TURN)
STORED: Final = rows_of(AMOUNT)
"""``stored[place][kind]``: the fuel on a seat's plants."""
RUN_LIST: Final = Kind("run", RUNS)


class Field:
    """One value of a record. In the notation, ``optional`` ones are left out while empty."""

    def __init__(self, name: str, kind: Kind, optional: bool = False) -> None:
        self.name: Final = name
        self.kind: Final = kind
        self.optional: Final = optional


Fields: TypeAlias = tuple[Field, ...]


def values_of(record: object, fields: Fields) -> list[Value]:
    """Return the values of a record's fields, in order."""
    values: list[Value] = []
    for field in fields:
        value: Value = getattr(record, field.name)
        values.append(value)
    return values
