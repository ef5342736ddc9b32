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
"""Bounds of imagined hidden money, in percent of the seat's own money."""
SPREAD: Final = 2654435761
"""Multiplier that makes seeds of neighbouring worlds very different."""
MAX_GIVEN: Final = 6
"""Maximum amount of money that every seat gets."""


class World:
    """One possible completion of the hidden information."""

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
        """Return the position in this world, to be played out."""
        state = known.copy()
        state.money = self._money[:]
        return state

    def chance(self) -> ImaginedChance:
        """Return the cards of this world, from the first."""
        return ImaginedChance(self._game, self._seed)

    def give_change(self, state: State) -> None:
        """Add a little money to each seat, the same after every line.

        The players are the same in all worlds; without this, a single unit of money may decide all
        of them, and the results would look more certain than they are. No seat loses any: in card
        games, where money is short, a seat that could not pay for its plan was not informative.
        """
        dice = Dice(self._seed ^ 0x2545F491)
        for seat in range(len(state.money)):
            state.money[seat] += dice.below(MAX_GIVEN + 1)


class Worlds:
    """The worlds of one decision, by number: the same for all compared lines."""

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
