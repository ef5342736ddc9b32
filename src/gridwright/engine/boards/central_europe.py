"""Central Europe: access to nuclear plants, and cheap garbage in Wien."""

from typing import ClassVar, Final

from gridwright.engine.network import Board
from gridwright.engine.parts import Parts
from gridwright.engine.region_access import RegionAccess
from gridwright.engine.resources import Ladder, PricePolicy

CHEAP_CITY: Final = "wien"
GARBAGE: Final = 2


class CentralAccess(RegionAccess):
    """Uranium plants only for seats in Slovakia, Czechia or Hungary (b-central-europe.1)."""

    CODE: ClassVar[str] = "no_nuclear_city"
    REGIONS: ClassVar[list[str]] = ["brown", "green", "purple"]


class WienPrices(PricePolicy):
    """Prices with cheaper garbage for seats in Wien (b-central-europe.2)."""

    def __init__(self, ladders: list[Ladder], board: Board, figures: dict[str, list[int]]) -> None:
        super().__init__(ladders, board, figures)
        self.city: Final = 1 << board.cities.index(CHEAP_CITY)
        rebate = figures["wien_rebate"][0]
        prices = [max(1, price - rebate) for price in ladders[GARBAGE].prices]
        self.cheaper: Final = Ladder(prices, ladders[GARBAGE].store_price)

    def ladder(self, seat: int, kind: int, step: int, network: int, parts: Parts) -> Ladder:
        if kind == GARBAGE and network & self.city:
            return self.cheaper
        return self.ladders[kind]
