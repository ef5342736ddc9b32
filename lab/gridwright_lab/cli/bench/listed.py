"""``gridwright-lab bench engine --listed``."""

from collections.abc import Sequence
from pathlib import Path

import typer
from rich.table import Table
from rich.text import Text

from gridwright.cli.errors import BAD
from gridwright.cli.terminal import (
    draw_threshold,
    number_table,
    open_console,
    open_notes,
    print_json,
)
from gridwright_lab.bench.measure import table_of
from gridwright_lab.bench.other_engine import verify_tree
from gridwright_lab.bench.other_listings import BAR, Compared, compare_listings


def measure_listed(
    editions: Sequence[str], seconds: float, turns: int, beside: Path | None, as_json: bool
) -> None:
    """Measure, print, and exit with 1 if a threshold is missed."""
    for name in editions:
        table_of(name)  # An unknown edition is refused before anything is measured.
    if beside is not None:
        verify_tree(beside)
    with open_notes().status("measuring …"):
        found = compare_listings(editions, seconds, turns, beside)
    if as_json:
        print_json(found.to_json())
    else:
        console = open_console()
        console.print(draw_listed(found))
        console.print(Text(_remark(found, turns), style="dim"))
    if not found.ok:
        raise typer.Exit(BAD)


def draw_listed(found: Compared) -> Table:
    """Return a row per edition, with the other tree and the ratio."""
    more = [] if found.beside is None else ["beside", "ratio", "bar", ""]
    table = number_table("decisions / CPU s", "here", *more)
    for place, each in enumerate(found.here.listed):
        cells: list[str | Text] = [f"{each.per_second:,.0f}"]
        if found.beside is not None:
            ratio = found.ratios[place]
            cells += [f"{found.beside.listed[place].per_second:,.0f}", f"{ratio:.2f} ×"]
            cells += [f"≥ {BAR:.2f}", draw_threshold(ratio >= BAR)]
        table.add_row(each.edition, *cells)
    return table


def _remark(found: Compared, turns: int) -> str:
    told = f"Python {found.here.python}, here the {found.here.engine} engine"
    if found.beside is not None:
        told += f", beside it the {found.beside.engine} one; both played the same games"
    return f"{told}. Every legal action listed, best of {turns} turns."
