"""The best plants to run with the available fuel."""

from typing import Final

from gridwright.engine.fuel import FuelRules, Run


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
    best = BestRun(0, 0, 0, [0] * fuel.n_kinds, 0)
    for run in runs:
        supplied = min(run.output, demand)
        if supplied < best.supplied:
            continue
        first = cheapest_share(fuel, run, worths)
        burned = fuel.burned_by(run, first)
        cost = sum([worths[kind] * amount for kind, amount in enumerate(burned)])
        if supplied > best.supplied or cost < best.cost:
            best = BestRun(run.plants, first, supplied, burned, cost)
    return best


def cheapest_share(fuel: FuelRules, run: Run, worths: list[int]) -> int:
    """Return the amount of the first kind that hybrids burn when each kind has one worth."""
    if run.high > run.low and worths[fuel.first] < worths[fuel.second]:
        return run.high
    return run.low
