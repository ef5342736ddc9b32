"""Which plants to run this round, decided before their fuel is bought."""

from typing import Final

from gridwright.bots.greedy.position import GreedyPosition
from gridwright.bots.solvers.prices import Prices

LAST_CITY_PRICE: Final = 25
"""Worth of supplying a city more on a board when the game may end in this round."""


class PlannedRun:
    """A set of plants that shall run."""

    def __init__(self, needs: list[int], missing: list[int], cost: int) -> None:
        self.needs: Final = needs
        """Fuel that they burn, as by ``FuelRules.needs``."""
        self.missing: Final = missing
        """Part of it that has to be bought, by kind."""
        self.cost: Final = cost


def plan_run(
    position: GreedyPosition, prices: Prices, plants: list[int], builds: bool
) -> PlannedRun:
    """The run that pays most above its fuel; ``builds``: cities bought with the rest count too."""
    fuel = position.rules.fuel
    nothing = PlannedRun(fuel.needs([]), [0] * fuel.n_kinds, 0)
    best = nothing
    best_rank = (_return(position, 0, 0, builds), 0)
    runs: list[tuple[list[int], int]] = [([], 0)]
    for plant in plants:
        for run, output in runs[:]:
            larger = [*run, plant]
            runs.append((larger, output + fuel.output_of[plant]))
            needs = fuel.needs(larger)
            cost, missing = prices.shopping(needs, position.held(position.seat))
            if cost <= position.money:
                total = output + fuel.output_of[plant]
                rank = (_return(position, total, cost, builds), -sum(needs))
                if rank > best_rank:
                    best = PlannedRun(needs, missing, cost)
                    best_rank = rank
    return best


def _return(position: GreedyPosition, output: int, cost: int, builds: bool) -> int:
    """Return the pay for a run above the cost of its fuel."""
    rules = position.rules
    if not position.has_board:
        if position.may_end:
            return rules.money_per_point * output - cost
        return rules.payment(output) - cost
    n_cities = position.n_cities
    if builds and output > n_cities:
        n_cities += position.building_costs.affordable(position.money - cost)
    supplied = min(output, max(1, n_cities))
    pay = rules.payment(supplied) - cost
    return pay + LAST_CITY_PRICE * supplied if position.may_end else pay
