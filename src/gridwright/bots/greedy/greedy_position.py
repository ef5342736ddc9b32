"""One position as the greedy bot reads it: the seat's possessions and expectations.

The worth of output differs between board and card games. Each has a subclass of `GreedyPosition`,
so that the skills depend on the position alone.
"""

from typing import Final

from gridwright.bots.greedy.building_costs import BuildingCosts
from gridwright.bots.seat_view import SeatView
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules

MAX_ROUNDS: Final = 8
"""Planning horizon of the bot in rounds."""
CITIES_A_ROUND: Final = 2
LAST_CITIES: Final = 4
"""Cities that a seat might still build in one round: this near the end, it may be the last."""
LAST_CITY_PRICE: Final = 25
"""The worth of supplying one more city when the game may end in this round."""
CITIES_AHEAD: Final = 3
"""Plants are wanted for this number of cities beyond the network."""
CAPACITY_PRICE: Final = 6
CAPACITY_SHARE: Final = 15
"""The worth of one more city in the final count: this price, or this fraction of all money.

Money left over decides only ties there.
"""
NEAR_END: Final = 3
"""A plant bought this late will probably run in the last production."""


class GreedyPosition(SeatView):
    """A position from one seat's view. A subclass values output for boards or for cards."""

    def __init__(
        self,
        rules: Rules,
        seen: Observation,
        seat: int,
        *,
        rounds_left: int,
        may_end: bool,
        useful: int,
        last_useful: int,
        last_price: int,
    ) -> None:
        super().__init__(rules, seen, seat)
        self.n_cities: Final = seen.n_cities[seat]
        self.building_costs: Final = BuildingCosts(rules.board, seen, seat)
        self.rounds_left: Final = rounds_left
        """Number of times that seats will still be paid, including this round; an estimate."""
        self.may_end: Final = may_end
        """True if fuel bought now may be the last: then it is worth more than its pay."""
        self.useful: Final = useful
        """Output above this earns nothing in the coming rounds."""
        self.last_useful: Final = last_useful
        """Output above this counts for nothing at the end."""
        self.last_price: Final = last_price
        """The worth of one unit of output at the end."""

    def last_value(self, output: int, cost: int) -> int:
        """Return the worth of a run in the last production, at this cost of its fuel."""
        raise NotImplementedError

    def run_value(self, output: int, cost: int, builds: bool) -> int:
        """Return the pay of a run this round above its fuel.

        `builds`: cities that the money left can still build count as supplied.
        """
        raise NotImplementedError

    def first_city_cost(self) -> int:
        """Return the money to keep for a first city; 0 if the seat has one or needs none."""
        raise NotImplementedError

    def spare_money(self) -> int:
        """Return the money that is left after building what the seat's fuel supplies."""
        raise NotImplementedError


class BoardPosition(GreedyPosition):
    """A position on a board: output counts as far as there are cities to supply."""

    def __init__(self, rules: Rules, seen: Observation, seat: int) -> None:
        end = rules.limits.end_cities
        most = max(seen.n_cities)
        super().__init__(
            rules,
            seen,
            seat,
            rounds_left=max(1, min(MAX_ROUNDS, (end - most + 1) // CITIES_A_ROUND)),
            may_end=most + LAST_CITIES >= end,
            useful=min(end, seen.n_cities[seat] + CITIES_AHEAD),
            last_useful=end,
            last_price=max(CAPACITY_PRICE, seen.money[seat] // CAPACITY_SHARE),
        )

    def last_value(self, output: int, cost: int) -> int:
        return self.last_price * min(output, self.last_useful)

    def run_value(self, output: int, cost: int, builds: bool) -> int:
        n_cities = self.n_cities
        if builds and output > n_cities:
            n_cities += self.building_costs.affordable(self.money - cost)
        supplied = min(output, max(1, n_cities))
        pay = self.rules.payment(supplied) - cost
        return pay + LAST_CITY_PRICE * supplied if self.may_end else pay

    def first_city_cost(self) -> int:
        return 0 if self.n_cities else min(self.rules.board.space_costs)

    def spare_money(self) -> int:
        n_wanted = max(0, self.supply(self.seat) - self.n_cities)
        return self.money - sum(self.building_costs.next_costs[:n_wanted])


class CardPosition(GreedyPosition):
    """A position of the card game: all output is paid and counts for points at the end."""

    def __init__(self, rules: Rules, seen: Observation, seat: int, depot: Depot) -> None:
        if depot.last_round:
            rounds_left = depot.last_round - seen.round
        else:
            # Each seat buys about one plant in a round, and one is removed.
            n_drawn = rules.n_seats + 1
            rounds_left = max(1, min(MAX_ROUNDS, 1 + seen.stack.size() // n_drawn))
        useful = len(rules.income) - 1
        super().__init__(
            rules,
            seen,
            seat,
            rounds_left=rounds_left,
            may_end=rounds_left == 0,
            useful=useful,
            last_useful=useful,
            # Early plants are replaced before the points are counted.
            last_price=rules.money_per_point * NEAR_END // max(NEAR_END, rounds_left),
        )

    def last_value(self, output: int, cost: int) -> int:
        # The fuel of a last production is money that would be points.
        return self.last_price * min(output, self.last_useful) - cost

    def run_value(self, output: int, cost: int, builds: bool) -> int:
        if self.may_end:
            return self.rules.money_per_point * output - cost
        return self.rules.payment(output) - cost

    def first_city_cost(self) -> int:
        return 0

    def spare_money(self) -> int:
        return self.money


def read_position(rules: Rules, seen: Observation, seat: int) -> GreedyPosition:
    """Return the position for the edition, as a board or a card position."""
    if isinstance(seen.parts, Depot):
        return CardPosition(rules, seen, seat, seen.parts)
    return BoardPosition(rules, seen, seat)
