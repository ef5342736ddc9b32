"""L2: plans the coming rounds, and values what it may do by the position it leads to.

Each kind of decision is a skill of its own; on a board all of them ask the same forecast, at cards
the same outlook. What is played follows from the offers and the rules, so one bot plays every
edition.
"""

from typing import Final

from gridwright.bots.contract import Bot, Brain
from gridwright.bots.planner.advising import AdvisingBrain, Measure
from gridwright.bots.planner.auction import AuctionSkill
from gridwright.bots.planner.building import BuildingSkill
from gridwright.bots.planner.cards import CardBrain
from gridwright.bots.planner.fuel import FuelSkill
from gridwright.bots.planner.noise import Noise
from gridwright.bots.planner.position import BoardFacts, Position
from gridwright.bots.planner.preparation import PreparationSkill
from gridwright.bots.planner.production import ProductionSkill
from gridwright.bots.profiles import Profile
from gridwright.bots.profiles.outlook import load_outlooks
from gridwright.bots.profiles.weights import Weights
from gridwright.bots.skills import Skills
from gridwright.bots.solvers.extension import greedy_extension
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Offer
from gridwright.engine.vocabulary.building import MayConnect
from gridwright.engine.vocabulary.production import MayRun
from gridwright.fair.draw import Stream


class PlannerBot(Bot):
    """Plays by a profile."""

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile.name, profile.level, profile.description, profile.digest)
        self.profile: Final = profile

    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        n_seats = rules.n_seats
        if rules.board.n_cities == 0:
            outlook = load_outlooks()[n_seats]
            return CardBrain(self.profile.cards[n_seats], outlook, rules, seat, stream)
        return BoardBrain(self.profile.boards[n_seats], self.profile.nodes, rules, seat, stream)


class BoardBrain(AdvisingBrain[Position]):
    """What it keeps only saves time: one that sits down in the middle of a game plays the same."""

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
