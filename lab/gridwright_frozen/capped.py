"""A bot that stops bidding at a price which follows from the plant's number alone."""

from typing import Final

from gridwright.bots.contract import Bot, Brain
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.auction import Bid
from gridwright.engine.vocabulary.base import Action, MayDo, Offer
from gridwright.fair.draw import Stream

PART: Final = 1.25
MORE: Final = 2


class CappedBot(Bot):
    """Plays as another bot, but drops out above the cap while a rival may still buy."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(f"{bot.name}-capped", bot.level, f"{bot.description} It bids less.")
        self._bot: Final = bot

    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        return CappedBrain(self._bot.sit(rules, seat, stream), rules, seat)


class CappedBrain(Brain):
    """A bot with a cap on its bids, at one seat."""

    def __init__(self, brain: Brain, rules: Rules, seat: int) -> None:
        self._brain: Final = brain
        self._rules: Final = rules
        self._seat: Final = seat

    def choose(self, seen: Observation, offers: list[Offer]) -> Action:
        action = self._brain.choose(seen, offers)
        if not isinstance(action, Bid) or action.amount <= self._cap(seen.lot):
            return action
        has_rival = any(
            not seen.out >> rival & 1 for rival in range(self._rules.n_seats) if rival != self._seat
        )
        passing = [offer.action for offer in offers if isinstance(offer, MayDo)]
        return passing[0] if has_rival and passing else action

    def _cap(self, plant: int) -> float:
        return PART * self._rules.deck.numbers[plant] + MORE
