"""``gridwright arena``: what is done with runs that were played."""

import importlib.util
from pathlib import Path
from typing import Annotated, Final

import typer

from gridwright.arena.playing import write_transcript
from gridwright.arena.runners import open_runner
from gridwright.arena.store import open_store
from gridwright.arena.strength import measure_strength, merge, write_strengths
from gridwright.arena.verifying import verify_run
from gridwright.bots.strength import read_strengths
from gridwright.cli.commands.arena_options import (
    JsonOption,
    RunnerName,
    RunnerOption,
    WorkersOption,
    usable_cores,
)
from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.progress import ProgressDisplay
from gridwright.cli.terminal import open_console, print_json
from gridwright.fair.atomic_file import write_atomically
from gridwright.fair.transcript import format_transcript

PARTS: Final = ("matplotlib", "openskill")
MAX_SHOWN: Final = 10

RunsArgument = Annotated[list[Path], typer.Argument(metavar="RUN…", help="Folders of runs.")]


def require_arena_parts() -> None:
    """Raise CommandFailed, with what to install, unless plots and ratings can be made."""
    if any(importlib.util.find_spec(part) is None for part in PARTS):
        raise CommandFailed("the report needs more parts: pip install 'gridwright[arena]'")


def verify_command(
    runs: RunsArgument,
    again: Annotated[
        bool, typer.Option("--again", help="Let the bots play every game once more.")
    ] = False,
    runner: RunnerOption = RunnerName.POOL,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check stored games: play each again from its moves and compare everything stored about it.

    Every move is verified, every outcome of chance is dealt from the seed of its deal. Exit code 1
    if a game is not what its line says.
    """
    problems: list[str] = []
    n_games = 0
    for folder in runs:
        store = open_store(folder)
        with (
            open_runner(runner, workers or usable_cores()) as engine,
            ProgressDisplay("games", store.plan.n_games) as progress,
        ):
            for number, problem in verify_run(store, engine, again):
                n_games += 1
                if problem:
                    problems.append(f"{store.games_file}:{number}: {problem}")
                progress.add(1)
    if as_json:
        print_json({"ok": not problems, "games": n_games, "bad": problems})
    else:
        console = open_console()
        for problem in problems[:MAX_SHOWN]:
            console.print(problem, soft_wrap=True)
        console.print(f"{n_games - len(problems)} of {n_games} games are good.")
    if problems:
        raise typer.Exit(BAD)


def game_command(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    number: Annotated[int, typer.Argument(metavar="LINE", min=1, help="Which game, from 1.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Where it is written.")],
) -> None:
    """Write one stored game as a transcript, for replay and verify."""
    store = open_store(run)
    for line, record in enumerate(store.records(), start=1):
        if line == number:
            text = format_transcript(write_transcript(store.place(record), record.moves))
            write_atomically(out, text.encode("ascii"))
            return
    raise CommandFailed(f"{store.games_file}: no line {number}")


def report_command(
    runs: RunsArgument,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Where the report goes.")],
    as_json: JsonOption = False,
) -> None:
    """Write the results of runs: one page with plots, and the same numbers as JSON and CSV.

    Cross-tables, ratings, share by seat, strength by edition and number of seats, lengths, scores,
    and what the games of the strongest bot look like at the end.
    """
    require_arena_parts()
    from gridwright.arena.report.report_files import write_report

    figures = write_report([open_store(folder) for folder in runs], out)
    if as_json:
        print_json(figures)
    else:
        told = f"{figures['games']} games from {figures['deals']} deals"
        open_console().print(f"{told} in {out / 'index.html'}.", soft_wrap=True)


def strength_command(
    runs: RunsArgument,
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FILE", help="The file of measurements, as bots/strength.json."
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Write what runs measured into the file that bots carry.

    One row for each pair of bots, edition and number of seats. Rows that were measured again are
    replaced, rows of profiles that are gone are dropped.
    """
    fresh = measure_strength([open_store(folder) for folder in runs])
    if not fresh:
        raise CommandFailed("expected runs with matches, got none")
    old = read_strengths(out.read_text("utf-8")) if out.exists() else []
    rows = merge(old, fresh)
    write_atomically(out, write_strengths(rows).encode("utf-8"))
    if as_json:
        print_json({"written": len(fresh), "rows": len(rows), "file": str(out)})
    else:
        open_console().print(f"{len(fresh)} rows measured, {len(rows)} in {out}.", soft_wrap=True)
