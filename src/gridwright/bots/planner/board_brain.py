"""The planner at one seat of a board."""

from typing import Final

from gridwright.bots.planner.advising import AdvisingBrain, Measure
from gridwright.bots.planner.auction import AuctionSkill
from gridwright.bots.planner.building import BuildingSkill
from gridwright.bots.planner.fuel import FuelSkill
from gridwright.bots.planner.noise import Noise
from gridwright.bots.planner.position import BoardFacts, Position
from gridwright.bots.planner.preparation import PreparationSkill
from gridwright.bots.planner.production import ProductionSkill
from gridwright.bots.profiles.weights import Weights
from gridwright.bots.skills import Skills
from gridwright.bots.solvers.extension import greedy_extension
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Offer
from gridwright.engine.vocabulary.building import MayConnect
from gridwright.engine.vocabulary.production import MayRun
from gridwright.fair.draw import Stream


class BoardBrain(AdvisingBrain[Position]):
    """Its caches only save time: a brain seated in the middle of a game plays the same."""

    def __init__(
        self, weights: Weights, nodes: int, rules: Rules, seat: int, stream: Stream
    ) -> None:
        self._seat: Final = seat
        self._weights: Final = weights
        self._facts: Final = BoardFacts(rules)
        self._auction: Final = AuctionSkill(Noise(stream.word(), weights.noise))
        super().__init__(
            Skills(
                auction=self._auction,
                fuel=FuelSkill(),
                building=BuildingSkill(nodes),
                production=ProductionSkill(),
                preparation=PreparationSkill(),
            )
        )

    def look(self, seen: Observation) -> Position:
        return Position(self._facts, self._weights, seen, self._seat)

    def measure(self, view: Position, offer: Offer) -> Measure:
        # A first city is judged by what the network costs, a run by what it pays.
        is_first = isinstance(offer, MayConnect) and view.n_cities == 0
        return "money" if is_first or isinstance(offer, MayRun) else "cities"

    def limit(self, view: Position, _offer: Offer, plant: int) -> int | None:
        return self._auction.limit(view, plant)

    def fleet(self, view: Position, plant: int, price: int) -> list[int]:
        return self._auction.fleet(view, plant, price)

    def sites(self, view: Position, n_cities: int) -> list[int]:
        return [city for _cost, city in greedy_extension(view.sites, n_cities)]
