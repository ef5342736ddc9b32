"""Sequential halving: all lines get a few worlds, the better half more, until one is left."""

from collections.abc import Callable
from typing import Final

LEAST_WORLDS: Final = 4
"""So many worlds are tried before a line is dropped."""


Result = Callable[[int, int], float]
"""What a line, by its number, leads to in a world, by its number."""


class Tally:
    """Results of one line."""

    def __init__(self, line: int) -> None:
        self.line: Final = line
        self.results: Final[list[float]] = []

    @property
    def mean(self) -> float:
        return sum(self.results) / len(self.results) if self.results else 0.0


def halve(result: Result, n_lines: int, budget: int) -> list[Tally]:
    """Tallies of all lines, the best first. A line that was dropped comes after those that stayed.

    All lines that are left are tried in the same worlds, so what the cards do to all of them does
    not count.
    """
    tallies = [Tally(line) for line in range(n_lines)]
    if n_lines == 1:
        return tallies
    left = tallies
    dropped: list[Tally] = []
    n_stages = max(1, (n_lines - 1).bit_length())
    spent = 0
    for stage in range(n_stages):
        share = (budget - spent) // (n_stages - stage)
        n_worlds = max(LEAST_WORLDS, share // len(left))
        for tally in left:
            first = len(tally.results)
            for world in range(first, first + n_worlds):
                tally.results.append(result(tally.line, world))
        spent += n_worlds * len(left)
        left = ranked(left)
        n_kept = (len(left) + 1) // 2 if stage < n_stages - 1 else len(left)
        dropped = left[n_kept:] + dropped
        left = left[:n_kept]
    return left + dropped


def ranked(tallies: list[Tally]) -> list[Tally]:
    """The best mean first, among equals the first line."""
    return sorted(tallies, key=lambda tally: (-tally.mean, tally.line))
