"""Random players with preferences, so that random games reach more corner cases."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from gridwright.engine.dice import Dice
from gridwright.engine.editions.card.vocabulary import MayBuyCard
from gridwright.engine.vocabulary.auction import Bid, MayBid, MayOffer, OfferPlant
from gridwright.engine.vocabulary.base import Action, MayDo, Offer
from gridwright.engine.vocabulary.building import ConnectCity, MayConnect
from gridwright.engine.vocabulary.fuel import BuyResources, MayBuy
from gridwright.engine.vocabulary.production import MayRun

EIGHTHS: Final = 8


@dataclass(frozen=True)
class RandomPlayer:
    """Chooses among offers at random, some kinds of action more often than others."""

    name: str
    biases: Mapping[str, int] = field(default_factory=dict)
    """Eighths of the turns in which a seat accepts an offer of this word rather than declines."""
    bids_low: bool = False
    """Opens and raises by as little as possible."""
    runs_best: bool = False
    """Runs the plants that the offer suggests."""

    def choose(self, offers: list[Offer], dice: Dice) -> Action:
        """Return one of the offered actions."""
        offer = self._offer(offers, dice)
        if self.bids_low and isinstance(offer, MayBid | MayOffer):
            return _lowest(offer, dice)
        if self.runs_best and isinstance(offer, MayRun):
            return offer.suggestion()
        return offer.sample(dice)

    def _offer(self, offers: list[Offer], dice: Dice) -> Offer:
        if len(offers) == 1:
            return offers[0]
        active = [offer for offer in offers if not isinstance(offer, MayDo)]
        declining = [offer for offer in offers if isinstance(offer, MayDo)]
        bias = self.biases.get(_word(active[0])) if active and declining else None
        if bias is None:
            return offers[dice.below(len(offers))]
        chosen = active if dice.below(EIGHTHS) < bias else declining
        return chosen[dice.below(len(chosen))]


def _word(offer: Offer) -> str:
    """Return the word of the offered action, for offers that can be declined."""
    if isinstance(offer, MayOffer):
        return OfferPlant.WORD
    if isinstance(offer, MayBid):
        return Bid.WORD
    if isinstance(offer, MayBuy | MayBuyCard):
        return BuyResources.WORD
    return ConnectCity.WORD if isinstance(offer, MayConnect) else ""


def _lowest(offer: MayBid | MayOffer, dice: Dice) -> Action:
    if isinstance(offer, MayBid):
        return Bid(offer.seat, offer.low)
    place = dice.below(len(offer.plants))
    return OfferPlant(offer.seat, offer.plants[place], offer.lows[place])


EVEN: Final = RandomPlayer("even")
BUILDER: Final = RandomPlayer(
    "builder",
    {OfferPlant.WORD: 2, Bid.WORD: 2, BuyResources.WORD: 7, ConnectCity.WORD: 7},
    bids_low=True,
    runs_best=True,
)
COLLECTOR: Final = RandomPlayer(
    "collector",
    {OfferPlant.WORD: 7, Bid.WORD: 3, BuyResources.WORD: 3, ConnectCity.WORD: 1},
    bids_low=True,
)
SAVER: Final = RandomPlayer(
    "saver", {OfferPlant.WORD: 2, Bid.WORD: 1, BuyResources.WORD: 4, ConnectCity.WORD: 3}
)
IDLER: Final = RandomPlayer(
    "idler", {OfferPlant.WORD: 0, Bid.WORD: 1, BuyResources.WORD: 1, ConnectCity.WORD: 1}
)
"""Offers no plant unless it must, so that scores stay close where the stack ends the game."""
BUYER: Final = RandomPlayer(
    "buyer", {OfferPlant.WORD: 8, Bid.WORD: 0, BuyResources.WORD: 8}, bids_low=True, runs_best=True
)
"""Buys a plant in every round and fuels them all, so stacks run low."""
FINISHER: Final = RandomPlayer(
    "finisher", {OfferPlant.WORD: 6, Bid.WORD: 1, BuyResources.WORD: 1, ConnectCity.WORD: 8}
)
"""Builds whenever it can, so that a game that can end does."""
RANDOM_PLAYERS: Final = (EVEN, BUILDER, COLLECTOR, SAVER)
