"""What makes a character choose as it does: its likings for plants, and its errors."""

from typing import Final

from gridwright.bots.profiles.weights import Taste
from gridwright.engine.dice import Dice
from gridwright.engine.rules import Rules

MIDDLE: Final = 0.5
"""Fraction of the highest number at which a plant is neither large nor small."""
STEPS: Final = 2001
"""Number of different errors."""


def likings_of(taste: Taste, rules: Rules) -> list[float]:
    """Return the liking for each plant of the game."""
    by_kind = {
        "coal": taste.coal,
        "oil": taste.oil,
        "garbage": taste.garbage,
        "gas": taste.gas,
        "uranium": taste.uranium,
    }
    names = rules.market.kinds
    plants = rules.deck.plants
    highest = max([plant.number for plant in plants])
    likings: list[float] = []
    for plant in plants:
        liking = taste.large * (plant.number / highest - MIDDLE)
        if not plant.kinds:
            liking += taste.green
        for kind in plant.kinds:
            liking += by_kind.get(names[kind], 0.0) / len(plant.kinds)
        likings.append(liking)
    return likings


class Noise:
    """A fixed error for each round and option, from a number drawn when the seat sat down.

    The same question gets the same error.
    """

    def __init__(self, salt: int, size: float) -> None:
        self._salt: Final = salt
        self._size: Final = size

    def of(self, round_: int, thing: int) -> float:
        """Return the error of an option in a round, between -size and size."""
        if self._size == 0.0:
            return 0.0
        dice = Dice(self._salt ^ (round_ * 1021 + thing + 1))
        for _step in range(4):
            dice.below(2)
        return self._size * (2.0 * dice.below(STEPS) / (STEPS - 1) - 1.0)
