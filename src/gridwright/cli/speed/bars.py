"""The figures that the engine must reach, interpreted and compiled."""

from dataclasses import dataclass
from typing import Final

INTERPRETED: Final = "interpreted"
COMPILED: Final = "compiled"


@dataclass(frozen=True)
class Figure:
    """One thing that is measured."""

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

BARS: Final[dict[str, dict[str, float]]] = {
    INTERPRETED: {GAMES.key: 100, MOVES.key: 60_000, COPY.key: 40, REPLAY.key: 10},
    COMPILED: {GAMES.key: 600, MOVES.key: 400_000, COPY.key: 5},
}
"""By engine and figure; a figure without a bar is only printed."""


EDITION_RATIO: Final = 0.75
"""The share of the default edition's moves per second that every other edition must reach."""


def is_reached(figure: Figure, value: float, bar: float | None) -> bool:
    """Whether a measured value is on the right side of its bar."""
    if bar is None:
        return True
    return value >= bar if figure.more_is_better else value <= bar
