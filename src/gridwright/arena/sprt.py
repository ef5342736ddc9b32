"""A sequential probability ratio test (SPRT): play until one of two shares is shown.

This is the generalised SPRT with the deal as its unit, as chess programs are tested on pairs of
games: outcomes may have any distribution, and each hypothesis uses the distribution with its mean
that fits the outcomes best. The test compares the two likelihoods.
"""

import math
from dataclasses import dataclass
from typing import Any, Final

ALPHA: Final = 0.05
BETA: Final = 0.05
LEAST_DEALS: Final = 16
"""No decision before this number of deals: fewer do not show the variance of outcomes."""
PRIOR: Final = 0.01
"""Prior count of a deal without a win and of one with wins only: without it a share beyond all
outcomes would be impossible rather than unlikely."""
N_HALVINGS: Final = 40

ACCEPTED: Final = "accepted"
REJECTED: Final = "rejected"
UNDECIDED: Final = "undecided"


class HypothesesError(ValueError):
    """The text does not contain two shares."""


@dataclass(frozen=True)
class Hypotheses:
    """The share to reject and the share to show."""

    first: float
    second: float

    def __post_init__(self) -> None:
        if not 0.0 < self.first < self.second < 1.0:
            raise HypothesesError(
                f"expected two ascending shares between 0 and 1, got {self.first}:{self.second}"
            )

    def __str__(self) -> str:
        return f"{self.first:g}:{self.second:g}"


def read_hypotheses(text: str) -> Hypotheses:
    """Parse two shares such as ``0.25:0.30``. Raises HypothesesError if the text is invalid."""
    first, _colon, second = text.partition(":")
    try:
        return Hypotheses(float(first), float(second))
    except HypothesesError:
        raise
    except ValueError as error:
        raise HypothesesError(f"expected two shares as in 0.25:0.30, got {text!r}") from error


class Sprt:
    """State of a running test."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses: Final = hypotheses
        self.n_deals = 0
        self.ratio = 0.0
        """Logarithm of the likelihood ratio."""
        self.verdict = UNDECIDED
        self._counts: Final = {0.0: PRIOR, 1.0: PRIOR}

    def add(self, share: float) -> str:
        """Add the next deal; return the verdict, which later deals do not change."""
        if self.verdict != UNDECIDED:
            return self.verdict
        self.n_deals += 1
        self._counts[share] = self._counts.get(share, 0.0) + 1.0
        if self.n_deals >= LEAST_DEALS:
            first, second = self.hypotheses.first, self.hypotheses.second
            self.ratio = best_fit(self._counts, second) - best_fit(self._counts, first)
            if self.ratio >= math.log((1 - BETA) / ALPHA):
                self.verdict = ACCEPTED
            elif self.ratio <= math.log(BETA / (1 - ALPHA)):
                self.verdict = REJECTED
        return self.verdict

    def to_json(self) -> dict[str, Any]:
        return {
            "hypotheses": str(self.hypotheses),
            "verdict": self.verdict,
            "ratio": round(self.ratio, 4),
            "deals": self.n_deals,
        }


def best_fit(counts: dict[float, float], share: float) -> float:
    """Return the log-likelihood of the best distribution with this mean, relative to the best one.

    Its weights are the observed ones, divided by 1 + t(outcome - share). The mean falls as t grows,
    so the t that gives the required mean is found by bisection.
    """
    gaps = [(outcome - share, count) for outcome, count in counts.items()]
    low = -1.0 / max([gap for gap, _count in gaps])
    high = -1.0 / min([gap for gap, _count in gaps])
    for _halving in range(N_HALVINGS):
        middle = (low + high) / 2
        if sum([count * gap / (1.0 + middle * gap) for gap, count in gaps]) > 0:
            low = middle
        else:
            high = middle
    middle = (low + high) / 2
    return -sum([count * math.log1p(middle * gap) for gap, count in gaps])
