"""Connects a bot to a game and keeps the game's state from it."""

from collections.abc import Sequence
from typing import Any, Final

from gridwright.bots.contract import Bot, Brain
from gridwright.bots.search.contract import SearchingBrain, known_to
from gridwright.engine.game import Game
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.derive import Keys


def searches(brain: Brain) -> bool:
    """Whether a brain wants a position to play on from.

    Compiled brains share one cache of what they are instances of, so that ``isinstance`` with two
    abstract brains would give wrong answers.
    """
    return SearchingBrain in type(brain).__mro__


class NotOfferedError(Exception):
    """A bot chose what its offers do not hold: a fault of the bot, never of the table."""

    def __init__(self, bot: str, seat: int, action: object) -> None:
        super().__init__(f"expected an action that seat {seat} was offered, got {action} by {bot}")


class SeatedBot:
    """A bot at a seat. It gets copies and returns an action; nothing else reaches it."""

    def __init__(self, bot: Bot, game: Game, seat: int, keys: Keys) -> None:
        self.bot: Final = bot
        self.seat: Final = seat
        self._game: Final = game
        self._brain: Final[Any] = bot.sit(game.rules, seat, keys.bot(seat))
        self._searches: Final = searches(self._brain)

    def act(self, state: State) -> Action:
        """What the bot does in a position where its seat is the actor, or NotOfferedError."""
        offers = self._game.offers(state)
        # A list of its own, so that a bot cannot offer itself something.
        seen = observe(self._game, state, self.seat)
        if self._searches:
            known = known_to(self._game, state, self.seat)
            action: Action = self._brain.search(self._game, known, seen, offers[:])
        else:
            action = self._brain.choose(seen, offers[:])
        for offer in offers:
            if offer.holds(action):
                return action
        raise NotOfferedError(self.bot.name, self.seat, action)


def seat_bots(game: Game, keys: Keys, bots: Sequence[Bot]) -> list[SeatedBot]:
    """One bot for each seat, each with the stream of its seat."""
    if len(bots) != game.rules.n_seats:
        raise ValueError(f"expected {game.rules.n_seats} bots, got {len(bots)}")
    return [SeatedBot(bot, game, seat, keys) for seat, bot in enumerate(bots)]
