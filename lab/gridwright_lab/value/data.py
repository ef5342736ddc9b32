"""Play games and write positions of them: ``gridwright-lab value data --out FILE --games 1000``.

In a game all seats are the same bot. Each text of ``--cell`` gets the same share of the games.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from gridwright.arena.cells import find_cells
from gridwright.arena.deals import DEVELOPMENT, verify_series
from gridwright.arena.runners.pool import work_through
from gridwright.bots.registry import find_bot
from gridwright_lab.value.play import Task, play_samples
from gridwright_lab.value.samples import Samples, joined, save_samples

CELLS: Final = ["all:all", "all/all/all:all"]
"""Default boards have half of the games, all boards the other half."""
SERIES: Final = f"{DEVELOPMENT}/value"
CHUNK: Final = 200
"""Games that are joined in one step: many small arrays take much memory."""


def plan_tasks(
    texts: Sequence[str], bots: Sequence[str], n_games: int, series: str, strays: bool
) -> Iterator[Task]:
    """Games spread evenly over bots, texts and the cells of each text."""
    groups = [find_cells(text) for text in texts]
    for number in range(n_games):
        bot = bots[number % len(bots)]
        turn = number // len(bots)
        group = groups[turn % len(groups)]
        turn //= len(groups)
        cell = group[turn % len(group)]
        yield Task(cell, bot, series, number, strays)


def gather(tasks: Sequence[Task], n_workers: int) -> Samples:
    """The samples of all games."""
    chunks: list[Samples] = []
    played: list[Samples] = []
    for samples in work_through(play_samples, tasks, n_workers):
        played.append(samples)
        if len(played) == CHUNK:
            chunks.append(_kept(played))
            played = []
    if played:
        chunks.append(_kept(played))
    return _kept(chunks)


def _kept(parts: Sequence[Samples]) -> Samples:
    """Joined, with the numbers that the games had."""
    whole = joined(parts)
    numbers = [number for part in parts for number in part.game]
    whole.game[:] = numbers
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, write, tell how much."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--bots", default="l1,hard", help="separated by commas; each plays alone")
    parser.add_argument("--cell", action="append", help="EDITION/PRESET/BOARD:SEATS, repeatable")
    parser.add_argument("--series", default=SERIES, help="another one deals other games")
    parser.add_argument("--no-detours", action="store_true", help="the bots choose every action")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    chosen = parser.parse_args(arguments)
    if chosen.games < 1:
        parser.error("expected at least one game")
    verify_series(chosen.series)
    bots = [find_bot(name).name for name in chosen.bots.split(",")]
    started = time.monotonic()
    tasks = list(
        plan_tasks(chosen.cell or CELLS, bots, chosen.games, chosen.series, not chosen.no_detours)
    )
    samples = gather(tasks, chosen.workers)
    save_samples(chosen.out, samples)
    told = {
        "games": chosen.games,
        "positions": samples.n_positions,
        "file": str(chosen.out),
        "bytes": chosen.out.stat().st_size,
        "seconds": round(time.monotonic() - started, 1),
    }
    print(json.dumps(told) if chosen.json else ", ".join(f"{k} {v}" for k, v in told.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
