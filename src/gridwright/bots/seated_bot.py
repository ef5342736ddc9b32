"""Connects a bot to a game, without giving it access to the game's state."""

from collections.abc import Sequence
from typing import Any, Final

from gridwright.bots.contract import Bot, Brain
from gridwright.bots.search.contract import SearchingBrain, known_to
from gridwright.engine.game import Game
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, Offer
from gridwright.fair.derive import Keys
from gridwright.fair.draw import Stream


def searches(brain: Brain) -> bool:
    """Return True for a brain that needs a position to play out.

    Compiled brains share one cache of their base classes, so that ``isinstance`` with two abstract
    brains would give wrong answers.
    """
    return SearchingBrain in type(brain).__mro__


class NotOfferedError(Exception):
    """The bot chose an action that was not offered: a defect of the bot, never of the table."""

    def __init__(self, bot: str, seat: int, action: object) -> None:
        super().__init__(f"expected an action that seat {seat} was offered, got {action} by {bot}")


class SeatedBot:
    """A bot at a seat. It gets copies and returns an action, and has no other access."""

    def __init__(self, bot: Bot, game: Game, seat: int, keys: Keys) -> None:
        self.bot: Final = bot
        self.seat: Final = seat
        self._game: Final = game
        self._brain: Final = bot.sit(game.rules, seat, keys.bot(seat))

    def act(self, state: State) -> Action:
        """Return the bot's action in a position where its seat is the actor.

        Raises NotOfferedError if the bot chooses an action that it was not offered.
        """
        offers = self._game.offers(state)
        action = choose_or_search(self._brain, self._game, state, offers)
        for offer in offers:
            if offer.holds(action):
                return action
        raise NotOfferedError(self.bot.name, self.seat, action)


def choose_or_search(brain: Brain, game: Game, state: State, offers: list[Offer]) -> Action:
    """Return a brain's action for the acting seat; a searching one gets the position it knows."""
    # The brain gets a copy of the list, so that it cannot add offers.
    seen = observe(game, state, state.actor)
    if searches(brain):
        searching: Any = brain
        known = known_to(game, state, state.actor)
        found: Action = searching.search(game, known, seen, offers[:])
        return found
    return brain.choose(seen, offers[:])


def decide_at(bot: Bot, game: Game, state: State, key: bytes) -> Action:
    """Return the action of a bot that sits down for this turn only; deterministic."""
    brain = bot.sit(game.rules, state.actor, Stream(key))
    return choose_or_search(brain, game, state, game.offers(state))


def seat_bots(game: Game, keys: Keys, bots: Sequence[Bot]) -> list[SeatedBot]:
    """Return one bot per seat, each with the random stream of its seat."""
    if len(bots) != game.rules.n_seats:
        raise ValueError(f"expected {game.rules.n_seats} bots, got {len(bots)}")
    return [SeatedBot(bot, game, seat, keys) for seat, bot in enumerate(bots)]
