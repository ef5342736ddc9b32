"""Where the program begins."""

import io
import sys
from typing import Final

HINT: Final = "gridwright: the command line needs typer and rich: pip install 'gridwright[cli]'"


def main() -> None:
    """Run a command; without the extra ``cli`` say how to install it."""
    try:
        import rich
        import typer
    except ModuleNotFoundError:
        print(HINT, file=sys.stderr)
        raise SystemExit(2) from None
    del rich, typer
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # A sign that a terminal lacks is no failure.
    from gridwright.cli.app import app

    app(prog_name="gridwright")


if __name__ == "__main__":
    main()
