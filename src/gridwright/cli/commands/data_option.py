"""``--data``: the server's folder, for the server and for those who look after it."""

from typing import Any

import typer

from gridwright.cli.data_folder import VARIABLE


def data_option(about: str) -> Any:
    """The option of a command, with what it says of the folder."""
    return typer.Option(
        "--data",
        "--folder",
        "-d",
        metavar="DIR",
        envvar=VARIABLE,
        help=f"{about} [default: the system's data folder]",
    )
