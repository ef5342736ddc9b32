"""Costs of a seat's next cities on the board."""

from typing import Final

from gridwright.engine.ids import FAR, NONE
from gridwright.engine.network import Board
from gridwright.engine.observation import Observation


class BuildingCosts:
    """Costs by direct links only: the cheapest city is nearly always next door."""

    def __init__(self, board: Board, seen: Observation, seat: int) -> None:
        self._board: Final = board
        self._seen: Final = seen
        self._seat: Final = seat
        self._links: list[list[tuple[int, int]]] | None = None
        self._sites: list[int] | None = None
        self._next_costs: list[int] | None = None

    @property
    def links(self) -> list[list[tuple[int, int]]]:
        """``links[city]``: cost of each link within the regions in play, and its far end."""
        if self._links is None:
            self._links = self._links_in_play()
        return self._links

    def _links_in_play(self) -> list[list[tuple[int, int]]]:
        board = self._board
        regions = self._seen.regions
        found: list[list[tuple[int, int]]] = [[] for city in range(board.n_cities)]
        for a, b, cost in board.links:
            if regions >> board.city_regions[a] & regions >> board.city_regions[b] & 1:
                found[a].append((board.way(cost, b), b))
                found[b].append((board.way(cost, a), a))
        return found

    @property
    def sites(self) -> list[int]:
        """Cost of a house in each city for the seat, FAR where it can build none."""
        if self._sites is None:
            self._sites = self._open_sites()
        return self._sites

    def _open_sites(self) -> list[int]:
        board = self._board
        seen = self._seen
        sites = [FAR] * board.n_cities
        for city in range(board.n_cities):
            if seen.regions >> board.city_regions[city] & 1:
                first = city * board.n_spaces
                houses = seen.spaces[first : first + board.n_spaces]
                if self._seat not in houses:
                    n_houses = board.n_spaces - houses.count(NONE)
                    sites[city] = board.site_cost(city, n_houses, seen.step)
        return sites

    def _network(self) -> list[int]:
        n_spaces = self._board.n_spaces
        owned = enumerate(self._seen.spaces)
        return [space // n_spaces for space, owner in owned if owner == self._seat]

    @property
    def next_costs(self) -> list[int]:
        """Costs of the cities next to the network, cheapest first."""
        if self._next_costs is None:
            self._next_costs = self._neighbour_costs()
        return self._next_costs

    def _neighbour_costs(self) -> list[int]:
        network = self._network()
        sites = self.sites
        if not network:
            # The first one needs no connection; the second has a link of medium cost.
            first = min(sites)
            links = sorted([cost for row in self.links for cost, _end in row])
            return [first, first + links[len(links) // 2]] if links and first < FAR else []
        costs: dict[int, int] = {}
        for city in network:
            for link, end in self.links[city]:
                cost = link + sites[end]
                if cost < costs.get(end, FAR):
                    costs[end] = cost
        return sorted(costs.values())

    def affordable(self, money: int) -> int:
        """Return the approximate number of cities that the money pays for."""
        n_cities = 0
        cost = FAR
        for cost in self.next_costs:
            if cost > money:
                return n_cities
            money -= cost
            n_cities += 1
        return n_cities + money // cost

    def growth_cost(self, start: int, n_cities: int) -> int:
        """Return the cost of the next cities of a network that begins here, always the nearest."""
        joined = {start}
        edge = dict[int, int]()
        total = 0
        here = start
        links = self.links
        sites = self.sites
        for _city in range(n_cities):
            for link, end in links[here]:
                # A path through a full city costs its link and adds no house.
                cost = link + min(sites[end], 2 * self._board.space_costs[-1])
                if end not in joined and cost < edge.get(end, FAR):
                    edge[end] = cost
            if not edge:
                return total + FAR
            here = min(edge, key=lambda city: (edge[city], city))
            total += edge.pop(here)
            joined.add(here)
        return total
