"""L1: looks at what is on the table now and takes what pays best.

Each kind of decision is a skill of its own. What is played follows from the offers and the rules,
so one bot plays every edition.
"""

from typing import Final

from gridwright.bots.contract import Bot, Brain
from gridwright.bots.greedy.auction import AuctionSkill
from gridwright.bots.greedy.building import BuildingSkill
from gridwright.bots.greedy.fuel import FuelSkill
from gridwright.bots.greedy.position import GreedyPosition
from gridwright.bots.greedy.preparation import PreparationSkill
from gridwright.bots.greedy.production import ProductionSkill
from gridwright.bots.skills import SkilledBrain, Skills
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.fair.draw import Stream


class GreedyBot(Bot):
    """Buys what it can fuel, fuels what it can run, builds what it can supply."""

    def __init__(self) -> None:
        super().__init__("l1", 1, "Takes what pays best now: sound plants, fuel and cities.")

    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        return GreedyBrain(rules, seat, stream)


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
        return GreedyPosition(self._rules, seen, self._seat)
