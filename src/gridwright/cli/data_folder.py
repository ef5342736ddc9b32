"""The folder in which games are kept, independent of the working folder."""

import os
from pathlib import Path
from typing import Final

VARIABLE: Final = "GRIDWRIGHT_DATA"
GAMES: Final = "games"
OLD_FOLDER: Final = Path("gridwright-server")
"""Where a server kept its games before there was a data folder: in the working folder."""


def data_folder() -> Path:
    """The folder that the environment names, or the one that the system has for such things."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("gridwright", appauthor=False)


def games_folder() -> Path:
    """Where the games of this terminal lie; it is there afterwards."""
    home = data_folder()
    # The server keeps its key there too, so the folder is private from the start.
    home.mkdir(0o700, parents=True, exist_ok=True)
    folder = home / GAMES
    folder.mkdir(exist_ok=True)
    return folder
