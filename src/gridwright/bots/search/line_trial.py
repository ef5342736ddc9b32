"""Lines tried in imagined worlds, evaluated at the end of a round."""

from typing import Final

from gridwright.bots.search.lines import Line
from gridwright.bots.search.players import Players
from gridwright.bots.search.worlds import Worlds
from gridwright.bots.value.network import WinChance
from gridwright.engine.game import Game
from gridwright.engine.ids import OVER
from gridwright.engine.state import State


class LineTrial:
    """The lines of one decision."""

    def __init__(
        self,
        game: Game,
        known: State,
        seat: int,
        lines: list[Line],
        players: Players,
        judge: WinChance,
        seed: int,
        last_round: int,
    ) -> None:
        self._game: Final = game
        self._known: Final = known
        self._seat: Final = seat
        self._lines: Final = lines
        self._players: Final = players
        self._judge: Final = judge
        self._last_round: Final = last_round
        self._worlds: Final = Worlds(game, known, seat, seed)

    def result(self, line: int, world: int) -> float:
        """Return the seat's chance to win after the line, in a world."""
        imagined = self._worlds[world]
        state = imagined.position(self._known)
        chance = imagined.chance()
        self._lines[line].play(self._game, state, chance)
        if state.phase != OVER:
            imagined.give_change(state)
            state = self._players.play(state, chance, self._last_round)
        return won_by(self._game, state, self._seat, self._judge)


def won_by(game: Game, state: State, seat: int, judge: WinChance) -> float:
    """Return a seat's share of the win: exact after the end, else estimated."""
    if state.phase == OVER:
        first = state.ranking.count(1)
        return 1.0 / first if state.ranking[seat] == 1 else 0.0
    return judge.chances(game, state)[seat]
