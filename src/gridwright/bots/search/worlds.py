"""Determinization: draw the hidden part of a position from the information set of a seat.

A world is one such position: the stack in another order, other money where it is hidden. To the
seat all worlds look the same.
"""

from typing import Final

from gridwright.bots.rollout.chance import ImaginedChance
from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.observation import HIDDEN
from gridwright.engine.state import State

LEAST_SHARE: Final = 60
MAX_SHARE: Final = 140
"""Hidden money is imagined between these parts of a hundred of the seat's own."""
SPREAD: Final = 2654435761
"""Seeds of neighbouring worlds lie far apart."""
MAX_GIVEN: Final = 6
"""Money that every seat is given at most."""


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
                    share = LEAST_SHARE + dice.below(MAX_SHARE - LEAST_SHARE + 1)
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

    def give_change(self, state: State) -> None:
        """Give all seats a little money, the same after every line.

        The players are the same in all worlds; without it a coin may decide all of them, and the
        results would look surer than they are. No seat loses any: at cards, where money is short, a
        seat that could not pay for its plan showed little about it.
        """
        dice = Dice(self._seed ^ 0x2545F491)
        for seat in range(len(state.money)):
            state.money[seat] += dice.below(MAX_GIVEN + 1)


class Worlds:
    """The worlds of one decision, by number: the same for all lines that are compared."""

    def __init__(self, game: Game, known: State, seat: int, seed: int) -> None:
        self._game: Final = game
        self._known: Final = known
        self._seat: Final = seat
        self._seed: Final = seed
        self._made: Final[list[World]] = []

    def __getitem__(self, number: int) -> World:
        while len(self._made) <= number:
            seed = (self._seed + (len(self._made) + 1) * SPREAD) & 0xFFFFFFFF
            self._made.append(World(self._game, self._known, self._seat, seed))
        return self._made[number]
