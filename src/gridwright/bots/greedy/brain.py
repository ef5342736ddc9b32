"""The greedy bot at one seat."""

from typing import Final

from gridwright.bots.greedy.auction import AuctionSkill
from gridwright.bots.greedy.building import BuildingSkill
from gridwright.bots.greedy.fuel import FuelSkill
from gridwright.bots.greedy.position import GreedyPosition, read_position
from gridwright.bots.greedy.preparation import PreparationSkill
from gridwright.bots.greedy.production import ProductionSkill
from gridwright.bots.skills import SkilledBrain, Skills
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.fair.draw import Stream


class GreedyBrain(SkilledBrain[GreedyPosition]):
    """The stream only breaks ties."""

    def __init__(self, rules: Rules, seat: int, stream: Stream) -> None:
        self._rules: Final = rules
        self._seat: Final = seat
        super().__init__(
            Skills(
                auction=AuctionSkill(),
                fuel=FuelSkill(),
                building=BuildingSkill(stream),
                production=ProductionSkill(),
                preparation=PreparationSkill(stream),
            )
        )

    def look(self, seen: Observation) -> GreedyPosition:
        return read_position(self._rules, seen, self._seat)
