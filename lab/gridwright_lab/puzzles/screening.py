"""Decisions with a clearly best option: a quick screening first, then many play-outs."""

from dataclasses import dataclass
from typing import Final

from gridwright.bots.search.lines import Line
from gridwright.bots.search.players import Players, QuickPlayers
from gridwright.bots.value.loading import load_model
from gridwright.engine.game import Game
from gridwright.insight.decisions import Decision
from gridwright.insight.ending import is_certain, solved
from gridwright.insight.estimator import Policy
from gridwright.insight.options import Advisers, find_options
from gridwright.insight.turns import key_of
from gridwright_lab.puzzles.comparing import Comparison

LEAST_LEAD: Final = 0.06
LEAST_ERRORS: Final = 4.0
ROLLOUTS: Final = 1024
SEEDS: Final = (1, 2)
MAX_OPTIONS: Final = 4
FIRST_WORLDS: Final = (6, 16)
"""Play-outs by quick players, before those by planners."""
PLANNED_WORLDS: Final = (4, 16)


@dataclass(frozen=True)
class Confirmed:
    """Options with their chances, the best first."""

    lines: list[Line]
    chances: list[float]
    errors: list[float]
    checks: list[dict[str, float]]
    is_exact: bool


class Screener:
    """Screens the decisions of one game."""

    def __init__(self, game: Game) -> None:
        self._game: Final = game
        self._model: Final = load_model()
        self._planners: Final = Policy(game)
        self._quick: Final = QuickPlayers(game)
        self.advisers: Final = Advisers(game, self._planners)

    def confirm(self, decision: Decision) -> Confirmed | None:
        """Return the options, if one is clearly best by both kinds of players and two seeds."""
        lines = find_options(self._game, decision, self.advisers, True)
        if is_certain(self._game, decision.state):
            return self._exact(decision, lines)
        if len(lines) < 2:
            return None
        for n_worlds in FIRST_WORLDS:
            trial = self._trial(decision, lines, self._quick, 0)
            trial.run(n_worlds)
            if _lead(trial) < LEAST_LEAD:
                return None
            lines = [lines[line] for line in trial.ranked()[:MAX_OPTIONS]]
        for n_worlds in PLANNED_WORLDS:
            trial = self._trial(decision, lines, self._planners, 0)
            trial.run(n_worlds, [0, 1])
            if trial.lead(0, 1)[0] < LEAST_LEAD:
                return None
        planned = self._trial(decision, lines, self._planners, 0)
        planned.run(PLANNED_WORLDS[-1])
        if planned.ranked()[0] != 0 or _lead(planned) < LEAST_LEAD:
            return None
        return self._twice(decision, lines, planned)

    def _twice(
        self, decision: Decision, lines: list[Line], planned: Comparison
    ) -> Confirmed | None:
        checks: list[dict[str, float]] = []
        trials: list[Comparison] = []
        for seed in SEEDS:
            trial = self._trial(decision, lines, self._quick, seed)
            trial.run(ROLLOUTS // len(lines))
            lead, error = trial.lead(0, trial.ranked()[1])
            if trial.ranked()[0] != 0 or lead < LEAST_LEAD or lead < LEAST_ERRORS * error:
                return None
            trials.append(trial)
            checks.append({"seed": seed, "lead": round(lead, 4), "error": round(error, 4)})
        # Half by planners, half by quick players, as in an analysis.
        chances = [
            planned.chance(line) / 2 + sum(trial.chance(line) for trial in trials) / 4
            for line in range(len(lines))
        ]
        errors = [
            (planned.error(line) ** 2 / 4 + sum(t.error(line) ** 2 for t in trials) / 16) ** 0.5
            for line in range(len(lines))
        ]
        return _ordered(Confirmed(lines, chances, errors, checks, False))

    def _exact(self, decision: Decision, lines: list[Line]) -> Confirmed | None:
        actions, _shares = solved(self._game, decision.state)
        others = [line for line in lines if key_of(line.actions) != key_of(actions)]
        if not others:
            return None
        options = [Line(actions), *others]
        trial = self._trial(decision, options, self._quick, 0)
        trial.run(1)
        ranked = [line for line in trial.ranked() if line != 0][: MAX_OPTIONS - 1]
        lead = trial.chance(0) - trial.chance(ranked[0])
        if lead < LEAST_LEAD:
            return None
        checks = [{"seed": seed, "lead": round(lead, 4), "error": 0.0} for seed in SEEDS]
        kept = [0, *ranked]
        return Confirmed(
            [options[line] for line in kept],
            [trial.chance(line) for line in kept],
            [0.0] * len(kept),
            checks,
            True,
        )

    def _trial(
        self, decision: Decision, lines: list[Line], players: Players, seed: int
    ) -> Comparison:
        rounds = 1 if players is self._quick else 0
        number = (seed * 1_000_003 + decision.move * 7919 + 17) & 0xFFFFFFFF
        return Comparison(
            self._game,
            decision.state,
            decision.seat,
            lines,
            self._model,
            number,
            players,
            rounds,
        )


def _lead(trial: Comparison) -> float:
    first, second = trial.ranked()[:2]
    return trial.lead(first, second)[0]


def _ordered(found: Confirmed) -> Confirmed | None:
    """Sort the others by their chances; None if the best is not far enough ahead of all."""
    rest = sorted(range(1, len(found.lines)), key=lambda line: -found.chances[line])
    if found.chances[0] - found.chances[rest[0]] < LEAST_LEAD:
        return None
    kept = [0, *rest]
    return Confirmed(
        [found.lines[line] for line in kept],
        [found.chances[line] for line in kept],
        [found.errors[line] for line in kept],
        found.checks,
        found.is_exact,
    )
