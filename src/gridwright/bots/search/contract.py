"""The interface of bots that search: they get an observation, and a position to play out."""

from abc import abstractmethod

from gridwright.bots.contract import Brain, PositionRequiredError
from gridwright.engine.game import Game
from gridwright.engine.ids import OVER
from gridwright.engine.observation import HIDDEN, Observation
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, Offer


class SearchingBrain(Brain):
    """A brain that may play out the position as its seat knows it.

    The position contains no hidden information. Money that is hidden reads HIDDEN, and the brain
    has to imagine an amount. The order of the stack is in no position.
    """

    def choose(self, seen: Observation, offers: list[Offer]) -> Action:  # noqa: ARG002
        """Raise PositionRequiredError: without a search this would be another bot's move."""
        raise PositionRequiredError

    @abstractmethod
    def search(self, game: Game, known: State, seen: Observation, offers: list[Offer]) -> Action:
        """Return one of the offered actions.

        Must not change the arguments or keep references to them.
        """


def known_to(game: Game, state: State, seat: int) -> State:
    """Return a copy of a position without the information that a seat may not have."""
    known = state.copy()
    if game.rules.options.hidden_money and state.phase != OVER:
        for other in range(game.rules.n_seats):
            if other != seat:
                known.money[other] = HIDDEN
    return known
