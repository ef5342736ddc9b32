"""Tortoise: it takes the cheapest of what is offered, and stops at three plants.

A bot gets an observation and the offers of its turn, and returns an action that one of the
offers holds. ``sit`` is called once for each game and seat; what the brain remembers is its own.
"""

from gridwright.bots.contract import Bot, Brain
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.auction import MayBid, MayOffer
from gridwright.engine.vocabulary.base import Action, MayDo, Offer
from gridwright.engine.vocabulary.production import MayRun
from gridwright.fair.draw import Stream


class Tortoise(Bot):
    """Made without arguments: that is how it is loaded."""

    def __init__(self) -> None:
        super().__init__("tortoise", 1, "Slow and steady: always the cheapest.")

    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        return TortoiseBrain(rules, seat, stream)


class TortoiseBrain(Brain):
    """One game at one seat. The stream is the only chance that it may use."""

    def __init__(self, rules: Rules, seat: int, stream: Stream) -> None:
        self.rules = rules
        self.seat = seat
        self.stream = stream

    def choose(self, seen: Observation, offers: list[Offer]) -> Action:
        for offer in offers:
            if isinstance(offer, MayRun):
                return offer.suggestion()  # Runs the plants that supply the most cities.
        # Declining is an offer of one action; auctions wait once three plants are in hand.
        declined = [offer.action for offer in offers if isinstance(offer, MayDo)]
        if declined and len(seen.plants[self.seat]) >= 3 and _is_auction(offers):
            return declined[0]
        # An offer lists its actions with the cheapest first.
        wanted = [offer for offer in offers if not isinstance(offer, MayDo)]
        return wanted[0].actions()[0] if wanted else declined[0]


def _is_auction(offers: list[Offer]) -> bool:
    return any(isinstance(offer, MayBid | MayOffer) for offer in offers)
