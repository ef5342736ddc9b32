"""The cheapest fuel for a plan: the purchase with which chosen plants can run, and its cost."""

from typing import Final

from gridwright.bots.solvers.plant_sets import PlantSets
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
    bought = held[:]
    cost = _fill_up(fuel, prices, fuel.needs(running), capacity, held, bought, FAR)
    if cost >= FAR:
        return None
    for kind in range(fuel.n_kinds):
        bought[kind] -= held[kind]
    return Purchase(bought, cost)


def _fill_up(
    fuel: FuelRules,
    prices: Prices,
    needs: list[int],
    capacity: list[int],
    held: list[int],
    after: list[int],
    below: int,
) -> int:
    """Set ``after`` to the fuel after the cheapest purchase for these needs, and return its cost.

    FAR if there is none that costs less than ``below``.
    """
    hybrids = needs[fuel.n_kinds]
    cost = 0
    for kind in range(fuel.n_kinds):
        after[kind] = held[kind]
        lack = needs[kind] - held[kind]
        if lack > 0 and not (hybrids and (kind == fuel.first or kind == fuel.second)):
            after[kind] = needs[kind]
            cost += prices.cost(kind, lack)
    if cost >= below:
        return FAR
    if not hybrids:
        return cost if fuel.fits(capacity, after) else FAR
    first = needs[fuel.first]
    second = needs[fuel.second]
    held_first = held[fuel.first]
    held_second = held[fuel.second]
    best_first = 0
    best_second = 0
    best = FAR
    for share in range(hybrids + 1):
        after_first = max(held_first, first + share)
        after_second = max(held_second, second + hybrids - share)
        total = cost + prices.cost(fuel.first, after_first - held_first)
        total += prices.cost(fuel.second, after_second - held_second)
        if total >= below:
            continue
        after[fuel.first] = after_first
        after[fuel.second] = after_second
        if fuel.fits(capacity, after):
            low, high = fuel.hybrid_range(capacity, after, first, second, hybrids)
            if low <= high:
                best = total
                below = total
                best_first = after_first
                best_second = after_second
    after[fuel.first] = best_first
    after[fuel.second] = best_second
    return best


def fuel_plans(
    fuel: FuelRules, prices: Prices, plants: list[int], held: list[int], capacity: list[int]
) -> list[FuelPlan]:
    """Return every set of the plants that can be fuelled, with its cheapest purchase."""
    found: list[FuelPlan] = []
    for number in range(1 << len(plants)):
        run = _run_of(plants, number)
        purchase = cheapest_fuel(fuel, prices, run, capacity, held)
        if purchase is not None:
            found.append(FuelPlan(run, _output(fuel, run), purchase))
    return found


def _run_of(plants: list[int], number: int) -> list[int]:
    """Return a set of the plants: those whose places are the bits of its number."""
    run: list[int] = []
    for place in range(len(plants)):
        if number >> place & 1:
            run.append(plants[place])
    return run


def _output(fuel: FuelRules, plants: list[int]) -> int:
    output = 0
    for plant in plants:
        output += fuel.output_of[plant]
    return output


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
    for number in range(1 << len(plants)):
        run = _run_of(plants, number)
        output = _output(fuel, run)
        if output >= demand:
            purchase = cheapest_fuel(fuel, prices, run, capacity, held)
            if purchase is not None and (best is None or purchase.cost < best.purchase.cost):
                best = FuelPlan(run, output, purchase)
    return best


def supply_cost(
    fuel: FuelRules,
    prices: Prices,
    plants: list[int],
    held: list[int],
    capacity: list[int],
    demand: int,
) -> int:
    """Return the cost of the cheapest plan to supply at least n cities; FAR if there is none."""
    after = held[:]
    least = FAR
    sets = PlantSets(fuel, plants)
    while sets.move():
        if sets.output >= demand:
            cost = _fill_up(fuel, prices, sets.needs, capacity, held, after, least)
            if cost < least:
                least = cost
    return least


class FuelledRuns:
    """Every set of some plants that can be fuelled, by place, in no order."""

    def __init__(
        self,
        fuel: FuelRules,
        prices: Prices,
        plants: list[int],
        held: list[int],
        capacity: list[int],
    ) -> None:
        self.costs: Final[list[int]] = []
        """Cost of the cheapest purchase."""
        self.supplied: Final[list[int]] = []
        self.left: Final[list[list[int]]] = []
        """Fuel left after the run, by kind; hybrids burn the first kind first."""
        sets = PlantSets(fuel, plants)
        left = held[:]
        while sets.move():
            needs = sets.needs
            cost = _fill_up(fuel, prices, needs, capacity, held, left, FAR)
            if cost < FAR:
                burn(fuel, needs, left)
                self.costs.append(cost)
                self.supplied.append(sets.output)
                self.left.append(left)
                left = held[:]


def burn(fuel: FuelRules, needs: list[int], held: list[int]) -> None:
    """Take these needs from the fuel held, in place; hybrids burn the first kind first."""
    for kind in range(fuel.n_kinds):
        held[kind] -= needs[kind]
    hybrids = needs[fuel.n_kinds]
    if hybrids:
        more = min(hybrids, held[fuel.first])
        held[fuel.first] -= more
        held[fuel.second] -= min(hybrids - more, held[fuel.second])
