"""Powering options of a seat this round, computed from its observation."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from gridwright.bots.seat_view import SeatView
from gridwright.bots.solvers.extension import greedy_extension, read_sites
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.ids import FAR
from gridwright.engine.network import Area
from gridwright.engine.rules import Rules


class Powering:
    """Cities and income at the end of the round, before its fuel is bought.

    Building comes after buying, so the cities that the remaining money can still build count: the
    nearest ones, one after the other.
    """

    def __init__(self, view: SeatView, area: Area) -> None:
        rules = view.rules
        self._rules: Final = rules
        self._owned: Final = view.seen.n_cities[view.seat]
        self.is_points: Final = is_last_round(view)
        """True if output counts as points and is not paid for (k9.2)."""
        self._sums: Final = _city_sums(view, area)

    def cities(self, output: int, money: int) -> int:
        """Return the cities that an output powers if the seat has this money left for building."""
        return self._rules.useful(output, self._owned + bisect_right(self._sums, money))

    def income(self, cities: int) -> int:
        return cities if self.is_points else self._rules.payment(cities)

    def worth(self, income: int) -> int:
        """Return an income in money."""
        return income * self._rules.money_per_point if self.is_points else income


def is_last_round(view: SeatView) -> bool:
    """Return True if a card game ends with this round (k8.4)."""
    parts = view.seen.parts
    return isinstance(parts, Depot) and parts.last_round == view.seen.round


def supplying(rules: Rules, plants: Sequence[int]) -> list[int]:
    """Return the plants that can supply cities: all except those that only sell (b-australia.2)."""
    return [plant for plant in plants if not rules.uncounted >> plant & 1]


def total_output(rules: Rules, plants: Sequence[int]) -> int:
    """Return the number of cities that the plants supply together, with fuel for all of them."""
    return sum([rules.fuel.output_of[plant] for plant in supplying(rules, plants)])


def most_output(view: SeatView) -> int:
    """Return the total output of all plants of the seat."""
    return total_output(view.rules, view.plants)


def demand(view: SeatView) -> int:
    """Return the usable output of the seat: its cities, at least one; in card games everything."""
    return view.rules.useful(most_output(view), max(1, view.seen.n_cities[view.seat]))


def _city_sums(view: SeatView, area: Area) -> list[int]:
    """Return the cumulative cost of one, two, … further cities, up to plants and money."""
    seen = view.seen
    rules: Rules = view.rules
    wanted = most_output(view) - seen.n_cities[view.seat]
    if not area.cities or wanted <= 0 or seen.round < rules.settings.first_building_round:
        return []
    sites = read_sites(rules.board, area, seen, view.seat, seen.step)
    steps = [cost for cost, _city in greedy_extension(sites, wanted) if cost < FAR]
    return list(accumulate(steps))
