"""Options that most commands of ``gridwright admin`` take."""

from pathlib import Path
from typing import Annotated

import typer

from gridwright.cli.commands.data_option import data_option

FolderOption = Annotated[Path | None, data_option("As for serve.")]
DatabaseOption = Annotated[
    str,
    typer.Option("--database", metavar="URL", envvar="GRIDWRIGHT_DATABASE", help="As for serve."),
]
JsonOption = Annotated[bool, typer.Option("--json", "-j", help="Print JSON.")]
