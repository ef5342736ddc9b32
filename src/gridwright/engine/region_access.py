"""Access by region: plants of one fuel only for seats in certain regions."""

from typing import ClassVar, Final

from gridwright.engine.policies import AccessPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State


class RegionAccess(AccessPolicy):
    """Restricts plants that burn a kind to seats with a city in one of some regions.

    A board derives from it and names kind, regions and refusal. Seats without a city have no
    access. The Trust is not restricted.
    """

    KIND: ClassVar[str] = "uranium"
    REGIONS: ClassVar[list[str]] = []
    """Ids of the regions in which a city gives access."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        board = rules.board
        regions = [board.regions.index(region) for region in self.REGIONS]
        cities = 0
        for city in range(board.n_cities):
            if board.city_regions[city] in regions:
                cities |= 1 << city
        self.cities: Final = cities
        """Mask of the cities that give access."""
        kind = rules.market.kinds.index(self.KIND)
        plants = 0
        for plant in range(len(rules.deck.plants)):
            if kind in rules.deck.plants[plant].kinds:
                plants |= 1 << plant
        self.plants: Final = plants
        """Mask of the restricted plants."""

    def may_bid(self, state: State, seat: int, plant: int) -> bool:
        if not self.plants >> plant & 1:
            return True
        return state.grid.networks[seat] & self.cities != 0
