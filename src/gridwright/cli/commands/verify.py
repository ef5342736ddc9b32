"""``gridwright verify``."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from gridwright.cli.drawing.names import rebuilt_line
from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.table_options import FiguresOption, load_figures
from gridwright.cli.terminal import open_console, open_progress, print_json
from gridwright.cli.transcripts import Source, find_transcripts, is_single
from gridwright.content.library import load_library
from gridwright.content.table import ContentError, find_figures
from gridwright.fair.receipt import (
    RECEIPT_CHECKS,
    Receipt,
    ReceiptError,
    check_receipt,
    parse_receipt,
)
from gridwright.fair.transcript import TranscriptError, parse_transcript
from gridwright.fair.verify import Outcome, Report
from gridwright.fair.verify import verify as verify_game

MARKS = {
    Outcome.OK: ("ok", "green"),
    Outcome.FAILED: ("FAILED", "bold red"),
    Outcome.SKIPPED: ("skipped", "dim"),
}


def verify(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE…",
            help="Transcripts, archived games, folders of them, files with one per line, or - for "
            "standard input.",
        ),
    ] = None,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Accept games that are sound and not over yet.")
    ] = False,
    receipt: Annotated[
        Path | None,
        typer.Option(
            "--receipt",
            metavar="FILE",
            help="What your browser kept of the game, saved on the page of its end.",
        ),
    ] = None,
    content: FiguresOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", "-j", help="Print every check as JSON.")
    ] = False,
) -> None:
    """Check games: that every action was legal, and that the dealing was as promised.

    The seed is checked against the commitment, the game is played and dealt again, and every
    outcome of chance is compared. Stops at the first bad game with exit code 1.

    With --receipt the game is also compared with what your browser kept: the promise that you
    were shown, the number that you added and the log as you saw it. The receipt alone prints
    its contents.
    """
    kept = None if receipt is None else _read_receipt(receipt)
    if not files:
        if kept is None:
            raise CommandFailed("expected transcripts, or a receipt with --receipt")
        _tell(kept, as_json)
        return
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
            if kept is not None:
                report = _with_receipt(report, kept, source)
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


def _read_receipt(file: Path) -> Receipt:
    try:
        return parse_receipt(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ReceiptError) as error:
        raise CommandFailed(f"{file}: {error}") from error


def _with_receipt(report: Report, kept: Receipt, source: Source) -> Report:
    """The report with the checks of the receipt behind it, unless the text cannot be read."""
    try:
        transcript = parse_transcript(source.text.decode("latin-1"))
    except TranscriptError:
        return report
    try:
        return Report((*report.checks, *check_receipt(kept, transcript)))
    except ReceiptError as error:
        raise CommandFailed(f"{source.name}: {error}") from error


def _tell(kept: Receipt, as_json: bool) -> None:
    """Print the contents of a receipt; without the game there is nothing to compare it with."""
    if as_json:
        print_json(asdict(kept))
        return
    console = open_console()
    lines = [f"A receipt of the game {kept.game}."]
    for ready in kept.ready:
        answer = "the server has it" if ready.answered else "the server never answered"
        lines += [
            f"  seat {ready.seat + 1}: promise before getting ready {ready.commit}",
            f"  seat {ready.seat + 1}: own number {ready.contribution} ({answer})",
        ]
    lines.append(f"  promise while the game ran: {kept.seen or 'not kept'}")
    lines.append(f"  moments of the log: {_span(kept)}")
    for line in lines:
        console.print(Text(line), soft_wrap=True)


def _span(kept: Receipt) -> str:
    versions = [head.version for head in kept.heads]
    return f"{len(versions)}, versions {versions[0]} to {versions[-1]}" if versions else "none"


def verdict(report: Report) -> str:
    """The whole report in a few words."""
    if report.failures:
        return "bad"
    if report.ok:
        return "good"
    skipped = {check.name for check in report.checks if check.outcome is Outcome.SKIPPED}
    if skipped <= {"chain", *RECEIPT_CHECKS}:
        return "the deal adds up, but the receipt does not hold everything"
    return "sound so far, not over and so not proven"


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
    rebuilt = _rebuilt_line(source)
    if rebuilt:
        console.print(Text(f"  {rebuilt}", style="dim"), soft_wrap=True)


def _rebuilt_line(source: Source) -> str:
    """How many plants of the game are from print; empty if all are, or the game is not read."""
    try:
        transcript = parse_transcript(source.text.decode("latin-1"))
        root = find_figures(transcript.table, transcript.rules)
    except (TranscriptError, ContentError):
        return ""
    table = transcript.table
    return rebuilt_line(load_library(table.edition, root, table.content).plants)


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
