"""The server's secrets in their own file, outside the database and its backups.

Each line is one secret in hexadecimal digits, the newest first.
"""

import os
import secrets
import stat
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import structlog

from gridwright.server.storage.errors import UnsafeKeyFile
from gridwright.server.storage.keys import KEY_BYTES, Keys

MAX_KEYS: Final = 100
_LINE: Final = 2 * KEY_BYTES
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_LOG: Final = structlog.get_logger()


def load_keys(path: Path) -> Keys:
    """Return the keys in the file; raise UnsafeKeyFile if others may read it or it has none."""
    newest, *older = _read(path)
    return Keys(newest, older, partial(_read_again, path))


def load_key(path: Path) -> bytes:
    """Return the newest secret; raise UnsafeKeyFile."""
    return _read(path)[0]


def load_or_make_keys(path: Path) -> Keys:
    """Return the keys in the file; without a file, make one and flush it to disk first."""
    if not path.exists():
        _make(path)
    return load_keys(path)


def load_or_make_key(path: Path) -> bytes:
    """Return the newest secret; creates the file like `load_or_make_keys`."""
    return load_or_make_keys(path).newest


def add_key(path: Path) -> Keys:
    """Add a new secret to the file and return all of them; raise UnsafeKeyFile."""
    found = _read(path)
    if len(found) >= MAX_KEYS:
        raise UnsafeKeyFile(f"{path}: expected fewer than {MAX_KEYS} keys")
    owner = path.stat()
    draft = _draft(path, [secrets.token_bytes(KEY_BYTES), *found])
    try:
        if os.name == "posix" and os.geteuid() == 0:
            # After a rotation by root, the file must stay readable for the user of the server.
            os.chown(draft, owner.st_uid, owner.st_gid)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    _flush_folder(path.parent)
    return load_keys(path)


def _read(path: Path) -> list[bytes]:
    with path.open("rb") as file:
        # Checks the open file, not the path, which may change meanwhile.
        mode = os.fstat(file.fileno()).st_mode
        if os.name == "posix" and mode & _OTHERS:
            raise UnsafeKeyFile(f"{path}: expected mode 0600, found {stat.S_IMODE(mode):04o}")
        text = file.read((_LINE + 2) * (MAX_KEYS + 1))
    try:
        found = [bytes.fromhex(line) for line in text.decode("ascii").split()]
    except ValueError as error:
        raise UnsafeKeyFile(f"{path}: expected hexadecimal digits") from error
    if not found or any(len(key) != KEY_BYTES for key in found):
        raise UnsafeKeyFile(f"{path}: expected {_LINE} hexadecimal digits")
    return found


def _read_again(path: Path) -> list[bytes] | None:
    """Read the file again; None if it cannot be read: a running server keeps its keys."""
    try:
        return _read(path)
    except (OSError, UnsafeKeyFile) as error:
        _LOG.warning("cannot read the key file again", exc_info=error)
        return None


def _make(path: Path) -> None:
    # The key file is created atomically and never replaced: a process that starts at the same time
    # finds either no file or a complete one, and the loser uses the winner's.
    draft = _draft(path, [secrets.token_bytes(KEY_BYTES)])
    try:
        with suppress(FileExistsError):
            _name(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    _flush_folder(path.parent)


def _draft(path: Path, keys: Sequence[bytes]) -> Path:
    """Write these keys to a temporary file next to the path, flushed to disk."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write("".join([f"{key.hex()}\n" for key in keys]))
        file.flush()
        os.fsync(file.fileno())
    return draft


def _name(draft: Path, path: Path) -> None:
    """Rename the draft; raise FileExistsError."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        # Some file systems, as those of memory sticks, have no hard links. A host at home is alone.
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
