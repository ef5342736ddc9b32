"""Rates that explain points by what seats had, one row for each number of rounds to go."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

SMOOTHING: Final = 50.0
"""Prior weight, in samples, of the difference of neighbouring rows."""
RIDGE: Final = 0.3
"""Prior weight, in samples, of rates at zero."""
FIRST_SMOOTH: Final = 1
"""The first row, that of the last round, stands apart: it is certain then."""
TINY: Final = 1e-6


@dataclass(frozen=True)
class Sample:
    """Holdings of a seat at the start of a round, and its points at the end."""

    row: int
    share: float
    """Weight of the row after ``row``; ``row`` has the rest."""
    columns: list[float]
    points: float


def fit_rates(samples: Iterable[Sample], n_rows: int, n_columns: int) -> list[list[float]]:
    """The rates with the least squares, a little smoothed."""
    size = n_rows * n_columns
    matrix = [[0.0] * size for _place in range(size)]
    right = [0.0] * size
    sums = [0.0] * n_columns
    squares = [0.0] * n_columns
    n_samples = 0
    for sample in samples:
        n_samples += 1
        terms: list[tuple[int, float]] = []
        for row, weight in ((sample.row, 1.0 - sample.share), (sample.row + 1, sample.share)):
            if weight > 0.0:
                for column, amount in enumerate(sample.columns):
                    if amount != 0.0:
                        terms.append((row * n_columns + column, weight * amount))
        for place, amount in terms:
            right[place] += amount * sample.points
            line = matrix[place]
            for other, more in terms:
                line[other] += amount * more
        for column, amount in enumerate(sample.columns):
            sums[column] += amount
            squares[column] += amount * amount
    for column in range(n_columns):
        mean = sums[column] / max(1, n_samples)
        variance = squares[column] / max(1, n_samples) - mean * mean
        pull = SMOOTHING * variance
        for row in range(n_rows):
            place = row * n_columns + column
            matrix[place][place] += RIDGE * variance + TINY
            if FIRST_SMOOTH <= row < n_rows - 1:
                after = place + n_columns
                matrix[place][place] += pull
                matrix[after][after] += pull
                matrix[place][after] -= pull
                matrix[after][place] -= pull
    rates = solve(matrix, right)
    return [rates[row * n_columns : (row + 1) * n_columns] for row in range(n_rows)]


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations with a positive definite matrix, by elimination."""
    size = len(right)
    lines = [[*line, number] for line, number in zip(matrix, right, strict=True)]
    for place in range(size):
        pivot = lines[place]
        for below in range(place + 1, size):
            line = lines[below]
            if line[place] != 0.0:
                factor = line[place] / pivot[place]
                for column in range(place, size + 1):
                    line[column] -= factor * pivot[column]
    found = [0.0] * size
    for place in range(size - 1, -1, -1):
        line = lines[place]
        known = sum([line[column] * found[column] for column in range(place + 1, size)])
        found[place] = (line[size] - known) / line[place]
    return found
