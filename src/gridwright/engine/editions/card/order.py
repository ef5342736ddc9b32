"""Player order and points of the card game (k2, k9)."""

from gridwright.engine.editions.card.depot import depot_of
from gridwright.engine.ids import FAR
from gridwright.engine.rules import Rules
from gridwright.engine.scoring import LAST_ROUND, Scoring
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.setup import OrderSet


def largest_number(rules: Rules, plants: list[int]) -> int:
    """Return the largest number among plants, 0 without any."""
    largest = 0
    for plant in plants:
        number = rules.deck.numbers[plant]
        if number > largest:
            largest = number
    return largest


def order_by_plants(rules: Rules, state: State, log: EventLog) -> None:
    """Set the order: the largest plant first (k2.2)."""
    set_order(rules, state, [(0, largest_number(rules, plants)) for plants in state.plants], log)


def order_by_income(rules: Rules, state: State, log: EventLog) -> None:
    """Set the order: the highest income first, then the largest plant (k2.1)."""
    incomes = depot_of(state).incomes
    ranks = [
        (incomes[seat], largest_number(rules, state.plants[seat])) for seat in range(rules.n_seats)
    ]
    set_order(rules, state, ranks, log)


def set_order(rules: Rules, state: State, ranks: list[tuple[int, int]], log: EventLog) -> None:
    """Set the order by rank, highest first; ties reverse the previous order (k2.4)."""
    n_seats = len(ranks)
    keys = [
        (-ranks[state.order[place]][0], -ranks[state.order[place]][1], n_seats - place)
        for place in range(n_seats)
    ]
    keys.sort()
    order = [state.order[n_seats - key[2]] for key in keys]
    if rules.settings.third_swaps_with_first:
        order = swap_first_and_third(order, ranks)
    if order != state.order:
        state.order = order
        if log.wanted:
            log.add(OrderSet(order))


def swap_first_and_third(order: list[int], ranks: list[tuple[int, int]]) -> list[int]:
    """Return the order in which only two of each tied group have changed places (k13.7).

    These are the first and the third, of two both. ``order`` has each group reversed.
    """
    swapped = order[:]
    begin = 0
    while begin < len(order):
        end = begin + 1
        while end < len(order) and ranks[order[end]] == ranks[order[begin]]:
            end += 1
        tied = order[begin:end]
        tied.reverse()
        if len(tied) > 1:
            other = 2 if len(tied) > 2 else 1
            tied[0], tied[other] = tied[other], tied[0]
        swapped[begin:end] = tied
        begin = end
    return swapped


class PointScoring(Scoring):
    """Scores a last unpaid production, and money by tens. Ties: money, then the largest plant."""

    def end_reason(self, state: State) -> str:
        return LAST_ROUND

    def scores(self, state: State) -> list[int]:
        return [
            self.best_output(state, seat) + state.money[seat] // self.rules.money_per_point
            for seat in range(self.rules.n_seats)
        ]  # k9.2, k9.3

    def most_useful(self, state: State, seat: int) -> int:
        return FAR

    def tie_breaks(self, state: State, seat: int) -> tuple[int, int]:
        left = state.money[seat] % self.rules.money_per_point
        return (left, largest_number(self.rules, state.plants[seat]))  # k9.4
