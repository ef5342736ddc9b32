"""Potential-based shaping: intermediate rewards that do not change the optimal policy.

Each step pays ``discount * after - before``, where the potential of a seat is the lead of its
company in size over those of its rivals. After the end by the rules the potential is zero, so that
the rewards paid before are subtracted again: with a discount of 1 the sum over a game is the same
for any play (Ng, Harada and Russell, 1999).
"""

from typing import Final

from gridwright.engine.rules import Rules
from gridwright.engine.state import State

LARGE: Final = 20
"""Lead in size that counts as 1."""


class Shaping:
    """The potential of each seat at one table, times a weight; a weight of 0 disables shaping."""

    def __init__(self, rules: Rules, weight: float, discount: float) -> None:
        if weight < 0 or not 0 < discount <= 1:
            raise ValueError(
                f"expected a weight from 0 and a discount up to 1, got {weight} and {discount}"
            )
        self.weight: Final = weight
        self.discount: Final = discount
        self.nothing: Final = [0.0] * rules.n_seats
        self._rules: Final = rules

    @property
    def is_on(self) -> bool:
        return self.weight > 0

    def potentials(self, state: State) -> list[float]:
        """Return each seat's size less the mean size of its rivals, weighted; 0 at the start."""
        sizes = [self._size(state, seat) for seat in range(self._rules.n_seats)]
        n_rivals = len(sizes) - 1
        total = sum(sizes)
        scale = self.weight / LARGE
        return [scale * (size - (total - size) / n_rivals) for size in sizes]

    def _size(self, state: State, seat: int) -> int:
        """Return the output of a seat's plants, on a board at most the number of its cities."""
        output = sum([self._rules.fuel.output_of[plant] for plant in state.plants[seat]])
        return self._rules.useful(output, state.grid.n_cities[seat])
