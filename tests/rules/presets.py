"""Presets that share a law, and the plants that play the same part in each of them."""

from dataclasses import dataclass
from typing import Final

CLASSIC: Final = ("original", "recharged", "reference")
FIRST_EDITION: Final = ("original", "reference")
DELUXE: Final = ("europe", "north-america")
"""Presets of one board each; the deluxe edition's ``reference`` has tests of its own."""
ALL: Final = CLASSIC + DELUXE
FREE_OPENING: Final = ("original", "recharged", *DELUXE)
"""Presets in which the opening bid may be above the minimum."""

MINIMUM_RULE: Final = FIRST_EDITION + DELUXE
"""Presets in which cities push small plants out of the market."""
TOKEN: Final = ("recharged", "north-america")
"""Presets with the discount token."""
NO_TOKEN: Final = (*FIRST_EDITION, "europe")
TRUST: Final = ("recharged", *DELUXE)
"""Presets in which two play against the Trust."""


@dataclass(frozen=True)
class Cast:
    """Plants of an edition by the part that they play."""

    first: str
    """The kind that a hybrid's choice counts."""
    second: str
    third: str
    """A kind that hybrids do not burn."""
    two: int
    """Burns two of the first kind."""
    three: int
    second_two: int
    third_two: int
    hybrid: int
    """Burns two."""
    big_hybrid: int
    """Burns three."""
    winds: tuple[int, int, int]
    """Burn nothing; the first supplies one city, the second two."""
    uranium: tuple[int, int]


CLASSIC_CAST: Final = Cast(
    first="coal",
    second="oil",
    third="garbage",
    two=4,
    three=8,
    second_two=3,
    third_two=14,
    hybrid=5,
    big_hybrid=46,
    winds=(13, 18, 22),
    uranium=(11, 17),
)
DELUXE_CAST: Final = Cast(
    first="gas",
    second="oil",
    third="coal",
    two=5,
    three=34,
    second_two=10,
    third_two=12,
    hybrid=35,
    big_hybrid=22,
    winds=(11, 17, 24),
    uranium=(13, 21),
)


def cast(preset: str) -> Cast:
    return DELUXE_CAST if preset in DELUXE else CLASSIC_CAST
