"""The best plants to run with the available fuel."""

from typing import Final

from gridwright.engine.fuel import FuelRules, Run
from gridwright.engine.fuel import best_run as engine_best


class BestRun:
    """A set of plants that runs."""

    def __init__(
        self, plants: int, first: int, supplied: int, burned: list[int], cost: int
    ) -> None:
        self.plants: Final = plants
        """Mask of the plants."""
        self.first: Final = first
        """Amount of the first kind that its hybrids burn."""
        self.supplied: Final = supplied
        self.burned: Final = burned
        self.cost: Final = cost
        """Value of the burned fuel, at the worth of each unit."""


def best_run(
    fuel: FuelRules,
    plants: list[int],
    capacity: list[int],
    held: list[int],
    demand: int,
    worths: list[int],
) -> BestRun:
    """Return the run that supplies most of the demand; ties go to the cheapest fuel."""
    return choose_run(fuel, fuel.runs(plants, capacity, held), demand, worths)


def choose_run(fuel: FuelRules, runs: list[Run], demand: int, worths: list[int]) -> BestRun:
    """Return the best of these runs. Ties go to the first one."""
    best: Run | None = None
    most = 0
    least = 0
    for run in runs:
        supplied = run.output if run.output < demand else demand
        if supplied < most:
            continue
        burned = run.burned
        cost = 0
        for kind in range(fuel.n_kinds):
            cost += worths[kind] * burned[kind]
        hybrids = burned[fuel.n_kinds]
        if hybrids:
            first = cheapest_share(fuel, run, worths)
            cost += worths[fuel.first] * first + worths[fuel.second] * (hybrids - first)
        if supplied > most or cost < least:
            best = run
            most = supplied
            least = cost
    if best is None:
        return BestRun(0, 0, 0, [0] * fuel.n_kinds, 0)
    first = cheapest_share(fuel, best, worths)
    return BestRun(best.plants, first, most, fuel.burned_by(best, first), least)


def most_supplied(fuel: FuelRules, plants: list[int], held: list[int]) -> int:
    """Return the largest output of the plants with the fuel held."""
    capacity = fuel.capacity(plants)
    needs = fuel.needs(plants)
    output = 0
    for plant in plants:
        output += fuel.output_of[plant]
    # Usually all of them can run.
    lacks = False
    for kind in range(fuel.n_kinds):
        lacks = lacks or held[kind] < needs[kind]
    hybrids = needs[fuel.n_kinds]
    if hybrids and not lacks:
        first = needs[fuel.first]
        low, high = fuel.hybrid_range(capacity, held, first, needs[fuel.second], hybrids)
        lacks = low > high
    return engine_best(fuel.runs(plants, capacity, held), output).output if lacks else output


def cheapest_share(fuel: FuelRules, run: Run, worths: list[int]) -> int:
    """Return the amount of the first kind that hybrids burn when each kind has one worth."""
    if run.high > run.low and worths[fuel.first] < worths[fuel.second]:
        return run.high
    return run.low
