"""The entry point of the program."""

import gc
import io
import sys
from typing import Final

from gridwright.cli.version import version_hint, version_line

HINT: Final = "gridwright: the command line needs typer and rich: pip install gridwright"
YOUNG_OBJECTS: Final = 50_000
"""Threshold of the young generation's garbage collection."""
VERSION_OPTIONS: Final = ("--version", "-V")


def prepare(hint: str) -> None:
    """Make the terminal ready; without Typer or Rich say how to install them."""
    try:
        import rich
        import typer
    except ModuleNotFoundError:
        print(hint, file=sys.stderr)
        raise SystemExit(2) from None
    del rich, typer
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # A sign that a terminal lacks is no failure.


def main() -> None:
    """Run a command."""
    if len(sys.argv) == 2 and sys.argv[1] in VERSION_OPTIONS:
        print(version_line())  # Importing Typer would take most of the time.
        if hint := version_hint():
            print(hint, file=sys.stderr)  # Programs read the first line alone.
        return
    # A start makes many objects that stay: looking through them again and again finds nothing.
    gc.set_threshold(YOUNG_OBJECTS)
    prepare(HINT)
    from gridwright.cli.app import app

    app(prog_name="gridwright")


if __name__ == "__main__":
    main()
