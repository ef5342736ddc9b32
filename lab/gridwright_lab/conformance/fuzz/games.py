"""Random games over every table, counted: ``gridwright-lab fuzz --games 600``."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, Final

from gridwright.content.table import TableSpec, build_game, list_editions
from gridwright_lab.conformance import laws
from gridwright_lab.conformance.fuzz.walk import LEVELS, LIGHT, Failure, Walked, walk
from gridwright_lab.conformance.game_under_test import GameUnderTest
from gridwright_lab.conformance.sampling import coverage
from gridwright_lab.conformance.sampling.tables import list_tables, table_name

WORKERS: Final = 2
CHUNK: Final = 4
"""Games per work item: few, so that progress shows."""

SHOWN_COVERAGE: Final = (
    coverage.STEP_THREE + "auction",
    coverage.STEP_THREE + "building",
    coverage.STEP_THREE + "bureaucracy",
    coverage.SKIPPED_STEP_TWO,
    coverage.ENDED_BY_CITIES,
    coverage.ENDED_BY_DRY_STACK,
    coverage.ENDED_BY_STANDSTILL,
    coverage.END_CARD + coverage.FOR_AUCTION,
    coverage.END_CARD + coverage.FOR_RESHUFFLE,
    coverage.END_CARD + coverage.FOR_UPKEEP,
    coverage.ENDED_BY_LAST_ROUND,
    *[f"{coverage.RESHUFFLES}{n_times}" for n_times in range(5)],
    coverage.WON_BY_MONEY,
    coverage.WON_BY_CITIES,
    coverage.WON_BY_PLANT,
    coverage.SHARED_WIN,
)
"""Columns of the table; those without a hit are left out."""
BARS: Final = (laws.DEAD_END, laws.REFUSED_OFFER, laws.INVARIANT, laws.UNFINISHED)
"""Laws with a column of their own; the others share one."""


@dataclass(frozen=True)
class PlannedGame:
    """One planned game."""

    number: int
    spec: TableSpec
    seed: int
    level: str


def plan(
    n_games: int,
    seed: int,
    level: str = LIGHT,
    edition: str | None = None,
    content: str = "",
) -> list[PlannedGame]:
    """Spread games evenly over all tables, or those of an edition.

    A longer plan begins with the shorter one.
    """
    tables = list_tables(edition, content)
    return [
        PlannedGame(number, tables[number % len(tables)], seed * 1_000_000 + number, level)
        for number in range(n_games)
    ]


def walk_planned(planned: PlannedGame) -> Walked:
    """Walk one game; arguments and result are picklable."""
    return walk(GameUnderTest(build_game(planned.spec)), planned.seed, planned.level)


def run(
    planned_games: Sequence[PlannedGame], workers: int = WORKERS
) -> Iterator[tuple[PlannedGame, Walked]]:
    """Walk the games and yield each as soon as it and all before it are done."""
    if workers <= 1:
        for planned in planned_games:
            yield planned, walk_planned(planned)
        return
    # Forking a process that has threads is unsafe, and a caller may have some.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from zip(
            planned_games, pool.map(walk_planned, planned_games, chunksize=CHUNK), strict=True
        )


@dataclass
class Row:
    """Counts of the games of one preset, board and number of seats."""

    games: int = 0
    positions: int = 0
    actions: int = 0
    longest: int = 0
    """Actions of the longest game."""
    broken: Counter[str] = field(default_factory=Counter)
    coverage: Counter[str] = field(default_factory=Counter)

    def add(self, walked: Walked) -> None:
        self.games += 1
        self.positions += walked.positions
        self.actions += walked.actions
        self.longest = max(self.longest, walked.actions)
        self.broken.update(failure.law for failure in walked.failures)
        self.coverage.update(walked.coverage)

    def merge(self, other: "Row") -> None:
        self.games += other.games
        self.positions += other.positions
        self.actions += other.actions
        self.longest = max(self.longest, other.longest)
        self.broken.update(other.broken)
        self.coverage.update(other.coverage)

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "positions": self.positions,
            "actions": self.actions,
            "longest": self.longest,
            "broken": {law: self.broken[law] for law in laws.LAWS},
            "coverage": dict(sorted(self.coverage.items())),
        }


@dataclass(frozen=True)
class FailedGame:
    """Everything needed to repeat a failed game."""

    spec: TableSpec
    seed: int
    level: str
    player: str
    failure: Failure

    def to_json(self) -> dict[str, Any]:
        return {
            "table": self.spec.to_json(),
            "seed": self.seed,
            "level": self.level,
            "player": self.player,
            "law": self.failure.law,
            "action": self.failure.at,
            "facts": self.failure.facts,
        }

    def __str__(self) -> str:
        return (
            f"{table_name(self.spec)} seed {self.seed} {self.level} {self.player}, "
            f"action {self.failure.at}: {self.failure.law}: {self.failure.facts}"
        )


class Findings:
    """The counts of many games, by preset, board and seats."""

    def __init__(self) -> None:
        self.rows: Final[dict[tuple[str, str, str, int], Row]] = {}
        self.checks: Final[Counter[str]] = Counter()
        self.tables: Final[set[TableSpec]] = set()
        self.failures: Final[list[FailedGame]] = []

    def add(self, planned: PlannedGame, walked: Walked) -> None:
        spec = planned.spec
        row = self.rows.setdefault((spec.edition, spec.preset, spec.board, spec.seats), Row())
        row.add(walked)
        self.checks.update(walked.checks)
        self.tables.add(spec)
        for failure in walked.failures:
            self.failures.append(
                FailedGame(spec, walked.seed, walked.level, walked.player, failure)
            )

    def total(self) -> Row:
        whole = Row()
        for row in self.rows.values():
            whole.merge(row)
        return whole

    @property
    def ok(self) -> bool:
        """Return whether any game was played and every law held."""
        return self.total().actions > 0 and not self.failures

    def to_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "tables": len(self.tables),
            "total": self.total().to_json(),
            "checks": {law: self.checks[law] for law in laws.LAWS if self.checks[law]},
            "rows": [
                {"edition": key[0], "preset": key[1], "board": key[2], "seats": key[3]}
                | self.rows[key].to_json()
                for key in sorted(self.rows)
            ],
            "failures": [failure.to_json() for failure in self.failures],
        }

    def table(self) -> list[list[str]]:
        """Rows of words with a heading and a total, ready for printing."""
        whole = self.total()
        shown = [situation for situation in SHOWN_COVERAGE if whole.coverage[situation]]
        heading = ["table", "games", "positions", "actions", "longest"]
        heading += [*BARS, "other laws", *shown]
        lines = [heading]
        for key in sorted(self.rows):
            name = f"{key[0]} {key[1]} {key[2]} {key[3]}"
            lines.append([name, *_cells(self.rows[key], shown)])
        lines.append(["total", *_cells(whole, shown)])
        return lines

    def summary(self) -> str:
        whole = self.total()
        counts = ", ".join([f"{whole.broken[law]} × {law}" for law in laws.LAWS])
        return (
            f"{whole.games} games at {len(self.tables)} tables, {whole.actions} actions, "
            f"{whole.positions} positions: {counts}"
        )


def _cells(row: Row, shown: list[str]) -> list[str]:
    others = sum(row.broken[law] for law in laws.LAWS if law not in BARS)
    counts = [row.games, row.positions, row.actions, row.longest]
    counts += [row.broken[law] for law in BARS]
    counts += [others, *[row.coverage[situation] for situation in shown]]
    return [str(count) for count in counts]


def fuzz(
    n_games: int,
    seed: int = 0,
    level: str = LIGHT,
    workers: int = WORKERS,
    edition: str | None = None,
) -> Findings:
    """Walk the games; the same seed gives the same findings with any number of workers."""
    findings = Findings()
    for planned, walked in run(plan(n_games, seed, level, edition), workers):
        findings.add(planned, walked)
    return findings


def format_table(lines: list[list[str]]) -> str:
    """Return a table as text; long headings become numbered notes."""
    heading, *rows = lines
    notes = [f"({place}) {word}" for place, word in enumerate(heading)]
    shown = [[f"({place})" for place in range(len(heading))], *rows]
    widths = [max(len(row[place]) for row in shown) for place in range(len(heading))]
    text = [", ".join(notes), ""]
    for row in shown:
        cells = [row[0].ljust(widths[0])]
        cells += [row[place].rjust(widths[place]) for place in range(1, len(row))]
        text.append("  ".join(cells).rstrip())
    return "\n".join(text)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--level", choices=LEVELS, default=LIGHT)
    parser.add_argument("--edition", choices=list_editions(), help="[default: all]")
    parser.add_argument("--workers", type=int, default=WORKERS)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    chosen = parser.parse_args(arguments)
    findings = fuzz(chosen.games, chosen.seed, chosen.level, chosen.workers, chosen.edition)
    if chosen.json:
        print(json.dumps(findings.to_json(), indent=1))
    else:
        print(format_table(findings.table()))
        print(findings.summary())
        for failure in findings.failures:
            print(failure)
    return 0 if findings.ok else 1


if __name__ == "__main__":
    sys.exit(main())
