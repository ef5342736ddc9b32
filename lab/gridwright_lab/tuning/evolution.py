"""A search for the best point by CMA-ES with a diagonal matrix.

Each axis has its own spread, which suits weights that act apart from each other and needs few
generations. A generation is a function of the state and its number, so a search can be resumed.
"""

import math
from dataclasses import dataclass, field

from gridwright.fair.draw import N_WORDS, Stream


@dataclass
class Evolution:
    """The state of a search."""

    mean: list[float]
    sigma: float
    n_candidates: int
    generation: int = 0
    spreads: list[float] = field(default_factory=list)
    """The variance of each axis, against sigma."""
    step_path: list[float] = field(default_factory=list)
    spread_path: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        n_axes = len(self.mean)
        self.spreads = self.spreads or [1.0] * n_axes
        self.step_path = self.step_path or [0.0] * n_axes
        self.spread_path = self.spread_path or [0.0] * n_axes

    def ask(self) -> list[list[float]]:
        """The points to try in this generation."""
        stream = Stream(b"generation %d" % self.generation)
        return [
            [
                middle + self.sigma * math.sqrt(spread) * _normal(stream)
                for middle, spread in zip(self.mean, self.spreads, strict=True)
            ]
            for candidate in range(self.n_candidates)
        ]

    def tell(self, points: list[list[float]], scores: list[float]) -> None:
        """Move on: higher scores are better, ties go to the earlier point."""
        n_axes = len(self.mean)
        n_parents = self.n_candidates // 2
        raw = [math.log(n_parents + 0.5) - math.log(rank + 1) for rank in range(n_parents)]
        shares = [each / sum(raw) for each in raw]
        mass = 1.0 / sum([share * share for share in shares])
        order = sorted(range(len(points)), key=lambda place: (-scores[place], place))
        parents = [points[place] for place in order[:n_parents]]
        old = self.mean
        self.mean = [
            sum([share * point[axis] for share, point in zip(shares, parents, strict=True)])
            for axis in range(n_axes)
        ]
        moves = [(self.mean[axis] - old[axis]) / self.sigma for axis in range(n_axes)]
        self._lengthen(moves, mass)
        learned = 2.0 / ((n_axes + 1.3) ** 2 + mass) * (n_axes + 2) / 3
        spread_rate = 2.0 * (mass - 2 + 1 / mass) / ((n_axes + 2) ** 2 + mass) * (n_axes + 2) / 3
        learned = min(0.4, learned)
        spread_rate = min(0.4, max(0.0, spread_rate))
        for axis in range(n_axes):
            seen = sum(
                [
                    share * ((point[axis] - old[axis]) / self.sigma) ** 2
                    for share, point in zip(shares, parents, strict=True)
                ]
            )
            self.spreads[axis] = (
                (1 - learned - spread_rate) * self.spreads[axis]
                + learned * self.spread_path[axis] ** 2
                + spread_rate * seen
            )
        damping = 1 + (mass + 2) / (n_axes + mass + 5)
        expected = math.sqrt(n_axes) * (1 - 1 / (4 * n_axes) + 1 / (21 * n_axes * n_axes))
        length = math.sqrt(sum([each * each for each in self.step_path]))
        rate = (mass + 2) / (n_axes + mass + 5)
        self.sigma *= math.exp(rate / damping * (length / expected - 1))
        self.generation += 1

    def _lengthen(self, moves: list[float], mass: float) -> None:
        n_axes = len(moves)
        rate = (mass + 2) / (n_axes + mass + 5)
        slow = 4.0 / (n_axes + 4)
        for axis, move in enumerate(moves):
            unit = move / math.sqrt(self.spreads[axis])
            self.step_path[axis] = (1 - rate) * self.step_path[axis]
            self.step_path[axis] += math.sqrt(rate * (2 - rate) * mass) * unit
            self.spread_path[axis] = (1 - slow) * self.spread_path[axis]
            self.spread_path[axis] += math.sqrt(slow * (2 - slow) * mass) * move


def _normal(stream: Stream) -> float:
    """A number of the normal distribution."""
    first = (stream.word() + 1) / (N_WORDS + 1)
    return math.sqrt(-2.0 * math.log(first)) * math.cos(2 * math.pi * stream.word() / N_WORDS)
