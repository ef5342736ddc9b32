"""Values of a table's rules from a board or from fuel cards."""

from dataclasses import dataclass, field

from gridwright.content.boards import BoardSheet
from gridwright.content.cards import PlantCards
from gridwright.content.library import Library
from gridwright.content.presets import PresetRules
from gridwright.content.spec import TableSpec
from gridwright.engine.fuel import FuelRules, Plant
from gridwright.engine.fuel_cards import NO_FUEL_CARDS, FuelCards
from gridwright.engine.network import Board
from gridwright.engine.resources import PricePolicy
from gridwright.engine.rules import REGIONS_BY_LOT, Limits, MarketRules, PartRules, TrustRules


@dataclass(frozen=True)
class ChosenTable:
    """A table whose names have been found in the edition's files."""

    spec: TableSpec
    library: Library
    preset: PresetRules
    plants: list[Plant]
    """Plants in the order of the cards."""

    @property
    def sheet(self) -> BoardSheet:
        return self.library.boards[self.spec.board]

    @property
    def cards(self) -> PlantCards:
        """The plants as the files have them."""
        return self.sheet.plants or self.library.plants

    @property
    def trust_plays(self) -> bool:
        return self.spec.seats in self.preset.trust_seats

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
    limits: Limits
    income: list[int]
    region_choice: int = REGIONS_BY_LOT
    given_regions: int = 0
    cards: FuelCards = NO_FUEL_CARDS
    money_per_point: int = 0
    uncounted: int = 0
    parts: list[PartRules] = field(default_factory=list)
    figures: dict[str, list[int]] = field(default_factory=dict)
    prices: PricePolicy | None = None
