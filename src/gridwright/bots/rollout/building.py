"""Building in a play-out: the cheapest cities that can be supplied, and the last if that wins."""

from typing import Final

from gridwright.bots.rollout.fleets import SITE_PRICE, Table
from gridwright.bots.rollout.fuel import supply_of
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import ConnectCity, MayConnect

NEAREST: Final = 6
"""A first city is judged by its connections to this number of others."""
RICH: Final = 80
CITIES_FOR_THE_RICH: Final = 2
END_ANYWAY_ROUND: Final = 30
"""Round from which on the game is ended even if another seat wins it."""


def choose_city(table: Table, offer: MayConnect) -> Action | None:
    """Return the next city; None to stop building."""
    n_cities = table.state.grid.n_cities[offer.seat]
    if not _wants_more(table, offer, n_cities):
        return None
    if n_cities == 0:
        return ConnectCity(offer.seat, _start(table, offer))
    return ConnectCity(offer.seat, offer.cities[offer.costs.index(min(offer.costs))])


def _wants_more(table: Table, offer: MayConnect, n_cities: int) -> bool:
    rules = table.rules
    state = table.state
    seat = offer.seat
    supply = supply_of(table, seat)
    n_missing = rules.limits.end_cities - n_cities
    money = state.money[seat]
    if 1 <= n_missing <= len(offer.costs) and n_missing * rules.board.space_costs[0] <= money:
        cost = sum(sorted(offer.costs)[:n_missing])
        if cost <= money and _wins(table, seat, supply, money - cost):
            return True
    if n_missing >= 1 and state.round >= END_ANYWAY_ROUND:
        return True
    if n_missing == 1:
        return not state.market and state.stack.size() == 0
    if n_cities < supply or n_missing <= 0:
        return n_cities < supply
    output_of = rules.fuel.output_of
    capacity = sum([output_of[plant] for plant in state.plants[seat]])
    return money - min(offer.costs) >= RICH and n_cities < capacity + CITIES_FOR_THE_RICH


def _wins(table: Table, seat: int, supply: int, left: int) -> bool:
    """Return True if the seat would win if the game ended with this round's building."""
    state = table.state
    rules = table.rules
    end = rules.limits.end_cities
    own = min(supply, end)
    place = state.order.index(seat)
    for rival in range(rules.n_seats):
        if rival == seat:
            continue
        n_cities = state.grid.n_cities[rival]
        if state.order.index(rival) < place:
            # It builds later.
            n_cities += int(state.money[rival] / SITE_PRICE)
        theirs = min(n_cities, supply_of(table, rival))
        if theirs > own or (theirs == own and state.money[rival] >= left):
            return False
    return True


def _start(table: Table, offer: MayConnect) -> int:
    """Return a first city from which a network grows most cheaply."""
    area = table.state.grid.area
    sites = table.state.grid.sites
    best = offer.cities[0]
    least = -1
    for place in range(len(offer.cities)):
        city = offer.cities[place]
        row = area.distances[city]
        ways = [row[end] + sites[end] for end in area.cities if end != city]
        ways.sort()
        cost = offer.costs[place] + sum(ways[:NEAREST])
        if least < 0 or cost < least:
            least = cost
            best = city
    return best
