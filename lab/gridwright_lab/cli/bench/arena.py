"""``gridwright-lab bench arena``."""

import importlib.util
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from gridwright.cli.commands.arena_options import WorkersOption, usable_cores
from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.terminal import (
    draw_threshold,
    number_table,
    open_console,
    open_notes,
    print_json,
)

if TYPE_CHECKING:
    from gridwright_lab.bench.arena import ArenaFigures


def arena(
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="S", min=0.5, help="About how long each runner plays."),
    ] = 60.0,
    cell: Annotated[
        str, typer.Option("--cell", metavar="CELL", help="EDITION/PRESET/BOARD:SEATS.")
    ] = "classic:4",
    bot: Annotated[
        str, typer.Option("--bot", metavar="BOT", help="Who sits at every seat.")
    ] = "hard",
    workers: WorkersOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure how many games of L2 the arena plays, by the process pool and by Ray.

    Both play the same games, in turns. Ray's rate must reach its part of the pool's, and every game
    must be the same byte for byte. The start of a runner is measured separately. Exit code 1 if a
    threshold is missed.
    """
    if importlib.util.find_spec("ray") is None:
        raise CommandFailed("the comparison needs Ray: pip install 'gridwright[cluster]'")
    # Imported late, so that the other commands start without the bots.
    from gridwright.arena.cells import CellError, find_cells
    from gridwright.bots.registry import UnknownBotError, find_bot
    from gridwright_lab.bench import arena as speed

    try:
        (chosen,) = find_cells(cell)
        name = find_bot(bot).name
    except (CellError, UnknownBotError) as error:
        raise CommandFailed(str(error)) from error
    except ValueError as error:
        raise CommandFailed(f"--cell: expected one cell, got {cell}") from error
    with open_notes().status("measuring …") as status:
        figures = speed.measure_arena(
            chosen, name, workers or usable_cores(), seconds, status.update
        )
    if as_json:
        print_json(figures.to_json())
    else:
        console = open_console()
        console.print(draw_arena_figures(figures))
        remark = (
            f"{figures.bot} at every seat, {figures.cell}, {figures.workers} workers. "
            f"{speed.N_TURNS} parts each, in turns, about {seconds:g} s together."
        )
        console.print(Text(remark, style="dim"))
    if not figures.ok:
        raise typer.Exit(BAD)


def draw_arena_figures(figures: "ArenaFigures") -> Table:
    """Return a table of both runners side by side, with their thresholds."""
    told = figures.to_json()
    table = number_table("", *told["runners"], "bar", "")
    rows = {
        "games": "games",
        "seconds of play": "wall_seconds",
        "seconds to start": "start_seconds",
        "games / s": "games_per_second",
        "games / worker and s": "games_per_worker_second",
        "games / core-second": "games_per_core_second",
    }
    for label, key in rows.items():
        table.add_row(label, *[f"{pace[key]:,}" for pace in told["runners"].values()], "", "")
    table.add_row(
        "Ray / pool",
        "",
        f"{figures.ratio:.3f}",
        f"≥ {told['least_ratio']:.2f}",
        draw_threshold(figures.ratio >= told["least_ratio"]),
    )
    same = "same" if figures.same_bytes else "DIFFERENT"
    table.add_row("bytes", "", same, "same", draw_threshold(figures.same_bytes))
    return table
