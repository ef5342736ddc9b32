"""The specification of a golden game: its table, its players, and the events it must show."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from gridwright.content.table import TableSpec
from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright.fair.record import Chooser
from gridwright_lab.conformance.sampling.random_players import RandomPlayer

TAKE_BACK_ODDS: Final = 8


class RandomChooser:
    """Chooses for the actor of any seat."""

    def __init__(self, player: RandomPlayer, dice: Dice, takes_back: bool = False) -> None:
        self._player: Final = player
        self._dice: Final = dice
        self._takes_back: Final = takes_back

    def __call__(self, game: Game, state: State) -> Action:
        can = self._takes_back and game.can_take_back(state, state.actor)
        if can and self._dice.below(TAKE_BACK_ODDS) == 0:
            return TakeBack(state.actor)
        return self._player.choose(game.offers(state), self._dice)


ChooserMaker: TypeAlias = Callable[[Dice], Chooser]


@dataclass(frozen=True)
class Wanted:
    """A game to be found by trying numbers in order."""

    name: str
    table: TableSpec
    chooser: ChooserMaker
    shows: tuple[str, ...]
    """Events that it must show."""
    n_candidates: int = 8
    """Number of games with these events, of which the shortest is recorded."""


def random_chooser(player: RandomPlayer, takes_back: bool = False) -> ChooserMaker:
    """Return a maker of one random player for all seats, which may take actions back."""
    return lambda dice: RandomChooser(player, dice, takes_back)
