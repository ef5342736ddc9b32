"""UK & Ireland: two islands with a network on each."""

from typing import ClassVar, Final

from gridwright.engine.ids import FAR
from gridwright.engine.masks import mask_of
from gridwright.engine.network import Area, Board, cheapest_paths, cities_of
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.region_access import RegionAccess
from gridwright.engine.state import State


class TwoIslands(Board):
    """A board with a separate network on each landmass (b-uk-ireland.1)."""

    def area(self, regions: int) -> Area:
        plain = cheapest_paths(self, regions)
        islands = [cities_of(self, regions & landmass) for landmass in self.landmasses()]
        return IslandArea(plain, islands, self.figures["second_island"][0])


class IslandArea(Area):
    """Cities in play; the costs of connections depend on the houses, not on their order."""

    def __init__(self, plain: Area, islands: list[int], crossing: int) -> None:
        super().__init__(
            plain.regions, plain.cities, plain.distances, plain.first_steps, plain.neighbours
        )
        self.islands: Final = islands
        """Masks of the cities in play."""
        self.crossing: Final = crossing
        """Cost of the first city on the second island, on top of the house."""
        in_play = mask_of(plain.cities)
        self.from_outside: Final = [
            crossing if in_play >> city & 1 else FAR for city in range(len(plain.neighbours))
        ]

    def island(self, city: int) -> int:
        for island in self.islands:
            if island >> city & 1:
                return island
        return 0

    def starts_new_network(self, network: int, city: int) -> bool:
        return network & self.island(city) == 0

    def reach_after(self, reach: list[int], network: int, city: int) -> list[int]:
        row = self.distances[city]
        island = self.island(city)
        if network & island:
            return [reach[end] if reach[end] < row[end] else row[end] for end in range(len(row))]
        # The crossing is paid once: from now on paths within the island count there.
        other = reach if network else self.from_outside
        return [row[end] if island >> end & 1 else other[end] for end in range(len(row))]


class ReactorsOutsideTheRepublic(RegionAccess):
    """No nuclear plants for a seat with cities in the Republic alone (b-uk-ireland.3)."""

    REGIONS: ClassVar[list[str]] = ["brown", "orange", "pink", "red", "yellow"]
    CODE: ClassVar[str] = "no_reactor_in_the_republic"


class IslandBuilding(BuildingPhase):
    """Building after which step 2 also begins when no city is empty (b-uk-ireland.5)."""

    def is_step_two_due(self, state: State) -> bool:
        if super().is_step_two_due(state):
            return True
        n_houses = state.grid.n_houses
        for city in state.grid.area.cities:
            if n_houses[city] == 0:
                return False
        return True
