"""Pearson's test, with a limit that chance exceeds once in a thousand."""

import math
from collections.abc import Iterable

# The point of the normal distribution above which one in a thousand lies.
_Z = 3.0902


def limit(freedom: int) -> float:
    """The critical value by Wilson and Hilferty, good to a thousandth from ten degrees on."""
    spread = 2 / (9 * freedom)
    return freedom * math.pow(1 - spread + _Z * math.sqrt(spread), 3)


def statistic(counts: Iterable[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def places_statistic(places: list[list[int]], n_shuffles: int) -> float:
    """Return the statistic of whole shuffles' ``places[item][place]``; (n - 1)² degrees of freedom.

    A shuffle fills every place once, which the factor allows for.
    """
    n_items = len(places)
    flat = [count for row in places for count in row]
    return statistic(flat, n_shuffles / n_items) * (n_items - 1) / n_items
