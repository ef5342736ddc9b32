"""Cheapest paths on the printed links, worked out apart from the engine."""

import heapq
from collections.abc import Callable, Iterable

from gridwright_lab.trials.rulebook.record import Record, View

NO_PATH = 10**6
Price = Callable[[int, int, int], int]
"""Cost of a step: the link, the city it leaves and the city it enters."""


def link_cost(cost: int, _start: int, _end: int) -> int:
    return cost


def in_play(game: Record, view: View, city: int) -> bool:
    return bool(view.regions >> game.rules.board.city_regions[city] & 1)


def links_of(game: Record, view: View) -> dict[int, list[tuple[int, int]]]:
    """Return the neighbours of each city in play with the costs of the links."""
    found: dict[int, list[tuple[int, int]]] = {}
    for one, other, cost in game.rules.board.links:
        if in_play(game, view, one) and in_play(game, view, other):
            found.setdefault(one, []).append((other, cost))
            found.setdefault(other, []).append((one, cost))
    return found


def cheapest(
    game: Record, view: View, starts: Iterable[int], end: int, price: Price = link_cost
) -> int:
    """Return the cost of the cheapest path from any start to a city."""
    links = links_of(game, view)
    costs = dict.fromkeys(starts, 0)
    queue = [(0, start) for start in costs]
    heapq.heapify(queue)
    while queue:
        cost, city = heapq.heappop(queue)
        if city == end:
            return cost
        if cost > costs.get(city, NO_PATH):
            continue
        for neighbour, link in links.get(city, []):
            further = cost + price(link, city, neighbour)
            if further < costs.get(neighbour, NO_PATH):
                costs[neighbour] = further
                heapq.heappush(queue, (further, neighbour))
    return NO_PATH
