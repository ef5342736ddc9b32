"""The planner of the card game, which has fuel cards and no building.

It looks one round ahead, and judges what it has then by what the like was worth in other games.
"""

from typing import Final

from gridwright.bots.frozen.hard_2026_11.card_weights import CardWeights
from gridwright.bots.frozen.hard_2026_11.cards.auction import CardAuctionSkill
from gridwright.bots.frozen.hard_2026_11.cards.fuel import CardFuelSkill
from gridwright.bots.frozen.hard_2026_11.cards.no_board import NoBuilding, NoPreparation
from gridwright.bots.frozen.hard_2026_11.cards.position import CardFacts, CardPosition
from gridwright.bots.frozen.hard_2026_11.cards.production import CardProductionSkill
from gridwright.bots.frozen.hard_2026_11.outlook import Outlook
from gridwright.bots.skills import SkilledBrain, Skills
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules


class CardBrain(SkilledBrain[CardPosition]):
    """Its caches only save time: a brain seated in the middle of a game plays the same."""

    def __init__(self, weights: CardWeights, outlook: Outlook, rules: Rules, seat: int) -> None:
        self._seat: Final = seat
        self._facts: Final = CardFacts(rules, weights, outlook)
        super().__init__(
            Skills(
                auction=CardAuctionSkill(),
                fuel=CardFuelSkill(),
                building=NoBuilding(),
                production=CardProductionSkill(),
                preparation=NoPreparation(),
            )
        )

    def look(self, seen: Observation) -> CardPosition:
        return CardPosition(self._facts, seen, self._seat)
