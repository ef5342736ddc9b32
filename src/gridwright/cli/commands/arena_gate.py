"""``gridwright arena gate``: a bot against every opponent of the gate, in every cell."""

import json
from pathlib import Path
from typing import Annotated, Final

import typer

from gridwright.arena.cells import gather_cells
from gridwright.arena.deals import SCREENING, verify_series
from gridwright.arena.gate import judge, load_gate, result_file, result_of, verify_unopened
from gridwright.cli.commands.arena_conduct import build_plan, conduct
from gridwright.cli.commands.arena_options import (
    CellOption,
    JsonOption,
    RunnerName,
    RunnerOption,
    SeriesOption,
    WorkersOption,
)
from gridwright.cli.drawing.arena import draw_faults, draw_gate
from gridwright.cli.errors import BAD
from gridwright.cli.terminal import open_console, print_json
from gridwright.fair.atomic_file import write_atomically

GATES: Final = Path("gates")
"""The folder of results without ``--out``."""


def gate_command(
    bot: Annotated[
        str,
        typer.Option("--bot", "-B", metavar="BOT", help="The candidate; module:Class is your own."),
    ],
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="BOT,…", help="Opponents. [default: all of the gate]"),
    ] = None,
    cell: CellOption = None,
    deals: Annotated[
        int | None,
        typer.Option("--deals", metavar="N", min=1, help="Deals in each cell. [default: 84]"),
    ] = None,
    series: SeriesOption = SCREENING,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Where the result is written.")
    ] = GATES,
    runner: RunnerOption = RunnerName.POOL,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure a bot against the gate: frozen opponents, every edition at 2 to 6 seats.

    Each cell asks for a share of wins, and for a lower bound above the fair share. The result is
    written to a file that can be committed in any case. Reserved deals are opened once for each
    digest of a bot: if its result is there, the command refuses. A stopped run continues
    when the command is given again. Exit code 1 if any cell is missed.
    """
    verify_series(series)
    file = result_file(out, bot, series)
    verify_unopened(file, series)
    gate = load_gate()
    words = ["gate", "--bot", bot]
    if against is not None:
        gate = gate.narrowed(against.split(","))
        words += ["--against", against]
    texts = cell or [gate.cells]
    fixtures = gate.fixtures(bot, gather_cells(texts))
    n_deals = [gate.deals if deals is None else deals] * len(fixtures)
    plan = build_plan(words, texts, fixtures, n_deals, series, None)
    _folder, tallies = conduct("gate", plan, None, runner, workers)
    verdicts = judge(gate, tallies)
    result = result_of(plan, verdicts)
    out.mkdir(parents=True, exist_ok=True)
    text = json.dumps(result, indent=1, ensure_ascii=False) + "\n"
    write_atomically(file, text.encode("utf-8"))
    if as_json:
        print_json({**result, "file": str(file)})
    else:
        console = open_console()
        console.print(draw_gate(verdicts), soft_wrap=True)
        console.print(draw_faults(tallies))
        n_passed = sum([verdict.is_passed for verdict in verdicts])
        part = "" if result["whole"] else ", a part of the gate"
        console.print(f"{n_passed} of {len(verdicts)} cells{part}; {file}", soft_wrap=True)
    if not result["passed"]:
        raise typer.Exit(BAD)
