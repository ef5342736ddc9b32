"""Consoles: results on standard output, progress and notes on standard error."""

import json
import sys
from typing import Any, Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.theme import Theme

THEME: Final = Theme({"markdown.code": "bold", "markdown.item.bullet": "dim"}, inherit=True)


def open_console(width: int | None = None) -> Console:
    """Standard output, without guesses about what to colour."""
    return Console(highlight=False, markup=False, emoji=False, theme=THEME, width=width)


def open_notes() -> Console:
    """The error stream: what is read now and need not be kept."""
    return Console(highlight=False, markup=False, emoji=False, theme=THEME, stderr=True)


def open_progress() -> Progress:
    """A bar on the error stream, if that is a terminal; it vanishes when the work is done."""
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
