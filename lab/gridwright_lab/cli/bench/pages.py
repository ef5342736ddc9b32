"""``gridwright-lab bench pages``."""

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
    from gridwright_lab.load.pages.measure import PageFigures


def pages(
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=200, help="Games in the database.")
    ] = 100_000,
    times: Annotated[
        int, typer.Option("--times", metavar="N", min=20, help="Requests of each page.")
    ] = 60,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure what the pages around the table read at a full server, beside the threshold.

    A PostgreSQL database is filled with games and people, a server on it is queried over HTTP, and
    the plans of all statements are checked: none may read a large table as a whole. Exit code 1
    if a threshold is missed.
    """
    if any(importlib.util.find_spec(part) is None for part in ("asyncpg", "httpx")):
        raise CommandFailed("the load needs more parts: pip install 'gridwright-lab[bench]'")
    # Imported late, so that the other commands start without the server's parts.
    from gridwright_lab.load.pages.measure import measure_pages

    with open_notes().status("filling …") as status:
        figures = asyncio.run(measure_pages(games, times, status.update))
    if as_json:
        print_json(figures.to_json())
    else:
        console = open_console()
        console.print(draw_page_figures(figures))
        rows = ", ".join(f"{count:,} {name}" for name, count in figures.rows.items())
        console.print(Text(f"Rows: {rows}. Each page {times} times, one after the other.", "dim"))
    if not figures.ok:
        raise typer.Exit(BAD)


def draw_page_figures(figures: "PageFigures") -> Table:
    """Return each page next to the threshold."""
    told = figures.to_json()
    table = number_table("", "first, ms", "p50", "p95", "bar", "", "CPU p95", "whole reads", "")
    for each in told["reads"]:
        threshold = told["most_p95_milliseconds"]
        table.add_row(
            f"{each['page']}: {each['reads']}",
            f"{each['first_milliseconds']:.1f}",
            f"{each['p50_milliseconds']:.1f}",
            f"{each['p95_milliseconds']:.1f}",
            f"≤ {threshold:.0f}",
            draw_threshold(each["p95_milliseconds"] <= threshold),
            f"{each['p95_processor_milliseconds']:.1f}",
            str(len(each["whole_reads"])),
            draw_threshold(not each["whole_reads"]),
        )
    return table
