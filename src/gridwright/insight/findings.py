"""Costly decisions: what the policy would have done instead, and whether others agree."""

from dataclasses import dataclass
from typing import Final

from gridwright.bots.search.lines import Line
from gridwright.bots.value.network import WinChance
from gridwright.insight.decisions import Decision, is_turn
from gridwright.insight.ending import is_certain, solved
from gridwright.insight.estimator import Estimator, Policy, SecondOpinion, Values, lead
from gridwright.insight.options import Advisers
from gridwright.insight.settings import (
    AGREED_ERRORS,
    LEAST_AGREED,
    LEAST_ERRORS,
    LEAST_LOSS,
    InsightSettings,
)
from gridwright.insight.turns import key_of

LONGER_SEED: Final = 0x1F3D5B79
SECOND_SEED: Final = 0x2E4C6A88
"""Seeds of fresh worlds."""


@dataclass(frozen=True)
class Costly:
    """A decision that cost more than noise by all measurements."""

    decision: Decision
    better: Line
    """What the policy plays: its value is that of the position before the decision."""
    expected: Values
    played: Values
    loss: float
    error: float
    is_exact: bool
    """The end was certain, so that nothing had to be sampled."""


class Finder:
    """Compares decisions with the policy's, which is chosen without looking at any value.

    Two more measurements in fresh worlds must agree: the policy plays one round more, and quick
    players play to the end of the game.
    """

    def __init__(self, policy: Policy, model: WinChance, settings: InsightSettings) -> None:
        game = policy.game
        self._longer: Final = Estimator(
            policy, model, settings.seed ^ LONGER_SEED, settings.n_longer, rounds=1
        )
        self._policy: Final = policy
        self._advisers: Final = Advisers(game, policy)
        self._second: Final = SecondOpinion(game, settings.seed ^ SECOND_SEED, settings.n_second)

    def measure(self, decision: Decision, expected: Values, played: Values) -> Costly | None:
        """Return what the decision cost; None if it is less than noise or disputed.

        ``expected`` and ``played`` are the values of the course before and after the decision.
        """
        loss, error = lead(expected, played, decision.seat)
        if loss < LEAST_LOSS or loss < LEAST_ERRORS * error:
            return None
        better = self.better(decision)
        if key_of(better.actions) == key_of(decision.played):
            return None
        is_exact = is_certain(self._policy.game, decision.state)
        if not is_exact and not self._is_agreed(decision, better):
            return None
        return Costly(decision, better, expected, played, loss, error, is_exact)

    def _is_agreed(self, decision: Decision, better: Line) -> bool:
        for judge in (self._longer, self._second):
            loss, error = judge.lead(decision.state, better, Line(decision.played))
            if loss < LEAST_AGREED or loss < AGREED_ERRORS * error:
                return False
        return True

    def better(self, decision: Decision) -> Line:
        """Return what the policy plays in a decision; the best turn if the end is certain."""
        game, state = self._policy.game, decision.state
        if is_certain(game, state):
            return Line(solved(game, state)[0])
        if is_turn(decision.played[0]):
            return Line(self._advisers.turn(state))
        return Line([self._policy.action(state)])
