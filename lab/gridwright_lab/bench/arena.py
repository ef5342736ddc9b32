"""Speed of the arena: each runner plays the same batch in turns; results must be equal."""

import hashlib
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Final

from gridwright.arena.cells import Cell
from gridwright.arena.deals import DEVELOPMENT
from gridwright.arena.execution import Chunk, ChunkResult, play_chunk
from gridwright.arena.fixtures import Fixture, self_play
from gridwright.arena.runners import POOL, RAY, RUNNERS, Runner, open_runner

LEAST_RATIO: Final = 0.8
"""Share of the pool's rate that Ray must reach."""
N_TURNS: Final = 6
"""Number of parts of the batch. The runners alternate, so that a slow minute affects both.

An idle runner costs the other little, because its workers wait.
"""
SERIES: Final = f"{DEVELOPMENT}/bench"
N_PROBES: Final = 6
"""Games by which the length of a batch is chosen."""


@dataclass
class Pace:
    """Result of one runner."""

    runner: str
    games: int = 0
    wall: float = 0.0
    """Wall time of its batches in seconds, without its start."""
    cpu: float = 0.0
    """CPU seconds of its workers."""
    start: float = 0.0
    """Seconds until every worker had played its first game."""
    digest: Any = field(default_factory=hashlib.sha256)

    def to_json(self, workers: int) -> dict[str, Any]:
        return {
            "games": self.games,
            "wall_seconds": round(self.wall, 2),
            "cpu_seconds": round(self.cpu, 2),
            "start_seconds": round(self.start, 2),
            "games_per_second": round(self.games / self.wall, 3),
            "games_per_worker_second": round(self.games / self.wall / workers, 3),
            "games_per_core_second": round(self.games / self.cpu, 3),
            "sha256": self.digest.hexdigest(),
        }


@dataclass(frozen=True)
class ArenaFigures:
    """The paces of all runners."""

    bot: str
    cell: Cell
    workers: int
    seconds: float
    paces: dict[str, Pace]

    @property
    def ratio(self) -> float:
        """Ratio of Ray's games per second to the pool's."""
        pool, ray = self.paces[POOL], self.paces[RAY]
        return (ray.games / ray.wall) / (pool.games / pool.wall)

    @property
    def same_bytes(self) -> bool:
        return len({pace.digest.hexdigest() for pace in self.paces.values()}) == 1

    @property
    def ok(self) -> bool:
        return self.same_bytes and self.ratio >= LEAST_RATIO

    def to_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "bot": self.bot,
            "cell": str(self.cell),
            "workers": self.workers,
            "seconds": self.seconds,
            "ratio": round(self.ratio, 3),
            "least_ratio": LEAST_RATIO,
            "same_bytes": self.same_bytes,
            "runners": {name: pace.to_json(self.workers) for name, pace in self.paces.items()},
        }


def measure_arena(
    cell: Cell,
    bot: str,
    workers: int,
    seconds: float,
    note: Callable[[str], object] = lambda _text: None,
) -> ArenaFigures:
    """Play the same games with each runner, for about `seconds` of the pool's time."""
    fixture = self_play(cell, bot)
    probe = play_chunk(_chunk(fixture, 0, N_PROBES))
    games_per_second = N_PROBES / probe.seconds
    per_turn = max(workers, round(seconds * workers * games_per_second / N_TURNS))
    # Small pieces: at the end of a part a worker waits for the last one of another.
    size = max(1, round(games_per_second / 2))
    paces = {name: Pace(name) for name in RUNNERS}
    with ExitStack() as stack:
        runners: dict[str, Runner] = {}
        for name, pace in paces.items():
            note(f"starting {name}")
            started = time.perf_counter()
            runners[name] = stack.enter_context(open_runner(name, workers))
            # More than one each, so that every worker has certainly imported everything.
            warm = [_chunk(fixture, 0, 1)] * (2 * workers)
            for _done in runners[name].work_through(play_chunk, warm):
                pass
            pace.start = time.perf_counter() - started
        for turn in range(N_TURNS):
            deals = range(turn * per_turn, (turn + 1) * per_turn)
            for name in RUNNERS if turn % 2 else RUNNERS[::-1]:
                note(f"{name}, part {turn + 1} of {N_TURNS}")
                _play_part(paces[name], runners[name], fixture, deals, size)
    return ArenaFigures(bot, cell, workers, seconds, paces)


def _chunk(fixture: Fixture, first: int, n_deals: int) -> Chunk:
    return Chunk(fixture, 0, SERIES, first, n_deals, checked=False)


def _play_part(pace: Pace, runner: Runner, fixture: Fixture, deals: range, size: int) -> None:
    chunks = [
        _chunk(fixture, first, min(size, deals.stop - first))
        for first in range(deals.start, deals.stop, size)
    ]
    began = time.perf_counter()
    for done in runner.work_through(play_chunk, chunks):
        _count(pace, done)
    pace.wall += time.perf_counter() - began


def _count(pace: Pace, done: ChunkResult) -> None:
    pace.cpu += done.seconds
    for lines in done.deals:
        pace.games += len(lines)
        for line in lines:
            pace.digest.update(line)
