"""The planner of the card game, which has fuel cards and no building.

It looks one round ahead, and values the resulting position by similar ones in other games.
"""

from typing import Final

from gridwright.bots.orders import order_run
from gridwright.bots.planner.advising import AdvisingBrain, Measure
from gridwright.bots.planner.cards.auction import CardAuctionSkill
from gridwright.bots.planner.cards.card_position import CardFacts, CardPosition
from gridwright.bots.planner.cards.fuel import CardFuelSkill
from gridwright.bots.planner.temper import Noise
from gridwright.bots.profiles.outlook import Outlook
from gridwright.bots.profiles.weights import NO_TASTE, CardWeights, Taste
from gridwright.bots.skills import Skills
from gridwright.bots.solvers.best_run import cheapest_share
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.auction import MayBid
from gridwright.engine.vocabulary.base import Action, Offer
from gridwright.engine.vocabulary.building import MayConnect
from gridwright.engine.vocabulary.production import MayRun
from gridwright.engine.vocabulary.setup import MayDraft
from gridwright.engine.vocabulary.trust import MayPlaceTrust
from gridwright.fair.draw import Stream


class CardProductionSkill:
    """Runs plants."""

    def run(self, position: CardPosition, offer: MayRun) -> Action:
        """Return the run after which the seat is best; hybrids burn the fuel that is worth less."""
        fuel = position.rules.fuel
        held = position.held(position.seat)
        worths = position.worths()
        incomes = offer.incomes()
        best: tuple[float, int] | None = None
        chosen = (0, 0)
        for place, run in enumerate(offer.runs):
            income = incomes[place]
            first = cheapest_share(fuel, run, worths)
            left = held[:]
            burned = fuel.burned_by(run, first)
            for kind in range(len(burned)):
                left[kind] -= burned[kind]
            points = position.points(position.money + income, left, income)
            rank = (points, -run.tokens)
            position.thoughts.append(((run.plants, first), points))
            if best is None or rank > best:
                best = rank
                chosen = (run.plants, first)
        return order_run(offer, *chosen)


class NoBuilding:
    """The building skill of a game without cities."""

    def connect(self, _position: CardPosition, _offer: MayConnect) -> Action | None:
        return None


class NoPreparation:
    """The preparation skill of a game without choices before the first round."""

    def draft(self, _position: CardPosition, _offer: MayDraft) -> Action | None:
        return None

    def place_trust(self, _position: CardPosition, _offer: MayPlaceTrust) -> Action | None:
        return None


class CardBrain(AdvisingBrain[CardPosition]):
    """Caches do not affect its play: a brain seated in the middle of a game plays the same."""

    def __init__(
        self,
        weights: CardWeights,
        outlook: Outlook,
        rules: Rules,
        seat: int,
        stream: Stream,
        taste: Taste = NO_TASTE,
    ) -> None:
        self._seat: Final = seat
        self._facts: Final = CardFacts(rules, weights, outlook, taste)
        self._auction: Final = CardAuctionSkill(Noise(stream.word(), weights.noise))
        super().__init__(
            Skills(
                auction=self._auction,
                fuel=CardFuelSkill(),
                building=NoBuilding(),
                production=CardProductionSkill(),
                preparation=NoPreparation(),
            )
        )

    def look(self, seen: Observation) -> CardPosition:
        return CardPosition(self._facts, seen, self._seat)

    def measure(self, _view: CardPosition, _offer: Offer) -> Measure:
        return "points"

    def limit(self, view: CardPosition, offer: Offer, _plant: int) -> int | None:
        # Before the first bid, the buyer in its place would be a guess.
        return self._auction.limit(view, offer) if isinstance(offer, MayBid) else None

    def fleet(self, view: CardPosition, plant: int, price: int) -> list[int]:
        return self._auction.fleet(view, plant, price)
