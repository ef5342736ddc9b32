"""Every action of random games on a shipped board, for rules that say what an action does."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from gridwright.content.table import build_game
from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, Event
from gridwright_lab.conformance.sampling.random_players import RANDOM_PLAYERS
from tests.boards.shipped import tables_of

MAX_ACTIONS = 2_000


class Move(NamedTuple):
    """An action with the positions before and after it, and what happened."""

    game: Game
    before: State
    action: Action
    after: State
    events: list[Event]

    @property
    def phase(self) -> str:
        """Name of the phase in which the action was carried out."""
        return self.game.phases[self.before.phase].NAME

    @property
    def next_phase(self) -> str:
        """Empty once the game is over."""
        return "" if self.game.is_over(self.after) else self.game.phases[self.after.phase].NAME


@lru_cache(maxsize=1)
def moves_of(board: str, n_games: int, version: int = 0) -> list[Move]:
    """Positions of games on all tables of the board in turn; tests must not change them.

    They have the newest rules version unless another is given.
    """
    return [move for game in games_of(board, n_games, version) for move in game]


def games_of(board: str, n_games: int, version: int = 0) -> Iterator[Iterator[Move]]:
    tables = [replace(spec, version=version or spec.version) for spec in tables_of(board)]
    for number in range(n_games):
        yield play(build_game(tables[number % len(tables)]), number)


def play(game: Game, number: int) -> Iterator[Move]:
    history = History(game)
    dice = Dice(number)
    player = RANDOM_PLAYERS[number % len(RANDOM_PLAYERS)]
    after = history.state.copy()
    while not game.is_over(after) and len(history.log) < MAX_ACTIONS:
        before = after
        action = player.choose(game.offers(before), dice)
        events = history.play_watched(action)
        after = history.state.copy()
        yield Move(game, before, action, after, events)
