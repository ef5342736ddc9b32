"""The system under test: the engine's functions for one game, behind one class.

A proof that cannot fail proves nothing. Its test overrides one method to break the engine on
purpose; the engine itself, also the compiled one, is not changed.
"""

from typing import Final

from gridwright.engine import invariants
from gridwright.engine import observe as views
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.engine.observation import Observation
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, Event, EventLog, Offer
from gridwright.engine.vocabulary.turn import TakeBack


class GameUnderTest:
    """One game with the unmodified engine."""

    def __init__(self, game: Game) -> None:
        self.game: Final = game
        self._notation: Final = Notation(game.rules)

    def begin(self) -> History:
        return History(self.game)

    def play(self, history: History, action: Action) -> list[Event]:
        """Apply an action; return its events."""
        return history.play_watched(action)

    def step(self, state: State, action: Action) -> tuple[State, list[Event]]:
        return self.game.step(state, action)

    def apply(self, state: State, action: Action) -> list[Event]:
        """Apply a legal action in place; return its events."""
        log = EventLog(True)
        self.game.apply(state, action, log)
        return log.events

    def offers(self, state: State) -> list[Offer]:
        return self.game.offers(state)

    def legal(self, state: State) -> list[Action]:
        return self.game.legal(state)

    def verify(self, state: State, action: Action) -> None:
        self.game.verify(state, action)

    def check(self, state: State) -> None:
        """Raise BrokenInvariant unless the position is consistent."""
        invariants.check(self.game, state)

    def observe(self, state: State, viewer: int) -> Observation:
        return views.observe(self.game, state, viewer)

    def fold(self, seen: Observation, event: Event) -> None:
        event.fold(self.game.rules, seen)

    def text(self, action: Action) -> str:
        return self._notation.text(action)

    def parse(self, line: str) -> Action:
        return self._notation.parse(line)

    def to_values(self, action: Action) -> dict[str, object]:
        return self._notation.to_values(action)

    def from_values(self, record: dict[str, object]) -> Action:
        return self._notation.from_values(record)

    def is_offered(self, state: State, action: Action) -> bool:
        """Return whether the action is legal now, by the offers and not by ``verify``."""
        return self.is_held(state, self.offers(state), action)

    def is_held(self, state: State, offers: list[Offer], action: Action) -> bool:
        """Return the same for known offers; taking back is no offer but always possible."""
        if isinstance(action, TakeBack):
            return self.game.can_take_back(state, action.seat)
        return any(offer.holds(action) for offer in offers)
