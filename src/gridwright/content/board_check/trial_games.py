"""Random games on a board: each must end, and every position must satisfy the engine's laws."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from gridwright.content.spec import TableSpec
from gridwright.content.table import build_game
from gridwright.engine.dice import Dice
from gridwright.engine.errors import IllegalAction
from gridwright.engine.game import Game
from gridwright.engine.invariants import BrokenInvariant, check
from gridwright.engine.vocabulary.base import EventLog

MAX_ACTIONS: Final = 20_000
"""Far more than any game takes; a longer game does not end."""


@dataclass
class TrialGames:
    """Results of random games."""

    n_games: int = 0
    n_ended: int = 0
    n_actions: int = 0
    rounds: list[int] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    """Failures, each with the table and the number of the game, which reproduce it."""

    @property
    def is_good(self) -> bool:
        return self.n_ended == self.n_games and not self.problems


def play_trials(
    tables: Sequence[TableSpec],
    n_games: int,
    told: Callable[[], object] | None = None,
    most_actions: int = MAX_ACTIONS,
) -> TrialGames:
    """Play games at each of the tables in turn; ``told`` is called after each game."""
    trials = TrialGames()
    for number in range(n_games):
        _play_one(tables[number % len(tables)], number, most_actions, trials)
        if told is not None:
            told()
    return trials


def _play_one(spec: TableSpec, number: int, most_actions: int, trials: TrialGames) -> None:
    trials.n_games += 1
    told = f"game {number}, {spec.seats} players, {spec.preset}"
    try:
        rounds = _play_random(build_game(spec), number, most_actions, trials)
    except (BrokenInvariant, IllegalAction) as error:
        trials.problems.append(f"{told}: {error}")
        return
    if rounds >= 0:
        trials.n_ended += 1
        trials.rounds.append(rounds)
    else:
        trials.problems.append(f"{told}: no end in {most_actions} actions")


def _play_random(game: Game, seed: int, most_actions: int, trials: TrialGames) -> int:
    """Return the rounds of a random game; -1 if it did not end. Raises for a broken law."""
    dice = Dice(seed)
    log = EventLog(False)
    state = game.new_state()
    most = trials.n_actions + most_actions
    while trials.n_actions < most:
        offers = game.offers(state)
        if not offers:
            return state.round
        action = offers[dice.below(len(offers))].sample(dice)
        game.verify(state, action)
        game.apply(state, action, log)
        check(game, state)
        trials.n_actions += 1
    return -1
