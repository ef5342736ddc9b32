"""Estimated gains by sets of plants until the end."""

from typing import Final

from gridwright.bots.rollout.prices import unit_prices
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.rules import Rules
from gridwright.engine.state import State

MAX_ROUNDS: Final = 8
CITIES_A_ROUND: Final = 2
CITIES_AHEAD: Final = 3
"""Plants are wanted for this number of cities beyond the network."""
CAPACITY_PRICE: Final = 6.0
CAPACITY_SHARE: Final = 15.0
"""Worth of a city more in the final count on a board: this, or this fraction of all money."""
NEAR_END: Final = 3
"""A plant bought this late will probably run in the last production."""
LAST_CITIES: Final = 4
"""Cities that a seat might still build in one turn: so near to the end, it may come now."""


class Table:
    """Values that the policy computes once for a position."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules: Final = rules
        self.state: Final = state
        self.prices: Final = unit_prices(rules, state)
        self.has_board: Final = rules.board.n_cities > 0
        self.rounds: Final = self._rounds_left()
        """Number of times that seats will still be paid, this round included."""

    def _rounds_left(self) -> int:
        rules = self.rules
        state = self.state
        parts = state.parts
        if isinstance(parts, Depot):
            if parts.last_round:
                return parts.last_round - state.round
            return max(1, min(MAX_ROUNDS, 1 + state.stack.size() // (rules.n_seats + 1)))
        left = rules.limits.end_cities - max(state.grid.n_cities)
        return max(1, min(MAX_ROUNDS, (left + 1) // CITIES_A_ROUND))

    def may_end(self) -> bool:
        """True if this round may be the last one."""
        if not self.has_board:
            return self.rounds == 0
        return max(self.state.grid.n_cities) + LAST_CITIES >= self.rules.limits.end_cities

    def run_cost(self, plant: int) -> float:
        """Return the cost of the fuel for one run of a plant."""
        fuel = self.rules.fuel
        kind = fuel.kind_of[plant]
        if kind > fuel.n_kinds:
            return 0.0
        if kind < fuel.n_kinds:
            return fuel.need_of[plant] * self.prices[kind]
        return fuel.need_of[plant] * min(self.prices[fuel.first], self.prices[fuel.second])

    def value(self, seat: int, plants: list[int]) -> float:
        """The money that a set of plants brings until the end."""
        rules = self.rules
        output_of = rules.fuel.output_of
        output = 0
        cost = 0.0
        for plant in plants:
            output += output_of[plant]
            cost += self.run_cost(plant)
        if not self.has_board:
            last_price = rules.money_per_point * NEAR_END / max(NEAR_END, self.rounds)
            last = max(0.0, last_price * output - cost)
            return self.rounds * max(0.0, rules.payment(output) - cost) + last
        end = rules.limits.end_cities
        useful = min(end, self.state.grid.n_cities[seat] + CITIES_AHEAD)
        if output > useful:
            # Not all of them run.
            cost = cost * useful / output
        paid = max(0.0, rules.payment(min(output, useful)) - cost)
        last_price = max(CAPACITY_PRICE, self.state.money[seat] / CAPACITY_SHARE)
        return self.rounds * paid + last_price * min(output, end)

    def least(self, seat: int, candidates: list[int], plants: list[int]) -> int:
        """The candidate that is missed least among the plants."""
        best = candidates[0]
        most = -1.0
        for lost in candidates:
            value = self.value(seat, [plant for plant in plants if plant != lost])
            if value > most:
                most = value
                best = lost
        return best

    def with_plant(self, seat: int, plant: int) -> list[int]:
        """Return the plants of a seat after it got one more."""
        rules = self.rules
        owned = self.state.plants[seat]
        together = [*owned, plant]
        if rules.n_counted(together) > rules.limits.plant_limit:
            losable = [each for each in owned if not rules.uncounted >> each & 1]
            together.remove(self.least(seat, losable, together))
        return together
