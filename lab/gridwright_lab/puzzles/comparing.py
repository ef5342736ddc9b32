"""Compare the lines of a decision in the same imagined worlds, until one is clearly better.

The same worlds for all lines are common random numbers: luck cancels out of the difference.
"""

from typing import Final

from gridwright.bots.search.contract import known_to
from gridwright.bots.search.lines import Line
from gridwright.bots.search.players import Players
from gridwright.bots.search.worlds import Worlds
from gridwright.bots.value.network import WinChance, won_shares
from gridwright.engine.game import Game
from gridwright.engine.observation import HIDDEN
from gridwright.engine.state import State
from gridwright.insight.ending import is_certain, settle
from gridwright.insight.estimator import standard_error


class Comparison:
    """The lines of one decision, and the result of every seat after them, by line and world."""

    def __init__(
        self,
        game: Game,
        state: State,
        seat: int,
        lines: list[Line],
        judge: WinChance,
        seed: int,
        players: Players,
        rounds: int,
        all_known: bool = False,
    ) -> None:
        """``rounds``: rounds played after the present one; then the model estimates the result.

        ``all_known``: after the game all money is known, so none is sampled.
        """
        self._players: Final = players
        self._last_round: Final = state.round + rounds
        self.lines: Final = lines
        self.seat: Final = seat
        self._game: Final = game
        self._known: Final = state.copy() if all_known else known_to(game, state, seat)
        self._judge: Final = judge
        self._worlds: Final = Worlds(game, self._known, seat, seed)
        self.results: Final[list[list[list[float]]]] = [[] for _line in lines]
        """``results[line][world][seat]``."""
        self._settled: Final[dict[int, list[float]]] = {}
        """Results of lines that make the end certain: the same in every world."""
        self.n_first = 0
        """Number of worlds by which the lines for further trials were chosen."""

    def run(self, n_worlds: int, lines: list[int] | None = None) -> int:
        """Play each line until it has this number of worlds; returns the number of play-outs."""
        n_done = 0
        for line in range(len(self.lines)) if lines is None else lines:
            results = self.results[line]
            while len(results) < n_worlds:
                results.append(self._result(line, len(results)))
                n_done += 1
        return n_done

    def _result(self, line: int, world: int) -> list[float]:
        if line in self._settled:
            return self._settled[line]
        imagined = self._worlds[world]
        state = imagined.position(self._known)
        chance = imagined.chance()
        self.lines[line].play(self._game, state, chance)
        if is_certain(self._game, state):
            shares = won_shares(settle(self._game, state).ranking)
            if HIDDEN not in self._known.money:
                self._settled[line] = shares
            return shares
        imagined.give_change(state)
        state = self._players.play(state, chance, self._last_round)
        return self._judge.chances(self._game, state)

    # Results

    def n_worlds(self, line: int) -> int:
        return len(self.results[line])

    def _since(self, *lines: int) -> int:
        """Return the first unbiased world: the worlds by which lines were chosen favour them."""
        n_tried = min(len(self.results[line]) for line in lines)
        return self.n_first if n_tried >= 2 * self.n_first else 0

    def chances(self, line: int) -> list[float]:
        """Return the mean result of every seat after a line; they add up to one."""
        results = self.results[line][self._since(line) :]
        n_seats = len(results[0])
        return [sum(each[seat] for each in results) / len(results) for seat in range(n_seats)]

    def chance(self, line: int) -> float:
        return self.chances(line)[self.seat]

    def error(self, line: int, seat: int | None = None) -> float:
        """Return the standard error of a seat's chance."""
        results = self.results[line][self._since(line) :]
        own = self.seat if seat is None else seat
        return standard_error([each[own] for each in results])

    def lead(self, line: int, other: int) -> tuple[float, float]:
        """Return a line's mean lead over another for the seat, and its standard error."""
        since = self._since(line, other)
        pairs = zip(self.results[line][since:], self.results[other][since:], strict=False)
        leads = [one[self.seat] - two[self.seat] for one, two in pairs]
        return sum(leads) / len(leads), standard_error(leads)

    def ranked(self) -> list[int]:
        """Return the lines, the best first; ties in their order."""
        return sorted(range(len(self.lines)), key=lambda line: (-self.chance(line), line))
