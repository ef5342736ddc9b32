"""The options that the commands of the arena share."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from gridwright.arena.deals import SERIES

RUNS: Final = Path("arena-runs")
"""The folder of runs without ``--out``."""


class RunnerName(StrEnum):
    """Names of the runners in ``gridwright.arena.runners``."""

    POOL = "pool"
    RAY = "ray"


CellOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--cell",
        metavar="CELL",
        help="EDITION/PRESET/BOARD:SEATS, as classic:4, card:2-6 or all:all. May be given again.",
    ),
]
DealsOption: TypeAlias = Annotated[
    int, typer.Option("--deals", metavar="N", min=1, help="Deals in each cell.")
]
SeriesOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--series", metavar="NAME", help=f"Which deals: {', '.join(SERIES)}, or one with /word."
    ),
]
OutOption: TypeAlias = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="DIR", help=f"Where the run is kept. [default: in {RUNS}]"),
]
RunnerOption: TypeAlias = Annotated[
    RunnerName, typer.Option("--runner", help="Who plays: processes here, or Ray.")
]
WorkersOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--workers", "-w", metavar="N", min=1, help="Processes. [default: one for each core]"
    ),
]
SprtOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--sprt", metavar="S0:S1", help="Stop as soon as one share is proven, as in 0.25:0.30."
    ),
]
BarOption: TypeAlias = Annotated[
    float | None,
    typer.Option("--bar", metavar="SHARE", min=0, max=1, help="The share that must be reached."),
]
JsonOption: TypeAlias = Annotated[
    bool, typer.Option("--json", "-j", help="Print the result as JSON.")
]

DEFAULT_CELLS: Final = ("classic:4",)


def usable_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
