"""The planner at one seat of a board."""

from typing import Final

from gridwright.bots.frozen.hard_2026_11.auction import AuctionSkill
from gridwright.bots.frozen.hard_2026_11.building import BuildingSkill
from gridwright.bots.frozen.hard_2026_11.fuel import FuelSkill
from gridwright.bots.frozen.hard_2026_11.position import BoardFacts, Position
from gridwright.bots.frozen.hard_2026_11.preparation import PreparationSkill
from gridwright.bots.frozen.hard_2026_11.production import ProductionSkill
from gridwright.bots.frozen.hard_2026_11.weights import Weights
from gridwright.bots.skills import SkilledBrain, Skills
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules


class BoardBrain(SkilledBrain[Position]):
    """Its caches only save time: a brain seated in the middle of a game plays the same."""

    def __init__(self, weights: Weights, nodes: int, rules: Rules, seat: int) -> None:
        self._seat: Final = seat
        self._weights: Final = weights
        self._facts: Final = BoardFacts(rules)
        super().__init__(
            Skills(
                auction=AuctionSkill(),
                fuel=FuelSkill(),
                building=BuildingSkill(nodes),
                production=ProductionSkill(),
                preparation=PreparationSkill(),
            )
        )

    def look(self, seen: Observation) -> Position:
        return Position(self._facts, self._weights, seen, self._seat)
