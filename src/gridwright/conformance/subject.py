"""What the proofs examine: the engine's functions for one game, behind one seam.

A proof that cannot fail proves nothing. Its sabotaged twin is a subject with one method overridden;
the engine itself stays as it is, which also holds for the compiled one.
"""

from typing import Final

from gridwright.engine import invariants
from gridwright.engine import observe as views
from gridwright.engine.actions import Action, TakeBack
from gridwright.engine.events import Event
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.offers import Offer
from gridwright.engine.state import State


class Subject:
    """One game as it is."""

    def __init__(self, game: Game) -> None:
        self.game: Final = game

    def begin(self) -> History:
        return History(self.game)

    def play(self, history: History, action: Action) -> list[Event]:
        """Carry out an action; returns what happened."""
        return history.play_watched(action)

    def step(self, state: State, action: Action) -> tuple[State, list[Event]]:
        return self.game.step(state, action)

    def offers(self, state: State) -> list[Offer]:
        return self.game.offers(state)

    def legal(self, state: State) -> list[Action]:
        return self.game.legal(state)

    def verify(self, state: State, action: Action) -> None:
        self.game.verify(state, action)

    def check(self, state: State) -> None:
        """Raise BrokenInvariant unless the position is sound."""
        invariants.check(self.game, state)

    def observe(self, state: State, viewer: int) -> views.Observation:
        return views.observe(self.game, state, viewer)

    def fold(self, seen: views.Observation, event: Event) -> None:
        views.fold(self.game.rules, seen, event)

    def is_offered(self, state: State, action: Action) -> bool:
        """Whether this may be done now, judged by what is offered and not by ``verify``."""
        if isinstance(action, TakeBack):
            return self.game.can_take_back(state, action.seat)
        return any(offer.holds(action) for offer in self.offers(state))
