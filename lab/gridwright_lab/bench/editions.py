"""Speed of one edition relative to the default one, in turns, with the loaded engine.

Turns are short and alternate, so that other work on the machine slows both equally; each edition's
value is the best of its turns.
"""

import platform
from dataclasses import dataclass
from typing import Any, Final

from gridwright.content.table import build_game
from gridwright_lab.bench.measure import TABLE, engine_kind, play_for, table_of
from gridwright_lab.bench.thresholds import MOVES, goal_of

N_TURNS: Final = 8
SHARE: Final = 4
"""Length of a turn, as a divisor of the seconds of a whole run."""


@dataclass(frozen=True)
class Compared:
    """Moves per CPU second of two editions under one engine."""

    engine: str
    python: str
    edition: str
    moves: dict[str, float]
    """Moves per CPU second, by edition; the default edition is first."""

    @property
    def ratio(self) -> float:
        first, second = self.moves.values()
        return second / first

    @property
    def threshold(self) -> float:
        return goal_of(self.edition).ratio or 0.0

    @property
    def ok(self) -> bool:
        return self.ratio >= self.threshold

    def to_json(self) -> dict[str, Any]:
        return {
            "engine": self.engine,
            "python": self.python,
            "edition": self.edition,
            MOVES.key: self.moves,
            "ratio": round(self.ratio, 3),
            "bar": self.threshold,
            "ok": self.ok,
        }

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> "Compared":
        return cls(plain["engine"], plain["python"], plain["edition"], plain[MOVES.key])


def compare(edition: str, seconds: float) -> Compared:
    """Measure an edition's plainest table of four and the default edition's in turns."""
    games = {spec.edition: build_game(spec) for spec in (TABLE, table_of(edition))}
    best = dict.fromkeys(games, 0.0)
    for turn in range(N_TURNS + 1):
        for name, game in games.items():
            moves = play_for(game, seconds / SHARE)[MOVES.key]
            if turn:  # The first turns warm up.
                best[name] = max(best[name], moves)
    rounded = {name: round(moves, 3) for name, moves in best.items()}
    return Compared(engine_kind(), platform.python_version(), edition, rounded)
