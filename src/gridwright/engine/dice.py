"""Random choices for playouts and samples; never part of a state, never used for dealing."""

from gridwright.engine.ids import NONE
from gridwright.engine.masks import total


class Dice:
    """A 32-bit xorshift generator: its steps fit into machine words when compiled."""

    def __init__(self, seed: int) -> None:
        self.value = (seed * 2654435761 + 88172645) % 4294967295 + 1

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1."""
        value = self.value
        value ^= value << 13 & 0xFFFFFFFF
        value ^= value >> 17
        value ^= value << 5 & 0xFFFFFFFF
        self.value = value
        return value % bound


def sample_counted(counts: list[int], dice: Dice) -> int:
    """Return a random index with a probability proportional to its count; NONE if all are zero."""
    n_all = total(counts)
    if n_all == 0:
        return NONE
    pick = dice.below(n_all)
    place = 0
    while pick >= counts[place]:
        pick -= counts[place]
        place += 1
    return place
