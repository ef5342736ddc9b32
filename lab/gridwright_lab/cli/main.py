"""Entry point of ``gridwright-lab``."""

from typing import Final

from gridwright.cli.main import prepare

HINT: Final = "gridwright-lab: the command line needs typer and rich: pip install gridwright-lab"


def main() -> None:
    """Run a command."""
    prepare(HINT)
    from gridwright_lab.cli.app import app

    app(prog_name="gridwright-lab")
