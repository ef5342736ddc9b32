"""Tortoise: of all it may do, it takes what leaves it the most, but never stands still.

A bot gets an observation and the offers of its turn, and gives back an action that one of the
offers holds. ``sit`` is called once for each game and seat; what the brain remembers is its own.
"""

from gridwright.bots.contract import Bot, Brain
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, MayDo, Offer
from gridwright.engine.vocabulary.production import MayRun
from gridwright.fair.draw import Stream


class Tortoise(Bot):
    """Made without arguments: that is how it is loaded."""

    def __init__(self) -> None:
        super().__init__("tortoise", 1, "Slow and steady: one cheap thing at a time.")

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
                return offer.suggestion()  # Runs whatever supplies the most cities.
        # Everything else is sorted: each offer lists its cheapest action first.
        wanted = [offer for offer in offers if not isinstance(offer, MayDo)]
        plants = len(seen.plants[self.seat])
        if wanted and (plants < 2 or seen.money[self.seat] > 20):
            return wanted[0].actions()[0]
        declined = [offer.action for offer in offers if isinstance(offer, MayDo)]
        return declined[0] if declined else offers[0].actions()[0]
