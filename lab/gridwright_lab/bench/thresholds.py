"""Thresholds of the engine, by edition, interpreted and compiled."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

INTERPRETED: Final = "interpreted"
COMPILED: Final = "compiled"
ENGINES: Final = (INTERPRETED, COMPILED)
"""Engines in the order in which they are printed."""


@dataclass(frozen=True)
class Figure:
    """One measured quantity."""

    key: str
    name: str
    more_is_better: bool
    decimals: int


GAMES: Final = Figure("games_per_second", "games / CPU s", True, 0)
MOVES: Final = Figure("moves_per_second", "moves / CPU s", True, 0)
ACTIONS: Final = Figure("actions_per_second", "actions / CPU s", True, 0)
COPY: Final = Figure("copy_microseconds", "state copy, µs", False, 2)
REPLAY: Final = Figure("replay_milliseconds", "game replay, ms", False, 2)
FIGURES: Final = (GAMES, MOVES, ACTIONS, COPY, REPLAY)


@dataclass(frozen=True)
class Goal:
    """Thresholds of one edition."""

    thresholds: Mapping[str, Mapping[str, float]]
    """Thresholds by engine and key of a measured value; a value without one is only printed."""
    ratio: float | None = None
    """Required share of the default edition's moves per second; None for no such threshold."""

    def bars_of(self, engine: str) -> dict[str, float]:
        return dict(self.thresholds.get(engine, {}))


KEEPS_UP: Final = Goal({}, ratio=0.75)
"""Goal of an edition that is played on a board, like the default one."""

GOALS: Final[Mapping[str, Goal]] = {
    "classic": Goal(
        {
            INTERPRETED: {GAMES.key: 100, MOVES.key: 60_000, COPY.key: 40, REPLAY.key: 10},
            COMPILED: {GAMES.key: 600, MOVES.key: 400_000, COPY.key: 5},
        }
    ),
    "deluxe": KEEPS_UP,
    # A game is short and has other moves, so whole games are measured.
    "card": Goal({INTERPRETED: {GAMES.key: 100}, COMPILED: {GAMES.key: 600}}),
}


def goal_of(edition: str) -> Goal:
    """Return the goal of an edition; one that is not listed must keep up with classic."""
    return GOALS.get(edition, KEEPS_UP)


def is_reached(figure: Figure, value: float, threshold: float | None) -> bool:
    """Return whether a measured value is on the right side of its threshold."""
    if threshold is None:
        return True
    return value >= threshold if figure.more_is_better else value <= threshold
