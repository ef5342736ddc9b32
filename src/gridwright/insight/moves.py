"""A game's actions with the position before each, and their place in a table's log."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, Event
from gridwright.engine.vocabulary.turn import TakeBack


@dataclass(frozen=True)
class Moment:
    """An action that counts, and the position in which it was chosen."""

    move: int
    """Number of actions played before, including those of chance and those taken back."""
    state: State
    action: Action
    events: list[Event]


@dataclass(frozen=True)
class Walk:
    """A game from its first action to its last position."""

    moments: list[Moment]
    """Moments without those that were undone."""
    last: State
    n_moves: int


def walk(game: Game, actions: Sequence[Action]) -> Walk:
    """Replay a game. Raises IllegalAction if it is invalid."""
    history = History(game)
    moments: list[Moment] = []
    for move, action in enumerate(actions):
        if isinstance(action, TakeBack):
            history.play(action)
            moments.pop()
            continue
        state = history.state.copy()
        events = history.play_watched(action)
        moments.append(Moment(move, state, action, events))
    return Walk(moments, history.state, len(actions))


def entry_of(move: int, n_lines: Sequence[int]) -> int:
    """Return the index of the log entry with an action, by the number of actions of each entry.

    After the last action it is the last entry. Entries that were undone have no actions here.
    """
    for place, n_before in enumerate(accumulate(n_lines)):
        if move < n_before:
            return place
    return len(n_lines) - 1
