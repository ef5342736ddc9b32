"""The planner of the card game, which has fuel cards and no building.

It looks one round ahead, and judges what it has then by what the like was worth in other games.
"""

from typing import Final

from gridwright.bots.orders import order_run
from gridwright.bots.skills import SkilledBrain, Skills
from gridwright.bots.solvers.best_run import cheapest_share
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import MayConnect
from gridwright.engine.vocabulary.production import MayRun
from gridwright.engine.vocabulary.setup import MayDraft
from gridwright.engine.vocabulary.trust import MayPlaceTrust
from gridwright_frozen.hard_2026_11.cards.auction import CardAuctionSkill
from gridwright_frozen.hard_2026_11.cards.card_position import CardFacts, CardPosition
from gridwright_frozen.hard_2026_11.cards.fuel import CardFuelSkill
from gridwright_frozen.hard_2026_11.outlook import Outlook
from gridwright_frozen.hard_2026_11.weights import CardWeights


class CardProductionSkill:
    """Runs plants."""

    def run(self, position: CardPosition, offer: MayRun) -> Action:
        """The run that leaves most; hybrids burn what is worth less."""
        fuel = position.rules.fuel
        held = position.held(position.seat)
        worths = position.worths()
        incomes = offer.incomes()
        best: tuple[float, int] | None = None
        chosen = (0, 0)
        for place, run in enumerate(offer.runs):
            income = incomes[place]
            first = cheapest_share(fuel, run, worths)
            burned = fuel.burned_by(run, first)
            left = [held[kind] - amount for kind, amount in enumerate(burned)]
            points = position.points(position.plants, position.money + income, left, income)
            rank = (points, -run.tokens)
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
