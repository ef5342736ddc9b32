"""L2: plans the coming rounds, and values what it may do by the position it leads to.

Each kind of decision is a skill of its own; all of them ask the same forecast. What is played
follows from the offers and the rules, so one bot plays every edition.
"""

from typing import Final

from gridwright.bots.contract import Bot, Brain
from gridwright.bots.planner.auction import AuctionSkill
from gridwright.bots.planner.building import BuildingSkill
from gridwright.bots.planner.fuel import FuelSkill
from gridwright.bots.planner.noise import Noise
from gridwright.bots.planner.position import Lore, Position
from gridwright.bots.planner.preparation import PreparationSkill
from gridwright.bots.planner.production import ProductionSkill
from gridwright.bots.profiles import Profile
from gridwright.bots.skills import SkilledBrain, Skills
from gridwright.engine.observe import Observation
from gridwright.engine.rules import Rules
from gridwright.fair.draw import Stream


class PlannerBot(Bot):
    """Plays by a profile."""

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile.name, profile.level, profile.description, profile.digest)
        self.profile: Final = profile

    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        return PlannerBrain(self.profile, rules, seat, stream)


class PlannerBrain(SkilledBrain[Position]):
    """What it keeps only saves time: one that sits down in the middle of a game plays the same."""

    def __init__(self, profile: Profile, rules: Rules, seat: int, stream: Stream) -> None:
        self._seat: Final = seat
        self._weights: Final = profile.weights(rules.n_seats, rules.board.n_cities > 0)
        self._lore: Final = Lore(rules)
        super().__init__(
            Skills(
                auction=AuctionSkill(Noise(stream.word(), self._weights.noise)),
                fuel=FuelSkill(),
                building=BuildingSkill(profile.nodes),
                production=ProductionSkill(),
                preparation=PreparationSkill(),
            )
        )

    def look(self, seen: Observation) -> Position:
        return Position(self._lore, self._weights, seen, self._seat)
