"""Puzzles and people are rated like opponents, by Glicko: a correct answer wins.

Games are rated one after the other, without time: an unused rating does not become less certain.
"""

from math import log, pi, sqrt
from typing import Final

import msgspec

SCALE: Final = log(10) / 400
"""Natural logarithm of the odds per rating point."""
FIRST: Final = 1_500
"""Rating of a new person."""
UNSURE: Final = 200
"""Deviation of a new person."""
SEASONED: Final = 120
"""Deviation of a new puzzle, whose rating was estimated by bots."""
SUREST: Final = 45
"""Minimum deviation, so that every answer changes the rating."""
LOWEST: Final = 100
HIGHEST: Final = 4_000


class Strength(msgspec.Struct, frozen=True):
    """A rating and its deviation."""

    rating: int = FIRST
    deviation: int = UNSURE


def rated(own: Strength, other: Strength, score: float) -> Strength:
    """Return the new strength after a game with a score of 1 or 0."""
    weight = 1 / sqrt(1 + 3 * (SCALE * other.deviation / pi) ** 2)
    expected = 1 / (1 + 10 ** (weight * (other.rating - own.rating) / 400))
    information = (SCALE * weight) ** 2 * expected * (1 - expected)
    variance = 1 / (1 / own.deviation**2 + information)
    rating = own.rating + SCALE * variance * weight * (score - expected)
    deviation = max(SUREST, round(sqrt(variance)))
    return Strength(min(HIGHEST, max(LOWEST, round(rating))), deviation)
