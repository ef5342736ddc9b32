"""``gridwright-lab bench server``."""

import asyncio
import importlib.util
from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from gridwright_lab.load.measure import ServerFigures


def server(
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=0.5, help="Length of each round.")
    ] = 4.0,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", min=1, max=20)] = 3,
    database: Annotated[
        str,
        typer.Option(
            "--database",
            metavar="URL",
            help="An empty database postgresql://…; a private PostgreSQL is started without.",
        ),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure how many moves one process of the server makes durable, beside its thresholds.

    Rounds of real orders over HTTP alternate with rounds of pgbench, which runs the same statement
    on the same PostgreSQL and does nothing else. Their ratio has a bar, and so has the time that a
    move takes at half load. Exit code 1 if a threshold is missed.
    """
    if any(importlib.util.find_spec(part) is None for part in ("asyncpg", "httpx")):
        raise CommandFailed("the load needs more parts: pip install 'gridwright-lab[bench]'")
    # Imported late, so that the other commands start without the server's parts.
    from gridwright_lab.load.measure import Load, measure_server

    with open_notes().status("measuring …"):
        figures = asyncio.run(measure_server(Load(seconds, rounds), database))
    if as_json:
        print_json(figures.to_json())
    else:
        console = open_console()
        console.print(draw_server_figures(figures))
        remark = f"Medians of {rounds} rounds of {seconds:g} s each, in turns on one PostgreSQL."
        console.print(Text(remark, style="dim"))
    if not figures.ok:
        raise typer.Exit(BAD)


def draw_server_figures(figures: "ServerFigures") -> Table:
    """Return each value next to its threshold."""
    told = figures.to_json()
    table = number_table("", "measured", "bar", "")
    bare, moves = (sorted(rates)[len(rates) // 2] for rates in (figures.bare, figures.moves))
    share_bar, wait_bar = told["least_share"], told["most_p95_milliseconds"]
    table.add_row("bare statement / s (pgbench)", f"{bare:,.0f}", "", "")
    table.add_row("durable moves / s (one process)", f"{moves:,.0f}", "", "")
    table.add_row(
        "share",
        f"{figures.share:.3f}",
        f"≥ {share_bar:.2f}",
        draw_threshold(figures.share >= share_bar),
    )
    table.add_row("moves / s at half load", f"{figures.half_rate:,.0f}", "", "")
    table.add_row("  median wait, ms", f"{figures.p50:.1f}", "", "")
    table.add_row(
        "  p95 wait, ms",
        f"{figures.p95:.1f}",
        f"≤ {wait_bar:.0f}",
        draw_threshold(figures.p95 <= wait_bar),
    )
    table.add_row("server CPU / move, µs", f"{figures.cpu:.0f}", "", "")
    table.add_row("  of which the engine", f"{figures.engine_share:.0%}", "", "")
    table.add_row("database / move at full load, µs", f"{figures.store:,.0f}", "", "")
    return table
