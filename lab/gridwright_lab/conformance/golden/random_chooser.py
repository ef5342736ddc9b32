"""The chooser of recorded games: one random player decides for all seats."""

from typing import Final

from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright_lab.conformance.sampling.random_players import RandomPlayer

TAKE_BACK_ODDS: Final = 8


class RandomChooser:
    """Decides for the actor, whatever its seat."""

    def __init__(self, player: RandomPlayer, dice: Dice, takes_back: bool = False) -> None:
        self._player: Final = player
        self._dice: Final = dice
        self._takes_back: Final = takes_back

    def __call__(self, game: Game, state: State) -> Action:
        can = self._takes_back and game.can_take_back(state, state.actor)
        if can and self._dice.below(TAKE_BACK_ODDS) == 0:
            return TakeBack(state.actor)
        return self._player.choose(game.offers(state), self._dice)
