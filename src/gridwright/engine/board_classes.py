"""The classes that a board is played with: the shared ones unless it has its own."""

from typing import Final

from gridwright.engine.market import PlantMarket
from gridwright.engine.network import Board
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.phases.base import Phase
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.phases.bureaucracy import BureaucracyPhase
from gridwright.engine.phases.resources import ResourcesPhase
from gridwright.engine.phases.setup import PlayerOrderPhase
from gridwright.engine.policies import AccessPolicy, ObsoletePolicy
from gridwright.engine.resources import PricePolicy
from gridwright.engine.scoring import Scoring

SHARED: Final[dict[str, type[object]]] = {
    "board": Board,
    "prices": PricePolicy,
    "access": AccessPolicy,
    "obsolete": ObsoletePolicy,
    "market": PlantMarket,
    "order": PlayerOrderPhase,
    "auction": AuctionPhase,
    "resources": ResourcesPhase,
    "building": BuildingPhase,
    "bureaucracy": BureaucracyPhase,
    "scoring": Scoring,
}
"""Classes that a board may replace, by name. A board's own class derives from the shared one."""


class AddedPhase:
    """A phase of one board, and the name of the shared phase that it precedes."""

    def __init__(self, phase: type[Phase], before: str) -> None:
        self.phase: Final = phase
        self.before: Final = before


class BoardClasses:
    """Classes of one board."""

    def __init__(
        self,
        board: type[Board] = Board,
        prices: type[PricePolicy] = PricePolicy,
        access: type[AccessPolicy] = AccessPolicy,
        obsolete: type[ObsoletePolicy] = ObsoletePolicy,
        market: type[PlantMarket] = PlantMarket,
        order: type[PlayerOrderPhase] = PlayerOrderPhase,
        auction: type[AuctionPhase] = AuctionPhase,
        resources: type[ResourcesPhase] = ResourcesPhase,
        building: type[BuildingPhase] = BuildingPhase,
        bureaucracy: type[BureaucracyPhase] = BureaucracyPhase,
        scoring: type[Scoring] = Scoring,
        added: list[AddedPhase] | None = None,
    ) -> None:
        self.board: Final = board
        self.prices: Final = prices
        self.access: Final = access
        self.obsolete: Final = obsolete
        self.market: Final = market
        self.order: Final = order
        self.auction: Final = auction
        self.resources: Final = resources
        self.building: Final = building
        self.bureaucracy: Final = bureaucracy
        self.scoring: Final = scoring
        self.added: Final = added or []


SHARED_CLASSES: Final = BoardClasses()
