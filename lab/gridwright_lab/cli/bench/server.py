"""``gridwright-lab bench server``."""

import asyncio
import importlib.util
from pathlib import Path
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
from gridwright_lab.bench.other_engine import loaded_tree, told_in, verify_tree

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
    beside: Annotated[
        Path | None,
        typer.Option("--beside", metavar="TREE", help="Measure another tree's product in turns."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure how many moves one process of the server makes durable, beside its thresholds.

    Rounds of real orders over HTTP alternate with rounds of pgbench, which runs the same statement
    on the same PostgreSQL and does nothing else. Their ratio has a bar, and so have the server's
    CPU time per move and the time that a move takes at half load. Exit code 1 if a threshold is
    missed.
    """
    if any(importlib.util.find_spec(part) is None for part in ("asyncpg", "httpx")):
        raise CommandFailed("the load needs more parts: pip install 'gridwright-lab[bench]'")
    if beside is not None:
        if database:
            raise CommandFailed("--beside: each tree gets a database of its own; omit --database")
        verify_tree(beside)
    # Imported late, so that the other commands start without the server's parts.
    from gridwright_lab.load.in_turns import measure_in_turns
    from gridwright_lab.load.measure import Load, ServerFigures, measure_server

    other = None
    with open_notes().status("measuring …"):
        if beside is None:
            figures = asyncio.run(measure_server(Load(seconds, rounds), database))
        else:
            words = ("server", "--rounds", "1", "--seconds", str(seconds))
            figures, other = measure_in_turns(
                rounds,
                lambda: ServerFigures.from_json(told_in(loaded_tree(), *words)),
                lambda: ServerFigures.from_json(told_in(beside, *words)),
            )
    if as_json:
        told = figures.to_json()
        print_json(told if other is None else {**told, "beside": other.to_json()})
    else:
        console = open_console()
        console.print(draw_server_figures(figures, other))
        remark = f"Medians of {rounds} rounds of {seconds:g} s each, in turns on one PostgreSQL."
        console.print(Text(remark, style="dim"))
    if not figures.ok:
        raise typer.Exit(BAD)


def draw_server_figures(figures: "ServerFigures", other: "ServerFigures | None" = None) -> Table:
    """Return each value next to its threshold, and next to that of another tree."""
    told = figures.to_json()
    share, wait, cpu = (
        told[name] for name in ("least_share", "most_p95_milliseconds", "most_cpu_microseconds")
    )
    bars = {
        "share": (f"≥ {share:.2f}", figures.share >= share),
        "  p95 wait, ms": (f"≤ {wait:.0f}", figures.p95 <= wait),
        "server CPU / move, µs": (f"≤ {cpu:.0f}", figures.cpu <= cpu),
    }
    beside = None if other is None else _shown(other)
    table = number_table("", "measured", *([] if beside is None else ["beside"]), "bar", "")
    for name, value in _shown(figures).items():
        cells = [value] if beside is None else [value, beside[name]]
        bar, is_met = bars.get(name, ("", True))
        table.add_row(name, *cells, bar, draw_threshold(is_met) if bar else "")
    return table


def _shown(figures: "ServerFigures") -> dict[str, str]:
    """Return the values by the names of their rows."""
    bare, moves = (sorted(rates)[len(rates) // 2] for rates in (figures.bare, figures.moves))
    return {
        "bare statement / s (pgbench)": f"{bare:,.0f}",
        "durable moves / s (one process)": f"{moves:,.0f}",
        "share": f"{figures.share:.3f}",
        "moves / s at half load": f"{figures.half_rate:,.0f}",
        "  median wait, ms": f"{figures.p50:.1f}",
        "  p95 wait, ms": f"{figures.p95:.1f}",
        "server CPU / move, µs": f"{figures.cpu:.0f}",
        "  of which the engine": f"{figures.engine_share:.0%}",
        "database / move at full load, µs": f"{figures.store:,.0f}",
    }
