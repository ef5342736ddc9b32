"""Worth of plants: their earnings in the coming rounds, net of fuel."""

from typing import Final

from gridwright.bots.greedy.greedy_position import GreedyPosition


class Valuation:
    """Values sets of plants at the prices of one position."""

    def __init__(self, position: GreedyPosition) -> None:
        self._position: Final = position
        self._costs: Final[dict[int, int]] = {}
        self._values: Final[dict[int, int]] = {}
        self._rounds: Final = position.rounds_left

    def of(self, plants: list[int]) -> int:
        """Return the money that a set of plants earns until the end."""
        mask = sum([1 << plant for plant in plants])
        if mask not in self._values:
            self._values[mask] = self._value(plants)
        return self._values[mask]

    def _value(self, plants: list[int]) -> int:
        rules = self._position.rules
        output_of = rules.fuel.output_of
        most_paid = 0
        most_last = 0
        runs: list[tuple[list[int], int, int]] = [([], 0, 0)]
        for plant in plants:
            for run, mask, output in runs[:]:
                larger = [*run, plant]
                runs.append((larger, mask | 1 << plant, output + output_of[plant]))
        for run, mask, output in runs:
            cost = self._cost(run, mask)
            paid = rules.payment(min(output, self._position.useful)) - cost
            most_paid = max(most_paid, paid)
            most_last = max(most_last, self._position.last_value(output, cost))
        return self._rounds * most_paid + most_last

    def _cost(self, run: list[int], mask: int) -> int:
        if mask not in self._costs:
            needs = self._position.rules.fuel.needs(run)
            self._costs[mask] = self._position.prices.run_cost(needs)
        return self._costs[mask]

    def least(self, candidates: list[int], plants: list[int]) -> int:
        """Return the candidate that is worth least among the plants."""
        return max(candidates, key=lambda lost: (self.without(plants, lost), -lost))

    def without(self, plants: list[int], lost: int) -> int:
        """Return the worth of the others."""
        return self.of([plant for plant in plants if plant != lost])

    def gain(self, plant: int) -> int:
        """Return the gain by one more plant; the worst of the old ones goes if it must."""
        owned = self._position.plants
        together = [*owned, plant]
        rules = self._position.rules
        if rules.n_counted(together) <= rules.limits.plant_limit:
            return self.of(together) - self.of(owned)
        losable = [each for each in owned if not rules.uncounted >> each & 1]
        return max([self.without(together, lost) for lost in losable]) - self.of(owned)
