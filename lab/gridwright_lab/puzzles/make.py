"""Search bots' games for puzzles: ``gridwright-lab puzzles make --out work.jsonl --minutes 60``.

Each puzzle is appended to the file as soon as it is found. The same command continues where it was
stopped: ``work.jsonl.done`` holds the number of the next game. At most three puzzles come from a
game. A decision that a solver finds whose share is used up is not measured.
"""

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from gridwright.content.spec import TableSpec
from gridwright.engine.ids import OVER
from gridwright.insight.decisions import Decision, split
from gridwright.insight.moves import walk
from gridwright_lab.puzzles.games import pick_table, play, tables
from gridwright_lab.puzzles.records import record_of
from gridwright_lab.puzzles.screening import Screener
from gridwright_lab.puzzles.solvers import MAX_SHARES

MAX_PER_GAME: Final = 3
FIRST_ROUND: Final = 3
"""First round of puzzles on a board; before it the model knows too little."""
FIRST_CARD_ROUND: Final = 2
SPARE: Final = 6
"""Puzzles that a solver may find beyond its share, because others follow."""


class Shares:
    """Puzzles held, and how many of them each bot solves."""

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        self._solved: Final[Counter[str]] = Counter()
        self.n_held = 0
        if path.exists():
            for line in path.read_text("utf-8").splitlines():
                self._count(json.loads(line))

    def wants(self, solved: dict[str, float]) -> bool:
        """Return True for a puzzle that no solver finds whose share is used up."""
        return all(
            share == 0.0
            or self._solved[solver] + share <= MAX_SHARES[solver] * (self.n_held + 1) / 100 + SPARE
            for solver, share in solved.items()
        )

    def add(self, record: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record, separators=(",", ":")) + "\n")
        self._count(record)

    def _count(self, record: dict[str, Any]) -> None:
        self.n_held += 1
        for solver, share in record["solved"].items():
            self._solved[solver] += share

    def __str__(self) -> str:
        parts = [
            f"{solver} {100 * share / max(1, self.n_held):.0f} %"
            for solver, share in sorted(self._solved.items())
        ]
        return f"{self.n_held} puzzles; solved by {', '.join(parts) or 'no solver'}"


def puzzles_of(
    spec: TableSpec, number: int, shares: Shares, until: float
) -> Iterator[dict[str, Any]]:
    """Yield the puzzles of one game."""
    game, log = play(spec, number)
    walked = walk(game, log)
    if walked.last.phase != OVER:
        return
    screener = Screener(game)
    least = FIRST_ROUND if game.rules.board.n_cities else FIRST_CARD_ROUND
    decisions = [
        each
        for each in split(game, walked.moments)
        if each.state.round >= least and each.kind != "power"
    ]
    n_found = 0
    for decision in sorted(decisions, key=lambda each: _shuffled(number, each)):
        if n_found >= MAX_PER_GAME or time.monotonic() > until:
            return
        found = screener.confirm(decision, shares.wants)
        if found is not None:
            n_found += 1
            yield record_of(spec, game, log, found)


def _shuffled(number: int, decision: Decision) -> bytes:
    return hashlib.sha256(f"{number} {decision.move}".encode()).digest()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument(
        "--step", type=int, default=1, help="games from one to the next, for parallel runs"
    )
    parser.add_argument("--minutes", type=float, default=60.0)
    chosen = parser.parse_args(arguments)
    until = time.monotonic() + 60 * chosen.minutes
    done = chosen.out.with_suffix(chosen.out.suffix + ".done")
    first = int(done.read_text("utf-8")) if done.exists() else chosen.first
    shares = Shares(chosen.out)
    specs = tables()
    for number in range(first, first + chosen.games * chosen.step, chosen.step):
        if time.monotonic() > until:
            break
        spec = pick_table(specs, number)
        for record in puzzles_of(spec, number, shares, until):
            shares.add(record)
            print(number, spec.edition, spec.board, record["theme"], record["solved"], flush=True)
        done.write_text(str(number + chosen.step), encoding="utf-8")
        print(f"game {number}: {shares}", flush=True)
    return 0 if shares.n_held else 1


if __name__ == "__main__":
    sys.exit(main())
