"""Play-outs of one round by `l1` and the quick policy, in CPU time of one core."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gridwright.bots.rollout.chance import ImaginedChance
from gridwright.bots.rollout.policy import play_on
from gridwright.content.table import build_game, default_spec
from gridwright.engine.game import Game
from gridwright_lab.bench.self_play import (
    SEATS,
    Start,
    bots_kind,
    playout_of,
    rate_of,
    round_starts,
)
from gridwright_lab.bench.thresholds import COMPILED

BAR: Final = 5.0
"""Minimum ratio of the quick policy's rate to `l1`, both compiled."""


@dataclass(frozen=True)
class Rollouts:
    """Values of one edition."""

    edition: str
    plain: float
    """Play-outs per CPU second by `l1`, which gets an observation for each decision."""
    quick: float

    @property
    def ratio(self) -> float:
        return self.quick / self.plain

    @property
    def passed(self) -> bool:
        """True if the threshold is reached; it applies to compiled code only."""
        return bots_kind() != COMPILED or self.ratio >= BAR

    def to_json(self) -> dict[str, Any]:
        return {
            "edition": self.edition,
            "l1": round(self.plain, 1),
            "quick": round(self.quick, 1),
            "ratio": round(self.ratio, 2),
            "bar": BAR,
            "passed": self.passed,
        }


def measure_rollouts(editions: Sequence[str], seconds: float, turns: int) -> list[Rollouts]:
    """Measure both in turns from the same positions; each value is the best of its turns."""
    found: list[Rollouts] = []
    for edition in editions:
        game = build_game(default_spec(edition, seats=SEATS))
        starts = round_starts(game)
        plain = [playout_of(game, start, True) for start in starts]
        quick = [_quick(game, start) for start in starts]
        rates = [(rate_of(plain, seconds), rate_of(quick, seconds)) for _turn in range(turns)]
        found.append(
            Rollouts(edition, max(rate[0] for rate in rates), max(rate[1] for rate in rates))
        )
    return found


def _quick(game: Game, start: Start) -> Callable[[], object]:
    last = start.state.round
    return lambda: play_on(game, start.state.copy(), ImaginedChance(game, last), last)
