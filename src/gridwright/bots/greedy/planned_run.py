"""The plants to run this round, chosen before their fuel is bought."""

from typing import Final

from gridwright.bots.greedy.greedy_position import GreedyPosition
from gridwright.bots.solvers.prices import Prices


class PlannedRun:
    """A set of plants to run."""

    def __init__(self, needs: list[int], missing: list[int], cost: int) -> None:
        self.needs: Final = needs
        """Fuel that they burn, as by ``FuelRules.needs``."""
        self.missing: Final = missing
        """Part of it that has to be bought, by kind."""
        self.cost: Final = cost


def plan_run(
    position: GreedyPosition, prices: Prices, plants: list[int], builds: bool
) -> PlannedRun:
    """Return the run that pays most net of fuel; ``builds``: cities bought later count too."""
    fuel = position.rules.fuel
    nothing = PlannedRun(fuel.needs([]), [0] * fuel.n_kinds, 0)
    best = nothing
    best_rank = (position.run_value(0, 0, builds), 0)
    runs: list[tuple[list[int], int]] = [([], 0)]
    for plant in plants:
        for run, output in runs[:]:
            larger = [*run, plant]
            runs.append((larger, output + fuel.output_of[plant]))
            needs = fuel.needs(larger)
            cost, missing = prices.shopping(needs, position.held(position.seat))
            if cost <= position.money:
                total = output + fuel.output_of[plant]
                rank = (position.run_value(total, cost, builds), -sum(needs))
                if rank > best_rank:
                    best = PlannedRun(needs, missing, cost)
                    best_rank = rank
    return best
