"""Deterministic noise on evaluations: the same question gets the same error."""

from typing import Final

from gridwright.engine.dice import Dice

STEPS: Final = 2001


class Noise:
    """A fixed error for each round and option, from a number drawn when the seat sat down."""

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
