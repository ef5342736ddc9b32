"""The interface of bots that search: they get a position to play on from, and an observation."""

from abc import abstractmethod

from gridwright.bots.contract import Brain, PositionRequiredError
from gridwright.engine.game import Game
from gridwright.engine.ids import OVER
from gridwright.engine.observation import HIDDEN, Observation
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, Offer


class SearchingBrain(Brain):
    """A brain that may play on, from the position as its seat knows it.

    A position holds nothing that is unseen but the money of others, where that is hidden: there it
    reads HIDDEN, and the brain has to imagine an amount. The order of the stack is in no position.
    """

    def choose(self, seen: Observation, offers: list[Offer]) -> Action:  # noqa: ARG002
        """Raise PositionRequiredError: without a search this would be another bot's move."""
        raise PositionRequiredError

    @abstractmethod
    def search(self, game: Game, known: State, seen: Observation, offers: list[Offer]) -> Action:
        """One of the actions that the offers hold. No argument may be changed or kept."""


def known_to(game: Game, state: State, seat: int) -> State:
    """A copy of a position in which what a seat may not know is hidden."""
    known = state.copy()
    if game.rules.options.hidden_money and state.phase != OVER:
        for other in range(game.rules.n_seats):
            if other != seat:
                known.money[other] = HIDDEN
    return known
