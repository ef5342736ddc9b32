"""Estimated gains of sets of plants until the end."""

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
"""Worth of one more city in the final count on a board: this, or this fraction of all money."""
NEAR_END: Final = 3
"""A plant bought this late will probably run in the last production."""
LAST_CITIES: Final = 4
"""Cities that a seat might still build in one turn: this near the end, it may come now."""


LAST_CITY_PRICE: Final = 25.0
"""The worth of supplying one more city on a board when the game may end in this round."""
SITE_PRICE: Final = 18.0
"""The usual cost of a city."""


class Table:
    """A position with its derived values. A subclass values output for boards or for cards."""

    def __init__(self, rules: Rules, state: State, rounds: int, last_price: float) -> None:
        self.rules: Final = rules
        self.state: Final = state
        self.prices: Final = unit_prices(rules, state)
        self.rounds: Final = rounds
        """Number of times that seats will still be paid, including this round."""
        self.last_price: Final = last_price
        """The worth of one more unit of output when the game may end in this round."""

    def may_end(self) -> bool:
        """Return whether this round may be the last one."""
        raise NotImplementedError

    def demand(self, seat: int) -> int:
        """Return the output that a seat can use this round."""
        raise NotImplementedError

    def kept_for_run(self, seat: int, output: int, cost: float) -> float:
        """Return the money to keep for a run of this output and cost, and for a first city."""
        raise NotImplementedError

    def _worth(self, seat: int, output: int, cost: float) -> float:
        """Return the money that plants of this output and cost of a run bring until the end."""
        raise NotImplementedError

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
        """Return the money that a set of plants earns until the end."""
        output_of = self.rules.fuel.output_of
        output = 0
        cost = 0.0
        for plant in plants:
            output += output_of[plant]
            cost += self.run_cost(plant)
        return self._worth(seat, output, cost)

    def least(self, seat: int, candidates: list[int], plants: list[int]) -> int:
        """Return the candidate that is worth least among the plants."""
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


class BoardTable(Table):
    """A position on a board: output counts as far as there are cities to supply."""

    def __init__(self, rules: Rules, state: State) -> None:
        left = rules.limits.end_cities - max(state.grid.n_cities)
        rounds = max(1, min(MAX_ROUNDS, (left + 1) // CITIES_A_ROUND))
        super().__init__(rules, state, rounds, LAST_CITY_PRICE)

    def may_end(self) -> bool:
        return max(self.state.grid.n_cities) + LAST_CITIES >= self.rules.limits.end_cities

    def demand(self, seat: int) -> int:
        """Return the seat's cities, including those that its money will build."""
        state = self.state
        more = int(state.money[seat] / SITE_PRICE)
        return min(self.rules.limits.end_cities, state.grid.n_cities[seat] + max(1, more))

    def kept_for_run(self, seat: int, output: int, cost: float) -> float:
        n_cities = self.state.grid.n_cities[seat]
        if not n_cities:
            return cost + self.rules.board.space_costs[0]
        return cost * n_cities / output if output > n_cities else cost

    def _worth(self, seat: int, output: int, cost: float) -> float:
        end = self.rules.limits.end_cities
        useful = min(end, self.state.grid.n_cities[seat] + CITIES_AHEAD)
        if output > useful:
            # Not all of them run.
            cost = cost * useful / output
        paid = max(0.0, self.rules.payment(min(output, useful)) - cost)
        price = max(CAPACITY_PRICE, self.state.money[seat] / CAPACITY_SHARE)
        return self.rounds * paid + price * min(output, end)


class CardTable(Table):
    """A position of the card game: all output is paid and counts for points at the end."""

    def __init__(self, rules: Rules, state: State, depot: Depot) -> None:
        if depot.last_round:
            rounds = depot.last_round - state.round
        else:
            rounds = max(1, min(MAX_ROUNDS, 1 + state.stack.size() // (rules.n_seats + 1)))
        super().__init__(rules, state, rounds, float(rules.money_per_point))

    def may_end(self) -> bool:
        return self.rounds == 0

    def demand(self, seat: int) -> int:
        return len(self.rules.income) - 1

    def kept_for_run(self, seat: int, output: int, cost: float) -> float:
        return cost

    def _worth(self, seat: int, output: int, cost: float) -> float:
        price = self.rules.money_per_point * NEAR_END / max(NEAR_END, self.rounds)
        last = max(0.0, price * output - cost)
        return self.rounds * max(0.0, self.rules.payment(output) - cost) + last


def read_table(rules: Rules, state: State) -> Table:
    """Return the position for the edition, as a board or a card position."""
    parts = state.parts
    if isinstance(parts, Depot):
        return CardTable(rules, state, parts)
    return BoardTable(rules, state)
