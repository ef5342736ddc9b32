"""The cheapest fuel for a plan: the purchase with which chosen plants can run, and its cost."""

from typing import Final

from gridwright.bots.solvers.prices import Prices
from gridwright.engine.fuel import FuelRules
from gridwright.engine.ids import FAR


class Purchase:
    """Units of each kind and their price together."""

    def __init__(self, bought: list[int], cost: int) -> None:
        self.bought: Final = bought
        self.cost: Final = cost


class FuelPlan:
    """Plants to run, and the purchase that they need."""

    def __init__(self, plants: list[int], supplied: int, purchase: Purchase) -> None:
        self.plants: Final = plants
        self.supplied: Final = supplied
        self.purchase: Final = purchase


def cheapest_fuel(
    fuel: FuelRules, prices: Prices, running: list[int], capacity: list[int], held: list[int]
) -> Purchase | None:
    """Return the cheapest purchase with which all of these plants can run; None if they cannot.

    It contains only missing fuel. Only the hybrids leave a choice, and every split of it is tried:
    stored fuel in their shared room may rule the cheapest out.
    """
    needs = fuel.needs(running)
    hybrids = needs.pop()
    missing = [max(0, needs[kind] - held[kind]) for kind in range(fuel.n_kinds)]
    best: Purchase | None = None
    for share in range(hybrids + 1):
        bought = missing[:]
        if hybrids:
            bought[fuel.first] = max(0, needs[fuel.first] + share - held[fuel.first])
            bought[fuel.second] = max(0, needs[fuel.second] + hybrids - share - held[fuel.second])
        cost = sum([prices.cost(kind, amount) for kind, amount in enumerate(bought) if amount])
        if cost >= FAR or (best is not None and cost >= best.cost):
            continue
        after = [held[kind] + bought[kind] for kind in range(fuel.n_kinds)]
        if not fuel.fits(capacity, after):
            continue
        if hybrids:
            low, high = fuel.hybrid_range(
                capacity, after, needs[fuel.first], needs[fuel.second], hybrids
            )
            if low > high:
                continue
        best = Purchase(bought, cost)
    return best


def fuel_plans(
    fuel: FuelRules, prices: Prices, plants: list[int], held: list[int], capacity: list[int]
) -> list[FuelPlan]:
    """Return every set of the plants that can be fuelled, with its cheapest purchase."""
    found: list[FuelPlan] = []
    for run, output in runs_of(fuel, plants):
        purchase = cheapest_fuel(fuel, prices, run, capacity, held)
        if purchase is not None:
            found.append(FuelPlan(run, output, purchase))
    return found


def runs_of(fuel: FuelRules, plants: list[int]) -> list[tuple[list[int], int]]:
    """Return every set of plants and its output."""
    runs: list[tuple[list[int], int]] = [([], 0)]
    for plant in plants:
        output = fuel.output_of[plant]
        runs += [([*run, plant], supplied + output) for run, supplied in runs]
    return runs


def cheapest_supply(
    fuel: FuelRules,
    prices: Prices,
    plants: list[int],
    held: list[int],
    capacity: list[int],
    demand: int,
) -> FuelPlan | None:
    """Return the cheapest plan to supply at least n cities; None if plants or fuel fall short."""
    best: FuelPlan | None = None
    for run, output in runs_of(fuel, plants):
        if output >= demand:
            purchase = cheapest_fuel(fuel, prices, run, capacity, held)
            if purchase is not None and (best is None or purchase.cost < best.purchase.cost):
                best = FuelPlan(run, output, purchase)
    return best
