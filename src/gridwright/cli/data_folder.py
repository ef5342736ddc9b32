"""The folder in which games are kept, independent of the working folder, and the option for it."""

import os
from pathlib import Path
from typing import Annotated, Any, Final

import typer

VARIABLE: Final = "GRIDWRIGHT_DATA"
GAMES: Final = "games"
OLD_FOLDER: Final = Path("gridwright-server")
"""The former folder of a server's games, below the working folder."""


def data_folder() -> Path:
    """The folder that the environment names, or the one that the system has for such things."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("gridwright", appauthor=False)


def games_folder() -> Path:
    """Return the folder of the games of this terminal; created if it is missing."""
    home = data_folder()
    # The server keeps its key there too, so the folder is private from the start.
    home.mkdir(0o700, parents=True, exist_ok=True)
    folder = home / GAMES
    folder.mkdir(exist_ok=True)
    return folder


def data_option(about: str) -> Any:
    """Return the option ``--data`` with a help text that begins with ``about``."""
    return typer.Option(
        "--data",
        "--folder",
        "-d",
        metavar="DIR",
        envvar=VARIABLE,
        help=f"{about} [default: the system's data folder]",
    )


FolderOption = Annotated[Path | None, data_option("As for serve.")]
DatabaseOption = Annotated[
    str,
    typer.Option("--database", metavar="URL", envvar="GRIDWRIGHT_DATABASE", help="As for serve."),
]
JsonOption = Annotated[bool, typer.Option("--json", "-j", help="Print JSON.")]
