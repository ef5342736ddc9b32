"""Fuel and cities of one round together: the possessions that each plan leaves for later rounds."""

from typing import Final

from gridwright.bots.planner.board_position import Position
from gridwright.bots.planner.forecast import Forecast
from gridwright.bots.solvers.turn_order import projected_order


class RoundPlan:
    """Possessions of a seat when this round's plants run."""

    def __init__(
        self,
        supply: int,
        money: int,
        n_cities: int,
        n_built: int,
        burned: list[int],
        held: list[int],
    ) -> None:
        self.supply: Final = supply
        self.money: Final = money
        """Money after fuel and cities."""
        self.n_cities: Final = n_cities
        self.n_built: Final = n_built
        self.burned: Final = burned
        self.held: Final = held
        """Fuel before the run."""


class PlanValue:
    """Evaluates the end of a round."""

    def __init__(self, position: Position, forecast: Forecast) -> None:
        self._position: Final = position
        self._forecast: Final = forecast

    def of(self, plan: RoundPlan, ends_now: float) -> float:
        """Return the worth of a plan; ``ends_now``: probability that this round is the last."""
        position = self._position
        weights = position.weights
        rules = position.rules
        lit = min(plan.supply, plan.n_cities)
        idle = weights.idle_city * (plan.n_cities - lit)
        now = lit + idle + weights.money_left * plan.money
        if ends_now >= 1.0:
            return now
        left = [held - gone for held, gone in zip(plan.held, plan.burned, strict=True)]
        money = plan.money + rules.payment(lit)
        worth = self._forecast.worth_of_fuel(position.plants, left)
        later = self._forecast.value(
            position.seat, position.plants, money + worth, plan.n_cities, 1, plan.n_built
        )
        later += weights.late_place * self._place(plan.n_cities)
        later += position.facts.taste.saving * plan.money
        return ends_now * now + (1.0 - ends_now) * later

    def _place(self, n_cities: int) -> int:
        seen = self._position.seen
        counts = seen.n_cities[:]
        counts[self._position.seat] = n_cities
        order = projected_order(self._position.rules, seen, counts, seen.plants)
        return order.index(self._position.seat)
