"""``gridwright-lab bench boards``."""

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.terminal import (
    draw_threshold,
    number_table,
    open_console,
    open_notes,
    print_json,
)
from gridwright_lab.bench.boards import (
    LEAST_RATIO,
    N_TURNS,
    BoardSpeeds,
    board_tables,
    measure_boards,
)
from gridwright_lab.bench.measure import TABLE
from gridwright_lab.bench.thresholds import MOVES


def boards(
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=0.01, help="Length of each turn.")
    ] = 0.3,
    board: Annotated[
        list[str] | None,
        typer.Option("--board", metavar="ID", help="This board alone; may be repeated."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure every board beside the USA, and the threshold of their ratio.

    Random four-player games on one core, CPU time, all boards in turns. Exit code 1 if a board's
    moves per second are less than the bar's share of the USA's.
    """
    known = {spec.board for spec in board_tables()}
    for name in board or ():
        if name not in known:
            raise CommandFailed(f"--board: expected one of {', '.join(sorted(known))}, got {name}")
    with open_notes().status("measuring …"):
        found = measure_boards(seconds, board or ())
    if as_json:
        print_json(found.to_json())
    else:
        console = open_console()
        console.print(draw_speeds(found))
        remark = f"{found.engine} engine, Python {found.python}, best of {N_TURNS} turns."
        console.print(Text(remark, style="dim"))
    if not found.ok:
        raise typer.Exit(BAD)


def draw_speeds(found: BoardSpeeds) -> Table:
    """Return a row per board and preset, the default one first."""
    table = number_table(MOVES.name, "", "share", "bar", "")
    table.add_row(f"{TABLE.preset}, {TABLE.board}", f"{found.default:,.0f}", "", "", "")
    for each in found.boards:
        table.add_row(
            f"{each.table.preset}, {each.table.board}",
            f"{each.moves:,.0f}",
            f"{each.ratio:.2f}",
            f"≥ {LEAST_RATIO:.2f}",
            draw_threshold(each.ok),
        )
    return table
