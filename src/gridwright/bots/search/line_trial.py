"""Lines tried in imagined worlds, judged where the round ends."""

from typing import Final

from gridwright.bots.rollout.playing import play_on
from gridwright.bots.search.lines import Line
from gridwright.bots.search.worlds import World
from gridwright.bots.value.network import WinChance
from gridwright.engine.game import Game
from gridwright.engine.ids import OVER
from gridwright.engine.state import State

SPREAD: Final = 2654435761
"""Seeds of neighbouring worlds lie far apart."""


class LineTrial:
    """The lines of one decision."""

    def __init__(
        self,
        game: Game,
        known: State,
        seat: int,
        lines: list[Line],
        judge: WinChance,
        seed: int,
        last_round: int,
    ) -> None:
        self._game: Final = game
        self._known: Final = known
        self._seat: Final = seat
        self._lines: Final = lines
        self._judge: Final = judge
        self._seed: Final = seed
        self._last_round: Final = last_round
        self._worlds: Final[list[World]] = []

    def result(self, line: int, world: int) -> float:
        """The seat's chance to win after the line, in a world."""
        while len(self._worlds) <= world:
            seed = (self._seed + (len(self._worlds) + 1) * SPREAD) & 0xFFFFFFFF
            self._worlds.append(World(self._game, self._known, self._seat, seed))
        imagined = self._worlds[world]
        state = imagined.position(self._known)
        chance = imagined.chance()
        self._lines[line].play(self._game, state, chance)
        play_on(self._game, state, chance, self._last_round)
        return won_by(self._game, state, self._seat, self._judge)


def won_by(game: Game, state: State, seat: int, judge: WinChance) -> float:
    """A seat's share of the win: sure after the end, else judged."""
    if state.phase == OVER:
        first = state.ranking.count(1)
        return 1.0 / first if state.ranking[seat] == 1 else 0.0
    return judge.chances(game, state)[seat]
