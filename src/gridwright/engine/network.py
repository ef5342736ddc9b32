"""The board, its part in play, and the costs of connections."""

from typing import ClassVar, Final

from gridwright.engine.ids import FAR, NONE
from gridwright.engine.masks import count, members
from gridwright.engine.parts import Parts


class CitySpaces:
    """A city with spaces of its own: the cost of each, and the step that opens it."""

    ROW: ClassVar = ("city", "costs", "steps")

    def __init__(self, city: int, costs: list[int], steps: list[int]) -> None:
        self.city: Final = city
        self.costs: Final = costs
        self.steps: Final = steps
        """Step from which on a house may be built on each space."""


class Board:
    """Cities, links and regions of a whole map, including those out of play."""

    # Numbers come from the rules; a board of its own class reads them here.
    DERIVED: ClassVar = ("n_cities", "n_spaces", "figures")
    LATER: ClassVar = ("own_spaces", "entries", "passages", "apart", "flat")

    def __init__(
        self,
        name: str,
        cities: list[str],
        regions: list[str],
        city_regions: list[int],
        links: list[tuple[int, int, int]],
        region_neighbours: list[int],
        space_costs: list[int],
        own_spaces: list[CitySpaces] | None = None,
        figures: dict[str, list[int]] | None = None,
        entries: list[int] | None = None,
        passages: list[int] | None = None,
        apart: list[int] | None = None,
        flat: int = 0,
    ) -> None:
        self.name: Final = name
        self.cities: Final = cities
        self.regions: Final = regions
        self.city_regions: Final = city_regions
        self.links: Final = links
        self.region_neighbours: Final = region_neighbours
        self.space_costs: Final = space_costs
        """Costs of the first, second and third house in a city (c6.4)."""
        self.own_spaces: Final = own_spaces or []
        """Cities with other spaces; none has more than the others."""
        self.figures: Final[dict[str, list[int]]] = figures or {}
        self.entries: Final = entries or []
        """Cost of entering each city, on top of the link; empty: nothing."""
        self.passages: Final = passages or []
        """Cost of each city between the ends of a connection; empty: nothing."""
        self.apart: Final = apart or []
        """Masks of regions without links to the others; empty if all are connected."""
        self.flat: Final = flat
        """Highest cost to connect any city; 0 if only links lead to it."""
        self.n_cities: Final = len(cities)
        self.n_spaces: Final = len(space_costs)
        self._spaces_of: Final[dict[int, CitySpaces]] = {
            each.city: each for each in self.own_spaces
        }
        self._areas: Final[dict[int, Area]] = {}

    def site_cost(self, city: int, n_houses: int, step: int) -> int:
        """Return the cost of the next house in a city, FAR if no space is open (c6.4, c6.5)."""
        if self.own_spaces and city in self._spaces_of:
            own = self._spaces_of[city]
            if n_houses < len(own.costs) and step >= own.steps[n_houses]:
                return own.costs[n_houses]
            return FAR
        if n_houses < step and n_houses < self.n_spaces:
            return self.space_costs[n_houses]
        return FAR

    def landmasses(self) -> list[int]:
        """Return masks of regions, each of which must be connected on its own."""
        return self.apart or [(1 << len(self.regions)) - 1]

    def way(self, cost: int, end: int) -> int:
        """Return the cost of a link towards an end: its own, and that of entering the city."""
        return cost + self.entries[end] if self.entries else cost

    def area_of(self, regions: int) -> "Area":
        """Return the area of the given regions, built on first use."""
        area = self._areas.get(regions)
        if area is None:
            area = self.area(regions)
            self._areas[regions] = area
        return area

    def area(self, regions: int) -> "Area":
        """Return the area of the given regions, with every path inside it (c6.8)."""
        area = cheapest_paths(self, regions)
        return FlatArea(area, self.flat) if self.flat else area


class Area:
    """The cities in play and all cheapest paths, computed once per choice of regions."""

    def __init__(
        self,
        regions: int,
        cities: list[int],
        distances: list[list[int]],
        first_steps: list[list[int]],
        neighbours: list[int],
    ) -> None:
        self.regions: Final = regions
        self.cities: Final = cities
        self.distances: Final = distances
        """``distances[a][b]``: cost of the cheapest path from a to b, FAR without one."""
        self.first_steps: Final = first_steps
        """``first_steps[a][b]``: city after a on that path."""
        self.neighbours: Final = neighbours
        """``neighbours[city]``: mask of the cities linked to it."""

    def holds(self, city: int) -> bool:
        """Return whether a city is in play."""
        return 0 <= city < len(self.distances) and self.distances[city][city] == 0

    def starts_new_network(self, network: int, city: int) -> bool:
        """Return whether a city needs no path from the network.

        By default the first city (c6.2).
        """
        return network == 0

    def is_order_free(self) -> bool:
        """Return whether the cheapest connection next is the cheapest order to connect cities.

        So it is where every connection costs the same in both directions.
        """
        for start in self.cities:
            row = self.distances[start]
            for end in self.cities:
                if row[end] != self.distances[end][start]:
                    return False
        return True

    def first_reach(self) -> list[int]:
        """Return the connection costs of a seat without a city, by city: zero by default (c6.2)."""
        return [0] * len(self.neighbours)

    def reach_of(self, network: int, seat: int, parts: Parts) -> list[int]:
        """Return the connection costs of a seat with a network; a board's parts may change them."""
        reach = self.first_reach()
        joined = 0
        for city in members(network):
            reach = self.reach_after(reach, joined, city)
            joined |= 1 << city
        return reach

    def reach_after(self, reach: list[int], network: int, city: int) -> list[int]:
        """Return the connection costs once ``city`` joins a network with ``reach`` (c6.3, c6.7)."""
        row = self.distances[city]
        if network == 0:
            return row
        costs = reach[:]
        for end, cost in enumerate(row):
            if cost < costs[end]:
                costs[end] = cost
        return costs


class FlatArea(Area):
    """An area in which connections cost at most a flat price, which needs no path."""

    def __init__(self, paths: Area, flat: int) -> None:
        distances = [row[:] for row in paths.distances]
        for start in paths.cities:
            row = distances[start]
            for end in paths.cities:
                if row[end] > flat:
                    row[end] = flat
        super().__init__(
            paths.regions, paths.cities, distances, paths.first_steps, paths.neighbours
        )
        self.flat: Final = flat

    def starts_new_network(self, network: int, city: int) -> bool:
        for start in members(network):
            if self.distances[start][city] < self.flat:
                return False
        return True


def empty_area(board: Board) -> Area:
    """Return the area before regions are chosen: it has no city."""
    return Area(0, [], [], [], [0] * board.n_cities)


def build_area(board: Board, regions: int) -> Area:
    """Return the area of the given regions, as the board builds it on first use."""
    return board.area_of(regions)


def cheapest_paths(board: Board, regions: int) -> Area:
    """Return an area whose connections cost the sum of the links and cities along them."""
    cities: list[int] = []
    for city in range(board.n_cities):
        if regions >> board.city_regions[city] & 1:
            cities.append(city)
    inside = [False] * board.n_cities
    distances = [[FAR] * board.n_cities for row in range(board.n_cities)]
    first_steps = [[NONE] * board.n_cities for row in range(board.n_cities)]
    for city in cities:
        inside[city] = True
        distances[city][city] = 0
    for a, b, cost in board.links:
        if inside[a] and inside[b]:
            distances[a][b] = board.way(cost, b)
            distances[b][a] = board.way(cost, a)
            first_steps[a][b] = b
            first_steps[b][a] = a
    for middle in cities:
        through = distances[middle]
        passage = board.passages[middle] if board.passages else 0
        for start in cities:
            row = distances[start]
            steps = first_steps[start]
            first = row[middle] + passage
            if first < FAR:
                for end in cities:
                    length = first + through[end]
                    if length < row[end]:
                        row[end] = length
                        steps[end] = steps[middle]
    return Area(regions, cities, distances, first_steps, build_links(board, regions))


def is_connected(neighbours: list[int], among: int) -> bool:
    """Return whether the members of ``among`` are connected by ``neighbours``."""
    if among == 0:
        return False
    reached = among & -among
    frontier = reached
    while frontier:
        new = 0
        for each in members(frontier):
            new |= neighbours[each] & among & ~reached
        reached |= new
        frontier = new
    return reached == among


def region_choices(board: Board, n_regions: int) -> list[int]:
    """Return every choice of regions that may be in play, as ascending masks (c1.4)."""
    choices: list[int] = []
    for regions in range(1 << len(board.regions)):
        if count(regions) != n_regions or not hang_together(board, regions):
            continue
        if board.flat:
            choices.append(regions)
            continue
        links = build_links(board, regions)
        parts = [regions & landmass for landmass in board.landmasses()]
        if all([part == 0 or is_connected(links, cities_of(board, part)) for part in parts]):
            choices.append(regions)
    return choices


def hang_together(board: Board, regions: int) -> bool:
    """Return whether the regions are connected, on each landmass separately if needed."""
    if board.flat:
        return regions != 0
    parts = [regions & landmass for landmass in board.landmasses()]
    return all([part == 0 or is_connected(board.region_neighbours, part) for part in parts])


def cities_of(board: Board, regions: int) -> int:
    """Return the mask of the cities in the given regions."""
    mask = 0
    for city in range(board.n_cities):
        if regions >> board.city_regions[city] & 1:
            mask |= 1 << city
    return mask


def build_links(board: Board, regions: int) -> list[int]:
    """Return for each city the mask of the cities linked to it inside the given regions."""
    inside = cities_of(board, regions)
    neighbours = [0] * board.n_cities
    for a, b, _cost in board.links:
        if inside >> a & 1 and inside >> b & 1:
            neighbours[a] |= 1 << b
            neighbours[b] |= 1 << a
    return neighbours


def build_path(area: Area, network: int, city: int) -> list[int]:
    """Return the cities along the cheapest path from a network to a city, including both ends."""
    if area.starts_new_network(network, city):
        return [city]
    return path_from(area, network, city)


def path_from(area: Area, network: int, city: int) -> list[int]:
    """Return the cities along the cheapest path from a network, also where none must be paid."""
    here = NONE
    for start in members(network):
        if here == NONE or area.distances[start][city] < area.distances[here][city]:
            here = start
    path = [here]
    while here != city:
        here = area.first_steps[here][city]
        path.append(here)
    return path
