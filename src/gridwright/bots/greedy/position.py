"""One position as the greedy bot reads it: what its seat has and may expect."""

from typing import Final

from gridwright.bots.greedy.building_costs import BuildingCosts
from gridwright.bots.seat_view import SeatView
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules

MAX_ROUNDS: Final = 8
"""The bot plans no further ahead."""
CITIES_A_ROUND: Final = 2
LAST_CITIES: Final = 4
"""Cities that a seat might still build in one turn: so near to the end, it may come now."""


class GreedyPosition(SeatView):
    """A position from one seat's view."""

    def __init__(self, rules: Rules, seen: Observation, seat: int) -> None:
        super().__init__(rules, seen, seat)
        self.n_cities: Final = seen.n_cities[seat]
        self.has_board: Final = rules.board.n_cities > 0
        self.building_costs: Final = BuildingCosts(rules.board, seen, seat)
        self.rounds_left: Final = rounds_left(rules, seen)
        self.may_end: Final = (
            max(seen.n_cities) + LAST_CITIES >= rules.limits.end_cities
            if self.has_board
            else self.rounds_left == 0
        )
        """True if fuel bought now may be the last: then it counts for more than its pay."""


def rounds_left(rules: Rules, seen: Observation) -> int:
    """Return the number of times that seats will still be paid, with this round; or a guess."""
    if rules.board.n_cities > 0:
        left = rules.limits.end_cities - max(seen.n_cities)
        return max(1, min(MAX_ROUNDS, (left + 1) // CITIES_A_ROUND))
    assert isinstance(seen.parts, Depot)
    if seen.parts.last_round:
        return seen.parts.last_round - seen.round
    # Each seat buys about one plant in a round, and one goes under.
    n_drawn = rules.n_seats + 1
    return max(1, min(MAX_ROUNDS, 1 + seen.stack.size() // n_drawn))
