"""``gridwright arena baselines``: the table that later bots are compared with."""

from pathlib import Path
from typing import Annotated, Final

import typer

from gridwright.arena.baselines import baseline_fixtures, write_baselines
from gridwright.arena.cells import Cell, find_cells, gather_cells
from gridwright.arena.deals import DEVELOPMENT
from gridwright.bots.registry import find_bot
from gridwright.cli.commands.arena_conduct import build_plan, conduct
from gridwright.cli.commands.arena_options import (
    CellOption,
    DealsOption,
    JsonOption,
    RunnerName,
    RunnerOption,
    SeriesOption,
    WorkersOption,
)
from gridwright.cli.drawing.arena import draw_faults, draw_matches
from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.terminal import open_console, print_json
from gridwright.fair.atomic_file import write_atomically

BASELINES: Final = "l0,l1,normal,hard"
REFERENCES: Final = "l0,l1,hard"
CELLS: Final = ("all:2", "all:4")


def baselines_command(
    bots: Annotated[
        str, typer.Option("--bots", metavar="BOT,…", help="The rows of the table.")
    ] = BASELINES,
    against: Annotated[
        str, typer.Option("--against", metavar="BOT,…", help="Its columns.")
    ] = REFERENCES,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only", metavar="BOT=CELL", help="A bot that plays in a cell alone. May be repeated."
        ),
    ] = None,
    cell: CellOption = None,
    deals: DealsOption = 20,
    series: SeriesOption = DEVELOPMENT,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="Where the page is written.")
    ] = Path("baselines.md"),
    runner: RunnerOption = RunnerName.POOL,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the baseline table: each bot of a list among copies of some others, as Markdown.

    A bot that was trained for one table plays there alone: `--only my_bot:learned=card:2`. A run
    was stopped continues when the command is given again. Exit code 1 if a game failed.
    """
    texts = cell or CELLS
    names = [*bots.split(","), *[text.partition("=")[0] for text in only or []]]
    words = ["baselines", "--bots", bots, "--against", against]
    for text in only or []:
        words += ["--only", text]
    references = against.split(",")
    fixtures = baseline_fixtures(gather_cells(texts), names, references, _read_only(only or []))
    plan = build_plan(words, texts, fixtures, [deals] * len(fixtures), series, None)
    folder, tallies = conduct("baselines", plan, None, runner, workers)
    write_atomically(out, write_baselines(plan, tallies, references).encode("utf-8"))
    good = not any(tally.faults for tally in tallies)
    if as_json:
        rows = [tally.to_json() for tally in tallies]
        print_json({"ok": good, "run": str(folder), "file": str(out), "matches": rows})
    else:
        console = open_console()
        console.print(draw_matches(tallies, [None] * len(tallies)), soft_wrap=True)
        console.print(draw_faults(tallies))
    if not good:
        raise typer.Exit(BAD)


def _read_only(texts: list[str]) -> dict[str, list[Cell]]:
    found: dict[str, list[Cell]] = {}
    for text in texts:
        name, equals, cells = text.partition("=")
        if not equals:
            raise CommandFailed(f"--only: expected BOT=CELL, got {text}")
        find_bot(name)
        found.setdefault(name, []).extend(find_cells(cells))
    return found
