"""Building: the cheapest cities that can be supplied, and the last ones when that wins."""

from typing import Final

from gridwright.bots.greedy.greedy_position import GreedyPosition
from gridwright.engine.observation import HIDDEN
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import ConnectCity, MayConnect
from gridwright.fair.draw import Stream

FIRST_CITIES: Final = 6
"""A first city is judged by the cost of this number of further cities."""
RICH: Final = 80
"""Remaining money above which cities are built for future plants."""
CITIES_FOR_THE_RICH: Final = 2
END_ANYWAY_ROUND: Final = 30
"""Round from which on the bot ends the game even if another seat wins it."""


class BuildingSkill:
    """Never takes a city that it cannot supply, unless it is rich or ends the game as winner."""

    def __init__(self, stream: Stream) -> None:
        self._stream: Final = stream

    def connect(self, position: GreedyPosition, offer: MayConnect) -> Action | None:
        """Return the next city; None to stop building."""
        if not self._wants_more(position, offer):
            return None
        if position.n_cities == 0:
            return ConnectCity(offer.seat, self._start(position, offer))
        least = min(offer.costs)
        nearest = [city for place, city in enumerate(offer.cities) if offer.costs[place] == least]
        return ConnectCity(offer.seat, self._any(nearest))

    def _any(self, cities: list[int]) -> int:
        return cities[self._stream.below(len(cities))] if len(cities) > 1 else cities[0]

    def _start(self, position: GreedyPosition, offer: MayConnect) -> int:
        """Return a first city from which a network grows most cheaply."""
        costs = [
            offer.costs[place] + position.building_costs.growth_cost(city, FIRST_CITIES)
            for place, city in enumerate(offer.cities)
        ]
        least = min(costs)
        return self._any([city for place, city in enumerate(offer.cities) if costs[place] == least])

    def _wants_more(self, position: GreedyPosition, offer: MayConnect) -> bool:
        rules = position.rules
        n_cities = position.n_cities
        supply = position.supply(position.seat)
        n_missing = rules.limits.end_cities - n_cities
        if 1 <= n_missing <= len(offer.costs):
            # Each city makes the others nearer, so this is an upper bound of their cost.
            cost = sum(sorted(offer.costs)[:n_missing])
            if cost <= position.money and self._wins(position, supply, position.money - cost):
                return True
        seen = position.seen
        if n_missing >= 1 and seen.round >= END_ANYWAY_ROUND:
            return True
        if n_missing == 1:
            # A lost game is prolonged only as long as a plant may change it.
            return not seen.market and seen.stack.size() == 0
        if n_cities < supply or n_missing <= 0:
            # The round is the last once enough cities are connected: none is built ahead.
            return n_cities < supply
        output_of = rules.fuel.output_of
        capacity = sum([output_of[plant] for plant in position.plants])
        left = position.money - min(offer.costs)
        return left >= RICH and n_cities < capacity + CITIES_FOR_THE_RICH

    def _wins(self, position: GreedyPosition, supply: int, left: int) -> bool:
        """Return True if the seat would win if the game ended with this round's building."""
        seen = position.seen
        own = (min(supply, position.rules.limits.end_cities), left)
        place = seen.order.index(position.seat)
        for other in range(position.rules.n_seats):
            if other == position.seat:
                continue
            money = seen.money[other]
            n_cities = seen.n_cities[other]
            if seen.order.index(other) < place:
                # It builds later: as many cities as its money might pay for.
                spent = position.money if money == HIDDEN else money
                n_cities += spent // min(position.rules.board.space_costs)
            # A tie is settled by money; where that is hidden, waiting would not show it either.
            theirs = (min(position.supply(other), n_cities), 0 if money == HIDDEN else money)
            if theirs > own or (theirs == own and money != HIDDEN):
                return False
        return True
