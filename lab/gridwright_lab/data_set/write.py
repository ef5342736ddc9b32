"""Play games of bots and write them as one Parquet file; or verify such a file.

The same command writes the same rows on every machine: docs/guide/data-set.md is the card of the
published set.
"""

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

import gridwright
from gridwright.arena.cells import Cell, gather_cells
from gridwright.arena.deals import DEVELOPMENT
from gridwright.arena.fixtures import TABLE, Fixture
from gridwright.arena.plan import code_digest
from gridwright.arena.playing import Place
from gridwright.arena.runners.pool import work_through
from gridwright.bots.registry import find_bot
from gridwright.engine.errors import IllegalAction
from gridwright.engine.notation import NotationError
from gridwright.fair.atomic_file import part_of, put_in_place
from gridwright_lab.data_set.rows import SCHEMA, BrokenGameError, play_row, verify_row

SERIES: Final = f"{DEVELOPMENT}/data-set-1"
BOTS: Final = "l0,l1,easy,normal,hard"
GROUP: Final = 1_000
"""Games per row group, which a reader loads as a whole."""


def write_rows(path: Path, rows: Iterable[dict[str, Any]]) -> int:
    """Write rows as they arrive; the file is renamed once complete. Returns their number."""
    fresh = part_of(path)
    n_rows = 0
    options: dict[str, Any] = {"compression": "zstd", "compression_level": 19}
    # Other versions of bots play differently: the file records which code played.
    played_by = {"gridwright.version": gridwright.__version__, "gridwright.bots": code_digest()}
    schema = SCHEMA.with_metadata({**SCHEMA.metadata, **played_by})
    with pq.ParquetWriter(fresh, schema, **options) as writer:
        for group in _groups(rows):
            writer.write_table(pa.Table.from_pylist(group, schema))
            n_rows += len(group)
    put_in_place(fresh, path)
    return n_rows


def verify_file(path: Path) -> int:
    """Replay every game of a file; return their number, or raise at the first invalid one."""
    n_good = 0
    for batch in pq.ParquetFile(path).iter_batches(GROUP):
        for row in batch.to_pylist():
            try:
                verify_row(row)
            except (IllegalAction, NotationError) as error:
                raise BrokenGameError(f"game {row['game']}: {error}") from error
            n_good += 1
    return n_good


def _groups(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    left = iter(rows)
    while group := list(islice(left, GROUP)):
        yield group


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000, help="how many")
    parser.add_argument(
        "--cell", action="append", help="EDITION/PRESET/BOARD:SEATS, more than once"
    )
    parser.add_argument("--bots", default=BOTS, help="who plays, separated by commas")
    parser.add_argument("--out", type=Path, default=Path("games.parquet"))
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--verify", type=Path, metavar="FILE", help="verify a file, write nothing")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    chosen = parser.parse_args(arguments)
    started = time.monotonic()
    try:
        if chosen.verify is not None:
            told: dict[str, Any] = {"ok": True, "games": verify_file(chosen.verify)}
        else:
            bots = [find_bot(name).name for name in chosen.bots.split(",")]
            cells = gather_cells(chosen.cell or ["all:all"])
            places = list(plan_games(cells, bots, chosen.games, SERIES))
            n_games = write_rows(chosen.out, work_through(play_row, places, chosen.workers))
            size = chosen.out.stat().st_size
            told = {"ok": True, "games": n_games, "file": str(chosen.out), "bytes": size}
    except (BrokenGameError, pa.ArrowInvalid) as error:
        told = {"ok": False, "problem": str(error)}
    told["seconds"] = round(time.monotonic() - started, 1)
    if chosen.json:
        print(json.dumps(told))
    else:
        print(", ".join(f"{name} {value}" for name, value in told.items()))
    return 0 if told["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())


def plan_games(
    cells: Sequence[Cell], bots: Sequence[str], n_games: int, series: str
) -> Iterator[Place]:
    """Yield games spread evenly over the cells, each with its own deal and a bot drawn per seat."""
    for number in range(n_games):
        cell = cells[number % len(cells)]
        drawn = [_draw(bots, f"{series} {number} {seat}") for seat in range(cell.seats)]
        yield Place(Fixture(TABLE, cell, tuple(drawn)), number, series, number // len(cells), 0)


def _draw(bots: Sequence[str], label: str) -> str:
    """Draw one of the bots by the label alone, independent of Python's generators."""
    drawn = int.from_bytes(hashlib.sha256(label.encode("ascii")).digest()[:8], "big")
    return bots[drawn % len(bots)]
