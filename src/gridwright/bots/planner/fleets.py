"""Income and fuel cost of sets of plants, by number of cities."""

from typing import Final

from gridwright.bots.solvers.prices import Prices
from gridwright.bots.solvers.shopping import runs_of
from gridwright.engine.rules import Rules


class Fleet:
    """Income and fuel cost of a set of plants."""

    def __init__(
        self, capacity: int, outputs: list[int], nets: list[float], fuel: list[float]
    ) -> None:
        self.capacity: Final = capacity
        self.outputs: Final = outputs
        """Ascending, with a zero for each free slot."""
        self.nets: Final = nets
        """``nets[n]``: pay for up to n cities less the fuel, by the best set of plants."""
        self.fuel: Final = fuel
        """``fuel[n]``: cost of that fuel."""


Fleets = dict[tuple[int, ...], Fleet]


def build_fleet(rules: Rules, prices: Prices, pays: list[int], plants: list[int]) -> Fleet:
    """Return the fleet of plants at these prices of fuel; ``pays[n]``: pay for n cities."""
    fuel = rules.fuel
    costs: dict[int, int] = {}
    for run, output in runs_of(fuel, plants):
        cost = prices.run_cost(fuel.needs(run))
        if cost < costs.get(output, cost + 1):
            costs[output] = cost
    nets: list[float] = []
    burned: list[float] = []
    outputs = sorted([fuel.output_of[plant] for plant in plants])
    capacity = sum(outputs)
    n_counts = len(pays) - 1
    for n_cities in range(min(n_counts, capacity + 1)):
        best = -1_000_000
        least = 0
        for output, cost in costs.items():
            net = pays[output if output < n_cities else n_cities] - cost
            if net > best or (net == best and cost < least):
                best = net
                least = cost
        nets.append(float(best))
        burned.append(float(least))
    # More cities than all plants supply are paid like the supplied number.
    n_more = n_counts - len(nets)
    nets += [nets[-1]] * n_more
    burned += [burned[-1]] * n_more
    free = [0] * max(0, rules.limits.plant_limit - len(outputs))
    return Fleet(capacity, free + outputs, nets, burned)
