"""Reach of each seat from its position: output, supply, the cost of its next cities.

All of it follows from public information. An agent could learn it from the other numbers, but
slowly: the cost of a path is a sum over the map, and a supply is a maximum over many runs.
"""

from functools import lru_cache
from typing import Final

from gridwright.bots.solvers.extension import greedy_extension, read_sites
from gridwright.bots.solvers.storage import held_by
from gridwright.engine.fuel import best_run
from gridwright.engine.network import Area, build_area
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules

N_NEXT: Final = 3
"""Number of next cities whose cost is in an observation."""
DEAR: Final = 999
"""Cost of a city that a seat cannot connect."""


class Reach:
    """Reach at one table, in the order of the layout."""

    def __init__(self, rules: Rules) -> None:
        self._rules: Final = rules
        self._area: Final = lru_cache(maxsize=64)(self._build_area)

    def _build_area(self, regions: int) -> Area:
        return build_area(self._rules.board, regions)

    def write(self, seen: Observation) -> list[int]:
        """Return the outputs of all seats, then their supplies, then the costs of each seat."""
        seats = range(self._rules.n_seats)
        row = [
            *[self.output(seen, seat) for seat in seats],
            *[self.supply(seen, seat) for seat in seats],
        ]
        if self._rules.board.n_cities > 0:
            for seat in seats:
                row += self.costs(seen, seat)
        return row

    def output(self, seen: Observation, seat: int) -> int:
        """Return the output of all plants of a seat, with fuel for each."""
        return sum([self._rules.fuel.output_of[plant] for plant in seen.plants[seat]])

    def supply(self, seen: Observation, seat: int) -> int:
        """Return the most cities that a seat's plants supply with the fuel it has."""
        fuel = self._rules.fuel
        plants = seen.plants[seat]
        runs = fuel.runs(plants, fuel.capacity(plants), held_by(self._rules, seen, seat))
        return best_run(runs, self.output(seen, seat)).output

    def costs(self, seen: Observation, seat: int) -> list[int]:
        """Return house and path of each of the next cities, always building the cheapest first."""
        board = self._rules.board
        sites = read_sites(board, self._area(seen.regions), seen, seat, seen.step)
        found = [min(cost, DEAR) for cost, _city in greedy_extension(sites, N_NEXT)]
        return found + [DEAR] * (N_NEXT - len(found))
