"""L1: looks at what is on the table now and takes what pays best.

Each kind of decision is a skill of its own. What is played follows from the offers and the rules,
so one bot plays every edition.
"""

from typing import Final

from gridwright.bots.contract import Bot, Brain
from gridwright.bots.greedy.auction import AuctionSkill
from gridwright.bots.greedy.building import BuildingSkill
from gridwright.bots.greedy.fuel import FuelSkill
from gridwright.bots.greedy.preparation import PreparationSkill
from gridwright.bots.greedy.production import ProductionSkill
from gridwright.bots.greedy.standing import Standing
from gridwright.engine.actions import Action
from gridwright.engine.observe import Observation
from gridwright.engine.offers import (
    MayBid,
    MayBuy,
    MayBuyCard,
    MayConnect,
    MayDo,
    MayDraft,
    MayOffer,
    MayPlaceTrust,
    MayRun,
    MayScrap,
    Offer,
)
from gridwright.engine.rules import Rules
from gridwright.fair.draw import Stream


class GreedyBot(Bot):
    """Buys what it can fuel, fuels what it can run, builds what it can supply."""

    def __init__(self) -> None:
        super().__init__("l1", 1, "Takes what pays best now: sound plants, fuel and cities.")

    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        return GreedyBrain(rules, seat, stream)


class GreedyBrain(Brain):
    """Gives each turn to the skill that knows its offers; the stream only breaks ties."""

    def __init__(self, rules: Rules, seat: int, stream: Stream) -> None:
        self._rules: Final = rules
        self._seat: Final = seat
        self._preparation: Final = PreparationSkill(stream)
        self._auction: Final = AuctionSkill()
        self._fuel: Final = FuelSkill()
        self._building: Final = BuildingSkill(stream)
        self._production: Final = ProductionSkill()

    def choose(self, seen: Observation, offers: list[Offer]) -> Action:
        declining = [offer.action for offer in offers if isinstance(offer, MayDo)]
        if len(declining) == len(offers):
            return declining[0]
        standing = Standing(self._rules, seen, self._seat)
        action = self._wanted(standing, offers, bool(declining))
        return declining[0] if action is None else action

    def _wanted(self, standing: Standing, offers: list[Offer], may_pass: bool) -> Action | None:
        """What the seat does, or None if it declines; then there is a way to."""
        offer = offers[0]
        if isinstance(offer, MayBid):
            return self._auction.bid(standing, offer)
        if isinstance(offer, MayOffer):
            return self._auction.offer(standing, offer, may_pass)
        if isinstance(offer, MayScrap):
            return self._auction.scrap(standing, offer)
        if isinstance(offer, MayBuy):
            tokens = [each for each in offers if isinstance(each, MayBuy)]
            return self._fuel.buy_tokens(standing, tokens)
        if isinstance(offer, MayBuyCard):
            return self._fuel.buy_card(standing, offer)
        if isinstance(offer, MayConnect):
            return self._building.connect(standing, offer)
        if isinstance(offer, MayRun):
            return self._production.run(standing, offer)
        if isinstance(offer, MayDraft):
            return self._preparation.draft(standing, offer)
        if isinstance(offer, MayPlaceTrust):
            return self._preparation.place_trust(standing, offer)
        # A board may bring offers that no skill knows: decline, or take the first way on.
        return None if may_pass else offer.actions()[0]
