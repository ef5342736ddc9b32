"""The key of the vault in a file of its own, outside the database and its backups."""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from gridwright.server.storage.errors import UnsafeKeyFile
from gridwright.server.storage.vault import KEY_BYTES

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def load_key(path: Path) -> bytes:
    """The key in the file, or UnsafeKeyFile if others may read it or it holds none."""
    with path.open("rb") as file:
        # The open file is asked, not the path, which may lead elsewhere a moment later.
        mode = os.fstat(file.fileno()).st_mode
        if os.name == "posix" and mode & _OTHERS:
            raise UnsafeKeyFile(f"{path}: expected mode 0600, found {stat.S_IMODE(mode):04o}")
        text = file.read(1024)
    try:
        key = bytes.fromhex(text.decode("ascii"))
    except ValueError as error:
        raise UnsafeKeyFile(f"{path}: expected hexadecimal digits") from error
    if len(key) != KEY_BYTES:
        raise UnsafeKeyFile(f"{path}: expected {2 * KEY_BYTES} hexadecimal digits")
    return key


def load_or_make_key(path: Path) -> bytes:
    """The key in the file; a new one, on disk before it is used, if there is no file."""
    if not path.exists():
        _make(path)
    return load_key(path)


def _make(path: Path) -> None:
    # The whole key appears under its name at once, and never over another: a process that starts
    # at the same time finds either nothing or a key, and the loser uses the winner's.
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_bytes(KEY_BYTES).hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            _name(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    _flush_folder(path.parent)


def _name(draft: Path, path: Path) -> None:
    """Give the draft its name, or FileExistsError."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        # Some file systems, as those of memory sticks, have no links. A host at home is alone.
        if path.exists():
            raise FileExistsError(str(path)) from None
        draft.rename(path)


def _flush_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
