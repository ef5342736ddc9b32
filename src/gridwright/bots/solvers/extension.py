"""The cheapest way to connect k more cities.

A city costs its house and the cheapest path from the network at that time (c6.3), so a set of new
cities costs its houses and a shortest tree over them and the network. Sets are grown city by city,
all of one size together; each is stored once, with its lowest cost. A set that cannot become
cheaper than a known way is dropped, which loses nothing. If the nodes run out, the cheapest sets
are kept; ``least`` is then a lower bound of the exact cost.
"""

from typing import Final

from gridwright.engine.ids import FAR, NONE
from gridwright.engine.network import Area, Board, build_area
from gridwright.engine.observation import Observation


class Extension:
    """Cities in the order in which to connect them."""

    def __init__(self, cities: list[int], cost: int, least: int) -> None:
        self.cities: Final = cities
        self.cost: Final = cost
        self.least: Final = least
        """Lower bound of the cost; equal to the cost if the answer is exact."""

    @property
    def is_exact(self) -> bool:
        return self.least == self.cost


class Sites:
    """Costs of houses and connections for one seat in one position."""

    def __init__(
        self, houses: list[int], reach: list[int], distances: list[list[int]], has_network: bool
    ) -> None:
        self.houses: Final = houses
        """``houses[city]``: cost of the next house there, FAR where the seat can build none."""
        self.reach: Final = reach
        """``reach[city]``: cost of the cheapest path from the network, 0 without a network."""
        self.distances: Final = distances
        self.has_network: Final = has_network
        self.open: Final = [
            city for city in range(len(houses)) if houses[city] < FAR and reach[city] < FAR
        ]

    def costs(self) -> list[tuple[int, int]]:
        """Return cost and city of each single extension, cheapest first."""
        return sorted([(self.houses[city] + self.reach[city], city) for city in self.open])


def read_sites(board: Board, area: Area, seen: Observation, seat: int, step: int) -> Sites:
    """Return the sites on which a seat may build in a step."""
    houses = [FAR] * board.n_cities
    network = 0
    spaces = seen.spaces
    n_spaces = board.n_spaces
    for city in area.cities:
        n_houses = 0
        for space in range(city * n_spaces, (city + 1) * n_spaces):
            owner = spaces[space]
            if owner == seat:
                n_houses = -1
                network |= 1 << city
                break
            if owner != NONE:
                n_houses += 1
        if n_houses >= 0:
            houses[city] = board.site_cost(city, n_houses, step)
    reach = area.reach_of(network, seat, seen.parts)
    return Sites(houses, reach, area.distances, network != 0)


def sites_seen(board: Board, seen: Observation, seat: int) -> Sites:
    """Return the sites on which a seat may build now."""
    return read_sites(board, build_area(board, seen.regions), seen, seat, seen.step)


def greedy_extension(sites: Sites, n_cities: int, budget: int = FAR) -> list[tuple[int, int]]:
    """Return cost and city of each step if the nearest city is always taken, until none is left.

    The steps together cost at most ``budget``.
    """
    left = sites.open[:]
    totals = [sites.houses[city] + sites.reach[city] for city in left]
    return _steps(sites, left, totals, sites.has_network, n_cities, budget)


def greedy_growth(sites: Sites, start: int, n_cities: int) -> list[tuple[int, int]]:
    """Return the same for a network of one city."""
    left: list[int] = []
    totals: list[int] = []
    houses = sites.houses
    row = sites.distances[start]
    for city in range(len(houses)):
        if houses[city] < FAR and row[city] < FAR and city != start:
            left.append(city)
            totals.append(houses[city] + row[city])
    return _steps(sites, left, totals, True, n_cities, FAR)


def _steps(
    sites: Sites,
    left: list[int],
    totals: list[int],
    has_network: bool,
    n_cities: int,
    budget: int,
) -> list[tuple[int, int]]:
    """Take the nearest city again and again; ``totals``: costs of the cities that are left."""
    n_left = len(left)
    houses = [sites.houses[city] for city in left]
    found: list[tuple[int, int]] = []
    while n_left and len(found) < n_cities:
        # Cities are in order, so ties go to the first one.
        nearest = 0
        cost = totals[0]
        for place in range(1, n_left):
            if totals[place] < cost:
                cost = totals[place]
                nearest = place
        if cost >= FAR or cost > budget:
            break
        budget -= cost
        city = left[nearest]
        found.append((cost, city))
        del left[nearest]
        del houses[nearest]
        del totals[nearest]
        n_left -= 1
        # The others may be nearer to this city; a first one is all there is to be near to.
        row = sites.distances[city]
        if len(found) == 1 and not has_network:
            for place in range(n_left):
                totals[place] = houses[place] + row[left[place]]
        else:
            for place in range(n_left):
                total = houses[place] + row[left[place]]
                if total < totals[place]:
                    totals[place] = total
    return found


def _nearer(reach: list[int], row: list[int]) -> list[int]:
    nearer = reach[:]
    for city in range(len(row)):
        if row[city] < nearer[city]:
            nearer[city] = row[city]
    return nearer


def cheapest_extension(sites: Sites, n_cities: int, nodes: int) -> Extension | None:
    """Return the cheapest set of n more cities within ``nodes`` sets; None if there is none."""
    if n_cities == 0:
        return Extension([], 0, 0)
    if len(sites.open) < n_cities:
        return None
    known = greedy_extension(sites, n_cities)
    best: list[int] = []
    best_cost = FAR
    if len(known) == n_cities:
        best = [city for _cost, city in known]
        best_cost = sum([cost for cost, _city in known])
    bounds = _bounds(sites, n_cities)
    dropped = FAR
    grown: dict[int, tuple[int, list[int], list[int]]] = {0: (0, sites.reach, [])}
    houses = sites.houses
    open_cities = sites.open
    for size in range(1, n_cities + 1):
        larger: dict[int, tuple[int, list[int], list[int]]] = {}
        rest = bounds[n_cities - size]
        for mask, (cost, reach, cities) in grown.items():
            for city in open_cities:
                total = cost + houses[city] + reach[city]
                if total + rest >= best_cost or mask >> city & 1:
                    continue
                nodes -= 1
                place = mask | 1 << city
                known_way = larger.get(place)
                if known_way is not None and known_way[0] <= total:
                    continue
                if size == n_cities:
                    best, best_cost = [*cities, city], total
                else:
                    row = sites.distances[city]
                    nearer = _nearer(reach, row) if sites.has_network or mask else row
                    larger[place] = (total, nearer, [*cities, city])
        n_kept = max(1, nodes // (len(sites.open) * max(1, n_cities - size)))
        if size < n_cities and len(larger) > n_kept:
            ranked = sorted(larger.items(), key=lambda item: (item[1][0], item[0]))
            dropped = min(dropped, ranked[n_kept][1][0] + rest)
            larger = dict(ranked[:n_kept])
        grown = larger
    return Extension(best, best_cost, min(best_cost, dropped)) if best else None


def _bounds(sites: Sites, n_cities: int) -> list[int]:
    """Return ``bounds[n]``: lower bound of the cost of n cities, by house and nearest neighbour."""
    nearest: list[int] = []
    for city in sites.open:
        least = sites.reach[city]
        for other in sites.open:
            path = sites.distances[other][city]
            if path < least and other != city:
                least = path
        nearest.append(sites.houses[city] + least)
    nearest.sort()
    sums = [0]
    for cost in nearest[:n_cities]:
        sums.append(sums[-1] + cost)
    return sums
