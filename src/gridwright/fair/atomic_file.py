"""Atomic file writes: after a crash a file has its old content or its new one."""

import os
from pathlib import Path


def write_atomically(path: Path, content: bytes, mode: int = 0o666, keep: bool = True) -> None:
    """Replace a file atomically. With ``keep`` the new content survives a loss of power.

    The content is written to a temporary file first, whose name the next attempt reuses.
    """
    fresh = part_of(path)
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with open(descriptor, "wb") as file:
        file.write(content)
    put_in_place(fresh, path, keep)


def part_of(path: Path) -> Path:
    """Return the path of the temporary file with the new content."""
    return path.with_name(f".{path.name}.part")


def put_in_place(fresh: Path, path: Path, keep: bool = True) -> None:
    """Rename a complete temporary file; with ``keep`` it is flushed to disk first."""
    if keep:
        with fresh.open("rb+") as file:
            os.fsync(file.fileno())
    fresh.replace(path)
    if keep and os.name == "posix":
        _keep_name(path.parent)


def _keep_name(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
