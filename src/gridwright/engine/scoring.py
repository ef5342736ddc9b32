"""Who won."""

from gridwright.engine.fuel import best_run
from gridwright.engine.rules import Rules
from gridwright.engine.state import State


def cities_supplied(rules: Rules, state: State) -> list[int]:
    """For each seat the most of its cities that its plants and fuel could supply (c9.3)."""
    supplied: list[int] = []
    for seat in range(rules.n_seats):
        runs = rules.fuel.runs(state.plants[seat], state.capacity[seat], state.fuel[seat])
        n_cities = state.grid.n_cities[seat]
        supplied.append(min(best_run(runs, n_cities).output, n_cities))
    return supplied


def rank(rules: Rules, state: State) -> list[int]:
    """The place of each seat from 1; equal in everything means the same place (c9.4)."""
    supplied = cities_supplied(rules, state)
    scores: list[tuple[int, int, int]] = []
    for seat in range(rules.n_seats):
        cities = state.grid.n_cities[seat] if rules.cities_break_ties else 0
        scores.append((supplied[seat], state.money[seat], cities))
    places: list[int] = []
    for score in scores:
        places.append(1 + sum([1 for other in scores if other > score]))
    return places
