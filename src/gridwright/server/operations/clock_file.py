"""The server's time across restarts, in a file next to the key.

While a machine is up, the time elapsed since its start is the same for every process. So the file
stores the offset of the server's time from it. Processes that share the folder share the time.
"""

import os
import secrets
from pathlib import Path
from typing import Final

import msgspec
import structlog

_MAX_BYTES: Final = 1_024
_LOG: Final = structlog.get_logger()


class _Stored(msgspec.Struct, frozen=True):
    boot: str
    """Boot id for which the offset is valid."""
    ahead: int
    """Server's time minus the elapsed time of the machine, in milliseconds."""


class ClockFile:
    """Offset of the server's time, read when a process starts and written when it changes."""

    def __init__(self, path: Path) -> None:
        self._path: Final = path

    def load(self, boot: str) -> int | None:
        """Return the stored offset for this boot of the machine; None if there is none."""
        try:
            with self._path.open("rb") as file:
                kept = msgspec.json.decode(file.read(_MAX_BYTES), type=_Stored)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.MsgspecError) as error:
            _LOG.warning("cannot read the file of the clock", exc_info=error)
            return None
        return kept.ahead if boot and kept.boot == boot else None

    def keep(self, boot: str, ahead: int) -> None:
        """Store the offset atomically. A full disk is not an error."""
        if not boot:
            return
        draft = self._path.with_name(f".{self._path.name}.{secrets.token_hex(4)}")
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(_Stored(boot, ahead)))
            draft.replace(self._path)
        except OSError as error:
            draft.unlink(missing_ok=True)
            _LOG.warning("cannot write the file of the clock", exc_info=error)
