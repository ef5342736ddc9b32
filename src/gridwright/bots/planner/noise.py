"""Deterministic noise on judgements: the same question gets the same error."""

from typing import Final

from gridwright.engine.dice import Dice

STEPS: Final = 2001


class Noise:
    """A fixed error for each round and thing, from a number that the seat drew when it sat down."""

    def __init__(self, salt: int, size: float) -> None:
        self._salt: Final = salt
        self._size: Final = size

    def of(self, round_: int, thing: int) -> float:
        """Return the error of a thing in a round, between -size and size."""
        if self._size == 0.0:
            return 0.0
        dice = Dice(self._salt ^ (round_ * 1021 + thing + 1))
        for _step in range(4):
            dice.below(2)
        return self._size * (2.0 * dice.below(STEPS) / (STEPS - 1) - 1.0)
