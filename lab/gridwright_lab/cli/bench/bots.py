"""``gridwright-lab bench bots``."""

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from gridwright.bots.registry import BOTS, SEARCHING, UnknownBotError, find_bot
from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.terminal import (
    draw_threshold,
    number_table,
    open_console,
    open_notes,
    print_json,
)
from gridwright.content.table import list_editions
from gridwright_lab.bench.decisions import Decisions, measure_decisions
from gridwright_lab.bench.measure import engine_kind


def bots(
    bot: Annotated[
        list[str] | None, typer.Option("--bot", metavar="BOT", help="Some bots alone.")
    ] = None,
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="ID", help="One edition alone.")
    ] = None,
    seats: Annotated[int, typer.Option("--seats", metavar="N", min=2, max=6)] = 4,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="Games of each bot and edition.")
    ] = 4,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure how long bots think about a decision, beside the thresholds.

    Games of a bot against itself, CPU time of one core; bots that search only if they are named.
    Thresholds are those of the interpreted engine: 95 of 100 decisions in 1 ms for random play,
    5 ms for `l1`, 50 ms for planners. Exit code 1 if one is missed.
    """
    try:
        names = bot or [name for name in BOTS if name not in SEARCHING]
        chosen = [find_bot(name).name for name in names]
    except UnknownBotError as error:
        raise CommandFailed(str(error)) from error
    editions = list_editions() if edition is None else [edition]
    with open_notes().status("measuring …"):
        found = measure_decisions(chosen, editions, seats, games)
    if as_json:
        print_json(found.to_json())
    else:
        console = open_console()
        console.print(draw_decisions(found))
        console.print(Text(f"{engine_kind()} engine, {seats} seats.", style="dim"))
    if not found.ok:
        raise typer.Exit(BAD)


def draw_decisions(found: Decisions) -> Table:
    """Return a row per bot and edition."""
    table = number_table("ms a decision", "decisions", "median", "p95", "bar", "", "longest")
    for each in found.found:
        table.add_row(
            f"{each.bot}, {each.edition}",
            f"{len(each.milliseconds):,}",
            f"{each.quantile(0.5):.2f}",
            f"{each.quantile(0.95):.2f}",
            f"≤ {each.threshold:.0f}",
            draw_threshold(each.ok),
            f"{each.milliseconds[-1]:.1f}",
        )
    return table
