"""What a seat has and may expect, read from one observation."""

from functools import cached_property
from typing import Final

from gridwright.bots.greedy.land import Land
from gridwright.bots.solvers.prices import Prices, read_prices
from gridwright.bots.solvers.storage import held_by
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.fuel import best_run
from gridwright.engine.observe import Observation
from gridwright.engine.rules import Rules

MOST_ROUNDS: Final = 8
"""Nobody plans further ahead."""
CITIES_A_ROUND: Final = 2
LAST_CITIES: Final = 4
"""Cities that a seat might still build at once: so near to the end, it may come in this round."""


class Standing:
    """One seat's view of its own affairs. Whatever takes time is computed when first asked for."""

    def __init__(self, rules: Rules, seen: Observation, seat: int) -> None:
        self.rules: Final = rules
        self.seen: Final = seen
        self.seat: Final = seat
        self.money: Final = seen.money[seat]
        self.plants: Final = seen.plants[seat]
        self.n_cities: Final = seen.n_cities[seat]
        self.has_board: Final = rules.board.n_cities > 0

    @cached_property
    def held(self) -> list[int]:
        """The own fuel by kind."""
        return held_by(self.rules, self.seen, self.seat)

    @cached_property
    def prices(self) -> Prices:
        """What fuel costs now."""
        return read_prices(self.rules, self.seen, [0] * self.rules.fuel.n_kinds)

    @cached_property
    def later_prices(self) -> Prices:
        """What fuel will cost when the seats that buy earlier have taken a run's worth."""
        fuel = self.rules.fuel
        taken = [0] * fuel.n_kinds
        order = self.seen.order
        for other in order[order.index(self.seat) + 1 :]:
            needs = fuel.needs(self.seen.plants[other])
            hybrids = needs.pop()
            if hybrids:
                needs[fuel.first] += hybrids // 2
                needs[fuel.second] += hybrids - hybrids // 2
            held = held_by(self.rules, self.seen, other)
            for kind in range(fuel.n_kinds):
                taken[kind] += max(0, needs[kind] - held[kind])
        return read_prices(self.rules, self.seen, taken)

    @cached_property
    def land(self) -> Land:
        return Land(self.rules.board, self.seen, self.seat)

    @cached_property
    def rounds_left(self) -> int:
        """How often seats will still be paid, this round included: known or guessed."""
        if self.has_board:
            left = self.rules.end_cities - max(self.seen.n_cities)
            return max(1, min(MOST_ROUNDS, (left + 1) // CITIES_A_ROUND))
        assert isinstance(self.seen.parts, Depot)
        if self.seen.parts.last_round:
            return self.seen.parts.last_round - self.seen.round
        # Each seat buys about one plant in a round, and one goes under.
        n_drawn = self.rules.n_seats + 1
        return max(1, min(MOST_ROUNDS, 1 + self.seen.stack.size() // n_drawn))

    @property
    def may_end(self) -> bool:
        """Whether fuel bought now may be the last: then it counts for more than its pay."""
        if self.has_board:
            return max(self.seen.n_cities) + LAST_CITIES >= self.rules.end_cities
        return self.rounds_left == 0

    def supply(self, seat: int) -> int:
        """The most that a seat's plants can give with its fuel."""
        fuel = self.rules.fuel
        plants = self.seen.plants[seat]
        held = self.held if seat == self.seat else held_by(self.rules, self.seen, seat)
        runs = fuel.runs(plants, fuel.capacity(plants), held)
        return best_run(runs, sum([fuel.output_of[plant] for plant in plants])).output
