"""The load test of two programs, round by round in turns."""

import statistics
from collections.abc import Callable, Sequence

from gridwright_lab.load.measure import ServerFigures

Round = Callable[[], ServerFigures]
"""Measures one round of a program, in a process and on a database of its own."""


def measure_in_turns(rounds: int, here: Round, there: Round) -> tuple[ServerFigures, ServerFigures]:
    """Return the values of both programs; each begins every second round."""
    own: list[ServerFigures] = []
    others: list[ServerFigures] = []
    for number in range(rounds):
        if number % 2 == 0:
            own.append(here())
        others.append(there())
        if number % 2:
            own.append(here())
    return combined(own), combined(others)


def combined(rounds: Sequence[ServerFigures]) -> ServerFigures:
    """Return the rates of all rounds, and the medians of everything else."""
    return ServerFigures(
        [rate for each in rounds for rate in each.bare],
        [rate for each in rounds for rate in each.moves],
        statistics.median(each.half_rate for each in rounds),
        statistics.median(each.p50 for each in rounds),
        statistics.median(each.p95 for each in rounds),
        statistics.median(each.engine for each in rounds),
        statistics.median(each.store for each in rounds),
        statistics.median(each.cpu for each in rounds),
    )
