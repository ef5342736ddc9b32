"""Random positions of many kinds, for proofs about positions rather than whole games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.content.table import TableSpec, build_game
from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright_lab.conformance.sampling.random_players import RANDOM_PLAYERS, RandomPlayer
from gridwright_lab.conformance.sampling.tables import table_name

RARE: Final = 24
"""Number of positions of a kind below which the kind counts as rare."""
RARE_ODDS: Final = 4
"""One in this number of positions of a rare kind is taken, so that games differ."""
MAX_ACTIONS: Final = 5_000
"""Actions after which a game is abandoned; another proof checks that every game ends."""


@dataclass(frozen=True)
class Position:
    """A position of a random game. The state is an independent copy."""

    spec: TableSpec
    game: Game
    number: int
    """Number of the random game that it is from."""
    at: int
    """Number of actions played before it."""
    state: State

    def __str__(self) -> str:
        return f"{table_name(self.spec)} game {self.number} after {self.at} actions"


def kind_of(game: Game, state: State) -> str:
    """Return the phase, the pending chance decision, and the kind of action of the seat."""
    if game.is_over(state):
        return "over"
    offers = "+".join(sorted({type(offer).__name__ for offer in game.offers(state)}))
    undo = " can-take-back" if state.takebacks else ""
    limited = " limited-networks" if game.rules.settings.network_within_capacity else ""
    return f"{game.phases[state.phase].NAME} {offers}{undo}{limited}"


def play_randomly(history: History, dice: Dice, player: RandomPlayer) -> Action:
    """Apply one random action, sometimes a take-back; return it."""
    state = history.state
    if state.takebacks and dice.below(8) == 0:
        action: Action = TakeBack(state.actor)
    else:
        action = player.choose(history.game.offers(state), dice)
    history.play(action)
    return action


def random_positions(
    specs: Sequence[TableSpec], n_games: int, one_in: int, seed: int
) -> Iterator[Position]:
    """Sample positions of many games, more of rare kinds and of ends."""
    seen: dict[str, int] = {}
    for number in range(n_games):
        spec = specs[number % len(specs)]
        game = build_game(spec)
        dice = Dice(seed * 1_000_000 + number)
        examiner = Dice(seed * 1_000_000 + number + 500_009)
        player = RANDOM_PLAYERS[number // len(specs) % len(RANDOM_PLAYERS)]
        history = History(game)
        while True:
            over = game.is_over(history.state)
            kind = kind_of(game, history.state)
            odds = RARE_ODDS if over or seen.get(kind, 0) < RARE else one_in
            if examiner.below(odds) == 0:
                seen[kind] = seen.get(kind, 0) + 1
                yield Position(spec, game, number, len(history.log), history.state.copy())
            if over or len(history.log) == MAX_ACTIONS:
                break
            play_randomly(history, dice, player)
