"""The planner of the card game, which has fuel cards and no building.

It looks one round ahead, and judges what it has then by what the like was worth in other games.
"""

from typing import Final

from gridwright.bots.planner.advising import AdvisingBrain, Measure
from gridwright.bots.planner.cards.auction import CardAuctionSkill
from gridwright.bots.planner.cards.fuel import CardFuelSkill
from gridwright.bots.planner.cards.no_board import NoBuilding, NoPreparation
from gridwright.bots.planner.cards.position import CardFacts, CardPosition
from gridwright.bots.planner.cards.production import CardProductionSkill
from gridwright.bots.planner.noise import Noise
from gridwright.bots.profiles.card_weights import CardWeights
from gridwright.bots.profiles.outlook import Outlook
from gridwright.bots.skills import Skills
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.auction import MayBid
from gridwright.engine.vocabulary.base import Offer
from gridwright.fair.draw import Stream


class CardBrain(AdvisingBrain[CardPosition]):
    """Its caches only save time: a brain seated in the middle of a game plays the same."""

    def __init__(
        self, weights: CardWeights, outlook: Outlook, rules: Rules, seat: int, stream: Stream
    ) -> None:
        self._seat: Final = seat
        self._facts: Final = CardFacts(rules, weights, outlook)
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
