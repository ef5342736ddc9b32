"""What a table's rules take from a board or else from fuel cards."""

from dataclasses import dataclass

from gridwright.content.library import Library
from gridwright.content.presets import Settings
from gridwright.content.spec import TableSpec
from gridwright.engine.fuel import FuelRules
from gridwright.engine.fuel_cards import NO_FUEL_CARDS, FuelCards
from gridwright.engine.network import Board
from gridwright.engine.plants import Plant
from gridwright.engine.rules import REGIONS_BY_LOT, MarketRules, TrustRules


@dataclass(frozen=True)
class ChosenTable:
    """A table whose names have been found in the edition's files."""

    spec: TableSpec
    library: Library
    settings: Settings
    plants: list[Plant]
    """In the order of the library's cards."""

    @property
    def trust_plays(self) -> bool:
        return self.spec.seats in self.settings.trust_seats

    def hybrid(self) -> tuple[int, int]:
        """The two kinds that hybrids mix."""
        first, second = self.library.edition.hybrid
        kinds = self.library.edition.kinds
        return kinds.index(first), kinds.index(second)


@dataclass(frozen=True, kw_only=True)
class TableFigures:
    """The figures that games with a board and games with fuel cards reckon each in their way.

    What only one of them has is nothing by default.
    """

    board: Board
    market: MarketRules
    fuel: FuelRules
    trust: TrustRules
    plant_limit: int
    income: list[int]
    region_choice: int = REGIONS_BY_LOT
    given_regions: int = 0
    n_regions: int = 0
    step_two_cities: int = 0
    end_cities: int = 0
    cards: FuelCards = NO_FUEL_CARDS
    money_per_point: int = 0
