"""A decision with the results of its lines."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

from gridwright.bots.planner import PlannerBot
from gridwright.bots.registry import find_bot
from gridwright.bots.search.lines import Line
from gridwright.bots.search.players import Planners, QuickPlayers, seat_planners
from gridwright.bots.value.network import WinChance
from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.fair.draw import Stream
from gridwright.insight.comparing import Comparison
from gridwright.insight.decisions import Decision
from gridwright.insight.ending import is_certain, settle, solved
from gridwright.insight.limits import find_limit
from gridwright.insight.options import Advisers, find_options
from gridwright.insight.settings import DOUBT, LEAST_ERRORS, InsightSettings
from gridwright.insight.turns import key_of

ADVISER: Final = "hard"
_KEY: Final = bytes(32)
"""Unused key: the planner evaluates without noise, so its random stream decides nothing."""


class SettlingPlanners(Planners):
    """Planners that compute a certain end instead of playing it."""

    def settled(self, state: State) -> State | None:
        return settle(self.game, state) if is_certain(self.game, state) else None


def settling_planners(game: Game) -> SettlingPlanners:
    """A planner at every seat of a game."""
    bot = find_bot(ADVISER)
    assert isinstance(bot, PlannerBot)
    return SettlingPlanners(game, seat_planners(bot, game.rules, Stream(_KEY)))


PLAYED: Final = 0
"""The line that was played."""
COURSE: Final = -1
"""Stands for a move, so that all positions of a game use the same worlds."""
MAX_REFINED: Final = 2
"""Number of lines, apart from the played one, that are compared further."""


@dataclass
class Judged:
    """One decision, compared by two kinds of players.

    Each kind has weaknesses of its own. The result is the mean of both, and their difference is
    part of its uncertainty.
    """

    decision: Decision
    trial: Comparison
    """Comparison by planners, to the end of the round."""
    second: Comparison
    """Comparison by quick players, to the end of the next round, of promising lines."""
    is_exact: bool = False
    """True if the end was certain, so that nothing had to be sampled."""

    @property
    def lines(self) -> list[Line]:
        return self.trial.lines

    def lead(self, line: int) -> tuple[float, float]:
        """Return a line's lead over the played one, and its error."""
        lead, error = self.trial.lead(line, PLAYED)
        if self.is_exact:
            return lead, 0.0
        if not self.second.n_worlds(line):
            return lead, 1.0
        other, other_error = self.second.lead(line, PLAYED)
        if lead <= 0.0 or other <= 0.0:
            return min(lead, other), 1.0
        spread = abs(lead - other) / 2.0
        return (lead + other) / 2.0, max(spread, sqrt(error**2 + other_error**2) / 2.0)

    def promising(self) -> list[int]:
        """Return the lines that both kinds of players prefer to the played one, the best first."""
        leads = {line: self.lead(line) for line in range(1, len(self.lines))}
        found = [line for line, (lead, error) in leads.items() if lead > 0.0 and error < 1.0]
        return sorted(found, key=lambda line: (-leads[line][0], line))

    @property
    def best(self) -> int:
        """Return the line that is significantly better than the played one, else the played one."""
        for line in self.promising():
            lead, error = self.lead(line)
            if lead >= LEAST_ERRORS * error:
                return line
        return PLAYED

    @property
    def loss(self) -> float:
        """Return the chance to win that was lost."""
        best = self.best
        return 0.0 if best == PLAYED else self.lead(best)[0]

    @property
    def loss_error(self) -> float:
        best = self.best
        return 0.0 if best == PLAYED else self.lead(best)[1]

    def chances(self, line: int) -> list[float]:
        """Return the chance of every seat after a line."""
        first = self.trial.chances(line)
        if self.is_exact or not self.second.n_worlds(line):
            return first
        return [
            (one + two) / 2.0 for one, two in zip(first, self.second.chances(line), strict=True)
        ]

    def given(self) -> list[float]:
        """Return the chance that the decision moved from its seat to others; adds up to zero."""
        seat, loss = self.decision.seat, self.loss
        n_seats = len(self.decision.state.money)
        if loss == 0.0:
            return [0.0] * n_seats
        played, best = self.chances(PLAYED), self.chances(self.best)
        gains = [max(0.0, played[other] - best[other]) for other in range(n_seats)]
        gains[seat] = 0.0
        if sum(gains) <= 0.0:
            gains = [0.0 if other == seat else 1.0 for other in range(n_seats)]
        given = [loss * gain / sum(gains) for gain in gains]
        given[seat] = -loss
        return given

    def error(self, line: int, seat: int | None = None) -> float:
        """Return the error of the chance after a line."""
        if self.is_exact:
            return 0.0
        error = self.trial.error(line, seat)
        if not self.second.n_worlds(line):
            return error
        return sqrt(error**2 + self.second.error(line, seat) ** 2) / 2.0


class Judge:
    """Compares the lines of decisions."""

    def __init__(self, game: Game, model: WinChance, settings: InsightSettings) -> None:
        self._game: Final = game
        self._model: Final = model
        self._settings: Final = settings
        self._planners: Final = settling_planners(game)
        self._quick: Final = QuickPlayers(game)
        self._advisers: Final = Advisers(game, self._planners)
        self._positions: Final[dict[int, tuple[list[float], float]]] = {}
        """Results by the identity of a state.

        The walk keeps all states alive, and most occur twice: after a card and before the decision
        that follows.
        """

    def first_look(self, decision: Decision) -> Judged:
        """Compare every line in a few worlds, and promising ones in more."""
        lines = find_options(self._game, decision, self._advisers)
        if is_certain(self._game, decision.state) and not self._game.rules.options.hidden_money:
            return self._exact(decision, lines)
        settings = self._settings
        judged = self.compare(decision, self._promising(decision, lines))
        trial = judged.trial
        if len(trial.lines) == 1:
            return judged
        trial.run(settings.n_first)
        trial.n_first = settings.n_first
        doubtful = [
            line
            for line in trial.ranked()
            if line != PLAYED and trial.lead(line, PLAYED)[0] > DOUBT
        ]
        if doubtful:
            judged.second.run(settings.n_quick, [PLAYED, *doubtful])
            if judged.promising():
                trial.run(settings.n_refined, [PLAYED, *judged.promising()])
        return judged

    def compare(self, decision: Decision, lines: list[Line]) -> Judged:
        """Compare lines that were not tried yet."""
        planners, quick = (
            Comparison(
                self._game,
                decision.state,
                decision.seat,
                lines,
                self._model,
                self._seed(decision.move),
                players,
                rounds,
            )
            for players, rounds in ((self._planners, 0), (self._quick, 1))
        )
        return Judged(decision, planners, quick)

    def _promising(self, decision: Decision, lines: list[Line]) -> list[Line]:
        """Return the played line, and of many others the best by quick players."""
        if len(lines) <= MAX_REFINED + 1:
            return lines
        trial = self.compare(decision, lines).second
        trial.run(max(2, self._settings.n_quick // 2))
        others = [line for line in trial.ranked() if line != PLAYED][:MAX_REFINED]
        return [lines[line] for line in [PLAYED, *sorted(others)]]

    def _exact(self, decision: Decision, lines: list[Line]) -> Judged:
        actions, _shares = solved(self._game, decision.state)
        if key_of(actions) not in [key_of(line.actions) for line in lines]:
            lines = [*lines, Line(actions)]
        judged = self.compare(decision, lines)
        judged.is_exact = True
        judged.trial.run(1)
        return judged

    def look_again(self, judged: Judged) -> None:
        """Compare a decision that seems costly in many worlds."""
        found = judged.promising()
        if found and not judged.is_exact:
            judged.trial.run(self._settings.n_costly, [PLAYED, found[0]])
            judged.second.run(4 * self._settings.n_quick, [PLAYED, found[0]])

    def limit(self, decision: Decision) -> int:
        """Return the limit to bid for a lot."""
        return find_limit(
            self._game,
            decision,
            self._advisers.limit(decision.state),
            self._model,
            self._seed(decision.move),
            self._planners,
            self._settings.n_first,
        )

    def position(self, state: State) -> tuple[list[float], float]:
        """Return the chances of all seats in a position, all money known, and the largest error.

        The chances are the mean of the model's estimates now and after the round was played out,
        always by the same players and with the same luck, so that positions can be compared. The
        error is at least half of the difference between the two estimates.
        """
        if id(state) not in self._positions:
            self._positions[id(state)] = self._looked_at(state)
        return self._positions[id(state)]

    def _looked_at(self, state: State) -> tuple[list[float], float]:
        game = self._game
        n_seats = game.rules.n_seats
        trial = Comparison(
            game, state, 0, [Line([])], self._model, self._seed(COURSE), self._quick, 0, True
        )
        if is_certain(game, state):
            trial.run(1)
            return trial.chances(PLAYED), 0.0
        trial.run(self._settings.n_course)
        present, later = self._model.chances(game, state), trial.chances(PLAYED)
        errors = [
            max(abs(present[seat] - later[seat]), trial.error(PLAYED, seat)) / 2.0
            for seat in range(n_seats)
        ]
        chances = [(present[seat] + later[seat]) / 2.0 for seat in range(n_seats)]
        return chances, max(errors)

    def _seed(self, move: int) -> int:
        return (self._settings.seed * 1_000_003 + move * 7919 + 17) & 0xFFFFFFFF
