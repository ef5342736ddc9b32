"""``gridwright-lab bench start``."""

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.terminal import open_notes
from gridwright_lab.bench.other_engine import verify_tree


def start(
    starts: Annotated[
        int, typer.Option("--starts", metavar="N", min=1, help="Starts of each command.")
    ] = 7,
    beside: Annotated[
        Path | None,
        typer.Option("--beside", metavar="TREE", help="Start another tree's product in turns."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure what a start costs: `serve` to its first answer, `play` to its first prompt.

    CPU time of the process on a second start, medians; then the first list of running games that a
    started server returns. Exit code 1 if a threshold is missed.
    """
    if importlib.util.find_spec("uvicorn") is None:
        raise CommandFailed("the server needs more parts: pip install 'gridwright-lab[bench]'")
    if beside is not None:
        verify_tree(beside)
    # Imported late, so that the other commands start without the server's parts.
    from gridwright_lab.load.start import measure_starts

    with open_notes().status("starting …"):
        found = measure_starts(starts, beside)
    if found.print(as_json):
        raise typer.Exit(BAD)
