"""Files and folders that only their owner may access."""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

_OWNER_FILE: Final = 0o600
_OWNER_FOLDER: Final = 0o700
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def make_private_folder(folder: Path) -> None:
    """Create a folder that others may not read; an existing one is unchanged."""
    folder.mkdir(_OWNER_FOLDER, parents=True, exist_ok=True)


def make_private_file(path: Path) -> None:
    """Create an empty file that others may not read; an existing one is unchanged.

    SQLite's other files get the mode of the database. If no file can be created, opening it reports
    the error.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_FILE))


def others_may_read(path: Path) -> bool:
    """Return whether others than the owner may read it; False where files have no modes."""
    return os.name == "posix" and bool(path.stat().st_mode & _OTHERS)
