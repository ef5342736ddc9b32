"""Sequential halving: all lines get a few worlds, the better half more, until one is left.

The first line is the choice without a search. It is tried in every world, so that the best of the
others can be compared with it, world by world (common random numbers).
"""

from collections.abc import Callable
from math import sqrt
from typing import Final

LEAST_WORLDS: Final = 4
"""Worlds that are tried before a line is dropped."""


Result = Callable[[int, int], float]
"""Returns the result of a line, by its number, in a world, by its number."""


class Tally:
    """Results of one line."""

    def __init__(self, line: int) -> None:
        self.line: Final = line
        self.results: Final[list[float]] = []

    @property
    def mean(self) -> float:
        return sum(self.results) / len(self.results) if self.results else 0.0


def halve(result: Result, n_lines: int, budget: int) -> list[Tally]:
    """Return the first line, then the others from the best, with those dropped early last.

    All remaining lines are tried in the same worlds, so the effect of the cards cancels out.
    """
    own = Tally(0)
    left = [Tally(line) for line in range(1, n_lines)]
    if not left:
        return [own]
    dropped: list[Tally] = []
    n_stages = (n_lines - 1).bit_length()
    spent = 0
    for stage in range(n_stages):
        tried = [own, *left]
        share = (budget - spent) // (n_stages - stage)
        n_worlds = max(LEAST_WORLDS, share // len(tried))
        for tally in tried:
            first = len(tally.results)
            for world in range(first, first + n_worlds):
                tally.results.append(result(tally.line, world))
        spent += n_worlds * len(tried)
        left.sort(key=lambda tally: (-tally.mean, tally.line))
        n_kept = (len(left) + 1) // 2
        dropped = left[n_kept:] + dropped
        left = left[:n_kept]
    return [own, *left, *dropped]


def lead(one: Tally, other: Tally) -> tuple[float, float]:
    """Return a line's mean lead over another in the worlds of both, and its standard error."""
    pairs = zip(one.results, other.results, strict=False)
    leads = [own - others for own, others in pairs]
    n_leads = len(leads)
    mean = sum(leads) / n_leads
    spread = sum([(each - mean) ** 2 for each in leads])
    return mean, sqrt(spread / (n_leads * max(1, n_leads - 1)))
