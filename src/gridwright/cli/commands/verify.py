"""``gridwright verify``."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from gridwright.cli.errors import BAD
from gridwright.cli.table_options import FiguresOption, load_figures
from gridwright.cli.terminal import open_console, open_progress, print_json
from gridwright.cli.transcripts import Source, find_transcripts, is_single
from gridwright.fair.verify import Outcome, Report
from gridwright.fair.verify import verify as verify_game

MARKS = {
    Outcome.OK: ("ok", "green"),
    Outcome.FAILED: ("FAILED", "bold red"),
    Outcome.SKIPPED: ("skipped", "dim"),
}


def verify(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE…",
            help="Transcripts, archived games, folders of them, files with one per line, or - for "
            "standard input.",
        ),
    ],
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Accept games that are sound and not over yet.")
    ] = False,
    content: FiguresOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", "-j", help="Print every check as JSON.")
    ] = False,
) -> None:
    """Check games: that every action was legal, and that the dealing was as promised.

    The seed is checked against the commitment, the game is played and dealt again, and every
    outcome of chance is compared. Stops at the first bad game with exit code 1.
    """
    for folder in content or []:
        load_figures(folder)
    console = open_console()
    results: list[dict[str, Any]] = []
    good = True
    holds_one = len(files) == 1 and is_single(files[0])
    with open_progress() as progress:
        task = progress.add_task("games", total=None)
        for source in (each for file in files for each in find_transcripts(file)):
            source.verify_figures()
            report = verify_game(source.text)
            good = report.ok or (unfinished and not report.failures)
            results.append(_describe(source, report, good))
            if not as_json:
                _print(console, source, report, good, in_full=not good or holds_one)
            progress.advance(task)
            if not good:
                break
    if as_json:
        print_json({"ok": good, "files": results})
    elif len(results) > 1:
        n_good = sum(result["ok"] for result in results)
        console.print(Text(f"{n_good} of {len(results)} games are good."))
    if not good:
        raise typer.Exit(BAD)


def verdict(report: Report) -> str:
    """The whole report in a few words."""
    if report.failures:
        return "bad"
    return "good" if report.ok else "sound so far, not over and so not proven"


def _print(console: Console, source: Source, report: Report, good: bool, in_full: bool) -> None:
    style = "bold green" if report.ok else "bold" if good else "bold red"
    line = Text.assemble(f"{source.name}: ", (verdict(report), style))
    console.print(line, soft_wrap=True)
    if not in_full:
        return
    for check in report.checks:
        word, style = MARKS[check.outcome]
        place = f"line {check.line}: " if check.line is not None else ""
        drawn = Text.assemble(f"  {check.name:<14}", (f"{word:<8}", style), place, check.detail)
        drawn.rstrip()
        console.print(drawn, soft_wrap=True)


def _describe(source: Source, report: Report, good: bool) -> dict[str, Any]:
    return {
        "file": source.name,
        "ok": good,
        "verdict": verdict(report),
        "checks": [
            {
                "check": check.name,
                "outcome": check.outcome.value,
                "line": check.line,
                "detail": check.detail,
            }
            for check in report.checks
        ],
    }
