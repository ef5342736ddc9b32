"""Confidence intervals of shares of wins. The sample unit is the deal: its games share their cards.

A bootstrap resamples deals with replacement and takes the middle 95 % of the means. Its generator
has a fixed seed, so every call gives the same interval. Deals with the same outcome are
interchangeable, so one draw of 16 bits picks an outcome from a list of that many places; the
rounding error is 1 in 65,536. For many deals the normal approximation replaces the bootstrap.
"""

import math
import random
from array import array
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import lcm, sqrt
from typing import Final

N_RESAMPLES: Final = 2_000
N_PLACES: Final = 1 << 16
MAX_DRAWN: Final = 20_000
"""Up to this number of deals the bootstrap is used, beyond it the normal approximation."""
TAIL: Final = 0.025
TAIL_WIDTH: Final = 1.959964
"""Standard deviations from the mean of a normal distribution to the 2.5 % tails."""


def interval(shares: Sequence[Fraction], n_resamples: int = N_RESAMPLES) -> tuple[float, float]:
    """Return the 95 % confidence interval of the mean over deals."""
    return interval_of_counts(Counter(shares), n_resamples)


def interval_of_counts(
    counts: Counter[Fraction], n_resamples: int = N_RESAMPLES
) -> tuple[float, float]:
    """Return the same interval from the count of each outcome of a deal."""
    n_deals = counts.total()
    if not n_deals:
        return 0.0, 1.0
    scale = lcm(*[share.denominator for share in counts])
    outcomes = sorted(counts)
    if len(outcomes) == 1:
        return _interval_of_one(outcomes[0], n_deals)
    if n_deals > MAX_DRAWN:
        return _interval_of_many(counts)
    places: list[int] = []
    seen = 0
    for outcome in outcomes:
        seen += counts[outcome]
        whole = int(outcome * scale)
        places += [whole] * (seen * N_PLACES // n_deals - len(places))
    dice = random.Random(n_deals)
    sums = sorted(
        [
            sum(map(places.__getitem__, array("H", dice.randbytes(2 * n_deals))))
            for _resample in range(n_resamples)
        ]
    )
    low = sums[n_resamples * 25 // 1000]
    high = sums[n_resamples * 975 // 1000 - 1]
    return low / scale / n_deals, high / scale / n_deals


def _interval_of_one(outcome: Fraction, n_deals: int) -> tuple[float, float]:
    """Return the interval if all deals had the same outcome.

    Resampling cannot show what never occurred: a candidate that won or lost everything gets the
    exact bound for that number of deals instead.
    """
    open_part = 1.0 - TAIL ** (1.0 / n_deals)
    if outcome == 0:
        return 0.0, open_part
    if outcome == 1:
        return 1.0 - open_part, 1.0
    return float(outcome), float(outcome)


def _interval_of_many(counts: Counter[Fraction]) -> tuple[float, float]:
    n_deals = counts.total()
    middle = sum([float(share) * count for share, count in counts.items()]) / n_deals
    squares = sum([(float(share) - middle) ** 2 * count for share, count in counts.items()])
    width = TAIL_WIDTH * sqrt(squares) / n_deals
    return middle - width, middle + width


def elo(share: float, seats: int) -> float | None:
    """Return a share of wins as Elo: 0 at the fair share of these seats, None for 0 and 1."""
    if not 0.0 < share < 1.0:
        return None
    return 400 * math.log10(share * (seats - 1) / (1 - share))
