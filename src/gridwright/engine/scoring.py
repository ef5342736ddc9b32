"""Scoring: the ranking of the seats, and the reason for the end of the game."""

from typing import Final

from gridwright.engine.fuel import best_run
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog

CITIES: Final = "cities"
DRY_STACK: Final = "dry-stack"
LAST_ROUND: Final = "last-round"
REASONS: Final = (CITIES, DRY_STACK, LAST_ROUND)
"""Reasons for the end of a game (c9.1, c9.5, k9.1)."""


def cities_to_end(rules: Rules, state: State) -> int:
    """Return the number of cities that ends the game: never more than are in play (c9.1)."""
    return min(rules.limits.end_cities, len(state.grid.area.cities))


class Scoring:
    """Ranks the seats. By default by cities supplied, then money, then cities (c9.4)."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules

    def end_reason(self, state: State) -> str:
        """Return the reason for the end of a finished game."""
        is_reached = max(state.grid.n_cities) >= cities_to_end(self.rules, state)
        return CITIES if is_reached else DRY_STACK

    def settle(self, state: State, log: EventLog) -> None:
        """Pay what is due once the game is over, before seats are ranked. By default nothing."""

    def scores(self, state: State) -> list[int]:
        """Return by seat the most of its cities that its plants and fuel could supply (c9.3)."""
        return [
            min(self.best_output(state, seat), state.grid.n_cities[seat])
            for seat in range(self.rules.n_seats)
        ]

    def best_output(self, state: State, seat: int) -> int:
        """Return the most cities that a seat's plants could supply with its fuel."""
        fuel = self.rules.fuel
        runs = fuel.runs(state.plants[seat], state.capacity[seat], state.fuel[seat])
        return best_run(runs, self.most_useful(state, seat)).output

    def most_useful(self, state: State, seat: int) -> int:
        """Return the output beyond which more is of no use."""
        return state.grid.n_cities[seat]

    def tie_breaks(self, state: State, seat: int) -> tuple[int, int]:
        """Return the first and the second tie-breaker of a seat."""
        cities = state.grid.n_cities[seat] if self.rules.settings.cities_break_ties else 0
        return (state.money[seat], cities)

    def rank(self, state: State) -> list[int]:
        """Return the place of each seat from 1; complete ties share a place (c9.4)."""
        scores = self.scores(state)
        keys: list[tuple[int, int, int]] = []
        for seat in range(self.rules.n_seats):
            money, last = self.tie_breaks(state, seat)
            keys.append((scores[seat], money, last))
        places: list[int] = []
        for key in keys:
            places.append(1 + sum([1 for other in keys if other > key]))
        return places
