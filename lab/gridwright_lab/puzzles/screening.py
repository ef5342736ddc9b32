"""Decisions with a clearly best option: a quick screening first, then two measurements.

The best option is chosen in some worlds and measured in others. An option is kept only if both
measurements say that it is clearly worse: the policy with a further round played out, and quick
players to the end of the game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.bots.search.contract import known_to
from gridwright.bots.search.lines import Line
from gridwright.bots.search.worlds import Worlds
from gridwright.bots.value.loading import load_model
from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.insight.decisions import Decision
from gridwright.insight.ending import is_certain
from gridwright.insight.estimator import (
    Estimator,
    Policy,
    SecondOpinion,
    Values,
    standard_error,
)
from gridwright.insight.futures import Reason, find_reasons, typical_futures
from gridwright.insight.options import Advisers, Options, find_options
from gridwright_lab.puzzles.solvers import BOTS, bot_turn, solved_by

LEAST_LEAD: Final = 0.06
MAX_LEAD: Final = 0.40
LEAST_ERRORS: Final = 4.0
FIRST_LEAD: Final = 0.04
"""Lead that an option must promise to be measured further."""
FIRST_WORLDS: Final = (6, 16)
QUICK_WORLDS: Final = (96, 192, 512)
PLANNED_WORLDS: Final = (24, 40, 64)
"""Worlds of each stage of a measurement."""
REFUTED_ERRORS: Final = 2.0
MAX_OPTIONS: Final = 4
FUTURES: Final = 15
Lead = tuple[float, float]
"""Mean lead of the best option over another one, and its standard error."""


@dataclass(frozen=True)
class Kept:
    """An option that is clearly worse than the best."""

    line: Line
    chance: float
    error: float
    planned: Lead
    quick: Lead
    reasons: list[Reason]
    """What speaks for the best option against this one."""


@dataclass(frozen=True)
class Confirmed:
    """A decision with one clearly best option."""

    decision: Decision
    best: Line
    chance: float
    error: float
    others: list[Kept]
    """The other options, the best of them first."""
    solved: dict[str, float]
    """Chance of each simple solver to choose the best option."""
    round: int
    """Round of the futures that the reasons come from."""


class Screener:
    """Screens the decisions of one game."""

    def __init__(self, game: Game) -> None:
        self._game: Final = game
        self._model: Final = load_model()
        self._policy: Final = Policy(game)
        self._advisers: Final = Advisers(game, self._policy)

    def confirm(
        self, decision: Decision, is_wanted: Callable[[dict[str, float]], bool]
    ) -> Confirmed | None:
        """Return the decision with its options, if one is clearly best by both measurements.

        ``is_wanted``: says from the solvers that find it whether it is worth measuring.
        """
        game = self._game
        if is_certain(game, decision.state):
            return None
        state = known_to(game, decision.state, decision.seat)
        turns = {name: bot_turn(game, decision.state, name) for name in BOTS}
        lines = self._lines(decision, list(turns.values()))
        seed = decision.move * 7919 + 17
        for number, n_worlds in enumerate(FIRST_WORLDS):
            if len(lines) < 2:
                return None
            lines = self._promising(state, lines, seed + number, n_worlds)
            if len(lines) < 2:
                return None
            if not is_wanted(solved_by(game, decision.state, turns, lines)):
                return None
        quick = self._measure(
            lines,
            QUICK_WORLDS,
            lambda n, stage, line: SecondOpinion(game, seed ^ stage << 20, n, decision.seat).value(
                state, line
            ),
        )
        if not quick:
            return None
        kept = [lines[0], *[lines[place] for place in quick]]
        shares: list[list[float]] = [[] for _line in kept]
        planned = self._measure(
            kept,
            PLANNED_WORLDS,
            lambda n, stage, line: Estimator(
                self._policy, self._model, seed ^ stage << 21, n, decision.seat, rounds=1
            ).value(state, line),
            shares,
        )
        if not planned or min(ahead for ahead, _error in planned.values()) > MAX_LEAD:
            return None
        return self._explained(decision, state, turns, kept, shares, list(quick.values()), planned)

    def _lines(self, decision: Decision, turns: Sequence[list[Action]]) -> list[Line]:
        options = Options(self._game, decision.state, turns[0])
        for turn in turns[1:]:
            options.add(turn)
        for line in find_options(self._game, decision, self._advisers, True):
            options.add(line.actions)
        return options.lines

    def _promising(self, state: State, lines: list[Line], seed: int, n_worlds: int) -> list[Line]:
        """Return the best line, and those that seem worse."""
        estimator = Estimator(self._policy, self._model, seed, n_worlds, state.actor)
        chances = [estimator.value(state, line).means[state.actor] for line in lines]
        best = max(chances)
        order = sorted(range(len(lines)), key=lambda place: -chances[place])
        worse = [place for place in order if best - chances[place] >= FIRST_LEAD]
        return [lines[order[0]], *[lines[place] for place in worse]]

    def _measure(
        self,
        lines: Sequence[Line],
        stages: Sequence[int],
        value: Callable[[int, int, Line], Values],
        shares: list[list[float]] | None = None,
    ) -> dict[int, Lead]:
        """Return the lead of the first line over each that is clearly worse; empty if refuted."""
        found: list[list[float]] = [[] for _line in lines] if shares is None else shares
        open_lines = list(range(1, len(lines)))
        leads: dict[int, Lead] = {}
        for stage, n_worlds in enumerate(stages):
            for place in (0, *open_lines):
                values = value(n_worlds, stage + 1, lines[place])
                found[place] += [each[lines[0].actions[0].seat] for each in values.by_world]
            leads = {place: _lead(found[0], found[place]) for place in open_lines}
            if any(ahead < -REFUTED_ERRORS * error for ahead, error in leads.values()):
                return {}
            open_lines = [
                place
                for place, (ahead, error) in leads.items()
                if ahead >= FIRST_LEAD and ahead >= error
            ]
            if not open_lines:
                return {}
            if all(_is_clear(leads[place], 1.1) for place in open_lines):
                break
        return {place: leads[place] for place in open_lines if _is_clear(leads[place])}

    def _explained(
        self,
        decision: Decision,
        state: State,
        turns: dict[str, list[Action]],
        lines: Sequence[Line],
        shares: Sequence[list[float]],
        quick: Sequence[Lead],
        planned: dict[int, Lead],
    ) -> Confirmed | None:
        """Return the puzzle with the reasons against each option; None if there are none."""
        places = sorted(planned, key=lambda place: planned[place])[: MAX_OPTIONS - 1]
        shown = [lines[0], *[lines[place] for place in places]]
        worlds = Worlds(self._game, state, decision.seat, decision.move)
        futures = typical_futures(self._policy, state, shown, worlds, FUTURES)
        others: list[Kept] = []
        for place, future in zip(places, futures[1:], strict=True):
            reasons = find_reasons(futures[0], future)
            chance = sum(shares[place]) / len(shares[place])
            error = standard_error(shares[place])
            lead = (planned[place], quick[place - 1])
            if reasons:
                others.append(Kept(lines[place], chance, error, *lead, reasons))
        if not others:
            return None
        options = [lines[0], *[each.line for each in others]]
        return Confirmed(
            decision,
            lines[0],
            sum(shares[0]) / len(shares[0]),
            standard_error(shares[0]),
            others,
            solved_by(self._game, decision.state, turns, options),
            futures[0].state.round,
        )


def _lead(best: Sequence[float], other: Sequence[float]) -> Lead:
    leads = [one - two for one, two in zip(best, other, strict=False)]
    return sum(leads) / len(leads), standard_error(leads)


def _is_clear(lead: Lead, margin: float = 1.0) -> bool:
    ahead, error = lead
    return ahead >= margin * LEAST_LEAD and ahead >= margin * LEAST_ERRORS * error
