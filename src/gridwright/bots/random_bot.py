"""L0: chooses at random."""

from typing import Final

from gridwright.bots.contract import Bot, Brain
from gridwright.engine.dice import Dice
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, Offer
from gridwright.fair.draw import Stream


class RandomBot(Bot):
    """The baseline of all benchmarks of bots."""

    def __init__(self) -> None:
        super().__init__("l0", 0, "Plays at random: any offer, then any action of it.")

    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:  # noqa: ARG002
        return RandomBrain(stream)


class RandomBrain(Brain):
    """Each offer is equally likely, regardless of its number of actions: else it would only buy."""

    def __init__(self, stream: Stream) -> None:
        self._stream: Final = stream

    def choose(self, seen: Observation, offers: list[Offer]) -> Action:  # noqa: ARG002
        stream = self._stream
        offer = offers[stream.below(len(offers))] if len(offers) > 1 else offers[0]
        # Offers draw from the engine's own dice, which the stream seeds.
        return offer.sample(Dice(stream.word()))
