"""Consoles and tables: results on standard output, progress and notes on standard error."""

import json
import sys
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

if TYPE_CHECKING:
    from rich.progress import Progress

THEME: Final = Theme({"markdown.code": "bold", "markdown.item.bullet": "dim"}, inherit=True)


def open_console(width: int | None = None) -> Console:
    """Standard output, without guesses about what to colour."""
    return Console(highlight=False, markup=False, emoji=False, theme=THEME, width=width)


def open_notes() -> Console:
    """The error stream: what is read now and need not be kept."""
    return Console(highlight=False, markup=False, emoji=False, theme=THEME, stderr=True)


def open_progress() -> "Progress":
    """A bar on the error stream, if that is a terminal; it vanishes when the work is done."""
    # Late: few commands take long enough for a bar.
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    notes = open_notes()
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=notes,
        transient=True,
        disable=not notes.is_terminal,
    )


def print_json(value: Any) -> None:
    """The value as JSON on standard output, readable and with sorted keys."""
    print(json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False), flush=True)


def is_interactive() -> bool:
    """Return True if input and output are both a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def draw_threshold(reached: bool) -> Text:
    return Text("ok", style="green") if reached else Text("MISSED", style="bold red")


def number_table(*headings: str) -> Table:
    """An empty one; the first column is text, the others are numbers."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left", no_wrap=True)
    return table
