"""Choosers for recorded games: one temperament decides for all seats."""

from typing import Final

from gridwright.conformance.temperament import Temperament
from gridwright.engine.actions import Action, TakeBack
from gridwright.engine.game import Game
from gridwright.engine.offers import Dice
from gridwright.engine.state import State

TAKE_BACK_ODDS: Final = 8


class TemperedChooser:
    """Decides for whichever seat is the actor."""

    def __init__(self, temperament: Temperament, dice: Dice, takes_back: bool = False) -> None:
        self._temperament: Final = temperament
        self._dice: Final = dice
        self._takes_back: Final = takes_back

    def __call__(self, game: Game, state: State) -> Action:
        can = self._takes_back and game.can_take_back(state, state.actor)
        if can and self._dice.below(TAKE_BACK_ODDS) == 0:
            return TakeBack(state.actor)
        return self._temperament.choose(game.offers(state), self._dice)
