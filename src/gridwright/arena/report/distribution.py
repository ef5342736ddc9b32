"""Mean and quantiles of counted values."""

from collections import Counter
from typing import Any

MARKS = {"p5": 5, "p25": 25, "median": 50, "p75": 75, "p95": 95}


def quantile(counts: Counter[int], percent: int) -> int:
    """Return the least value that this percentage of the counts does not exceed."""
    wanted = max(1, -(-counts.total() * percent // 100))
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= wanted:
            return value
    return 0


def average(counts: Counter[int]) -> float:
    n_values = counts.total()
    return sum([value * count for value, count in counts.items()]) / n_values if n_values else 0.0


def describe(counts: Counter[int]) -> dict[str, Any]:
    """Number, mean and some quantiles."""
    plain: dict[str, Any] = {"n": counts.total(), "mean": round(average(counts), 3)}
    for name, percent in MARKS.items():
        plain[name] = quantile(counts, percent)
    return plain
