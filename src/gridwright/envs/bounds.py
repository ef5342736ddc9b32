"""Finite bounds of observations, for libraries that scale or check by them."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from gridwright.envs.layout import Layout

MOST: Final = 100.0
"""The highest value of an amount, after its division: 10,000 in money, 2,000 rounds.

No game that is played to win comes near; the rules alone set no limit, so wrappers cut off there.
"""


def upper_bounds(layout: Layout) -> NDArray[np.float32]:
    """The highest value of each number of an observation; the lowest is 0 everywhere."""
    highs = np.full(layout.size, MOST, np.float32)
    highs[: layout.n_bits] = 1
    return highs
