"""``gridwright-lab bench tables``."""

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.terminal import open_notes
from gridwright_lab.bench.other_engine import told_in, verify_tree


def tables(
    beside: Annotated[
        Path | None,
        typer.Option("--beside", metavar="TREE", help="Measure another tree's product, too."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure the memory of a table that a server has in its cache, by edition.

    Tables of four in the middle of their games, next to thresholds. Exit code 1 if one is missed.
    """
    if importlib.util.find_spec("httpx") is None:
        raise CommandFailed("the server needs more parts: pip install 'gridwright-lab[bench]'")
    if beside is not None:
        verify_tree(beside)
    # Imported late, so that the other commands start without the server's parts.
    from gridwright_lab.load.resident import measure_tables

    with open_notes().status("loading …"):
        found = measure_tables()
        if beside is not None:
            for bar in told_in(beside, "tables")["bars"]:
                found.figures[f"{bar['name']} ({beside})"] = bar["figure"]
    if found.print(as_json):
        raise typer.Exit(BAD)
