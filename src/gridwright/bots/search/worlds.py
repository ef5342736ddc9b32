"""Worlds that look the same to a seat: cards in another order, other money where it is hidden."""

from typing import Final

from gridwright.bots.rollout.chance import ImaginedChance
from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.observation import HIDDEN
from gridwright.engine.state import State

LEAST_SHARE: Final = 60
MOST_SHARE: Final = 140
"""Hidden money is imagined between these parts of a hundred of the seat's own."""


class World:
    """One way things may be."""

    def __init__(self, game: Game, known: State, seat: int, seed: int) -> None:
        self._game: Final = game
        self._seed: Final = seed
        self._money: Final = self._imagined(known, seat)

    def _imagined(self, known: State, seat: int) -> list[int]:
        money = known.money[:]
        if HIDDEN in money:
            dice = Dice(self._seed ^ 0x5BD1E995)
            for other in range(len(money)):
                if money[other] == HIDDEN:
                    share = LEAST_SHARE + dice.below(MOST_SHARE - LEAST_SHARE + 1)
                    money[other] = money[seat] * share // 100
        return money

    def position(self, known: State) -> State:
        """The position in this world, to be played on."""
        state = known.copy()
        state.money = self._money[:]
        return state

    def chance(self) -> ImaginedChance:
        """The cards of this world, from the first."""
        return ImaginedChance(self._game, self._seed)
