"""Japan: two networks, which begin in the start cities."""

from typing import Final

from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import FAR
from gridwright.engine.masks import members
from gridwright.engine.network import Area, Board, cheapest_paths
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.state import State

STARTS: Final = ("fukuoka", "kobe", "osaka", "sapporo", "tokyo", "yokohama")


class StartCities(Board):
    """A board whose networks begin in certain cities (b-japan.1)."""

    def area(self, regions: int) -> Area:
        plain = cheapest_paths(self, regions)
        starts = [city for city in plain.cities if self.cities[city] in STARTS]
        return StartArea(plain, starts)


class StartArea(Area):
    """Cities in play; the costs of connections depend on the houses, not on their order."""

    def __init__(self, plain: Area, starts: list[int]) -> None:
        super().__init__(
            plain.regions, plain.cities, plain.distances, plain.first_steps, plain.neighbours
        )
        self.starts: Final = starts
        """Start cities in play, ascending."""
        groups: list[int] = []
        for city in starts:
            group = 0
            for other in starts:
                if plain.distances[city][other] == 0:
                    group |= 1 << other
            if group not in groups:
                groups.append(group)
        self.groups: Final = groups
        """Masks of start cities with free connections between them: they count as one."""

    def may_start(self, network: int) -> bool:
        """Return whether a network of these cities may begin once more (b-japan.2)."""
        n_begun = 0
        for group in self.groups:
            if network & group:
                n_begun += 1
        return n_begun < 2

    def starts_new_network(self, network: int, city: int) -> bool:
        if network == 0:
            return True
        if city not in self.starts or not self.may_start(network):
            return False
        row = self.distances[city]
        return min([row[owned] for owned in members(network)]) > 0

    def first_reach(self) -> list[int]:
        return self._with_starts([FAR] * len(self.neighbours))

    def reach_after(self, reach: list[int], network: int, city: int) -> list[int]:
        row = self.distances[city]
        if network == 0:
            return self._with_starts(row[:])
        joined = network | 1 << city
        if self.may_start(network) and not self.may_start(joined):
            # The last start was made: connections that were free now have their price.
            return self._paths(joined)
        return [reach[end] if reach[end] < row[end] else row[end] for end in range(len(row))]

    def _with_starts(self, reach: list[int]) -> list[int]:
        for city in self.starts:
            reach[city] = 0
        return reach

    def _paths(self, network: int) -> list[int]:
        """Return the cheapest paths from any city of a network."""
        reach = [FAR] * len(self.neighbours)
        for city in members(network):
            row = self.distances[city]
            reach = [reach[end] if reach[end] < row[end] else row[end] for end in range(len(row))]
        return reach


class StartBuilding(BuildingPhase):
    """Building from start cities, and only in them in round 1 (b-japan.1, b-japan.3)."""

    def candidates(self, state: State, seat: int) -> list[int]:
        area = state.grid.area
        n_cities = state.grid.n_cities[seat]
        if state.round > 1 and n_cities > 0:
            return area.cities
        if n_cities >= self.rules.figures["first_round_cities"][0] and state.round == 1:
            return []
        assert isinstance(area, StartArea)
        return area.starts

    def refuse_candidate(self, state: State, seat: int, city: int) -> IllegalAction:
        if self.candidates(state, seat):
            return self.refuse("no_start_city", {"city": city})
        return self.refuse("enough_for_round_one", {"cities": state.grid.n_cities[seat]})
