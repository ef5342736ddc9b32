"""The log of a table as a hash chain: the digest of an entry covers all entries before it.

The chain is computed from public data that every watcher receives. No digest covers a hidden card,
limit or night, so none can be guessed by comparing digests.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.fair.commit import prefixed

LABEL: Final = b"gridwright-chain-1"

OPENED: Final = "opened"
CHANGED: Final = "table_changed"
READY: Final = "got_ready"
STOOD_UP: Final = "stood_up"
UNDONE: Final = "undone"
REVEALED: Final = "revealed"


@dataclass(frozen=True)
class ChainEntry:
    """The public part of one log entry."""

    kind: str
    at: int
    """Milliseconds since 1970."""
    seat: int | None
    fact: str
    """A commitment, a contribution, a seed, or the version from which an undo counts."""
    lines: tuple[str, ...]

    def head(self) -> str:
        """Return the entry without its lines, as text."""
        seat = "-" if self.seat is None else self.seat
        return f"{self.kind} {self.at} {seat} {self.fact or '-'}"


def first_digest(game_id: str) -> bytes:
    """Return the digest before the first entry."""
    return hashlib.sha256(LABEL + prefixed(game_id.encode("ascii"))).digest()


def next_digest(previous: bytes, version: int, entry: ChainEntry) -> bytes:
    """Return the digest of an entry after all earlier entries."""
    text = "\n".join((f"{version} {entry.head()}", *entry.lines))
    return hashlib.sha256(LABEL + previous + text.encode("ascii")).digest()


def digests(game_id: str, log: Iterable[ChainEntry]) -> list[bytes]:
    """Return ``digests[version]`` of a whole log; the first one is that before any entry."""
    found = [first_digest(game_id)]
    for version, entry in enumerate(log, start=1):
        found.append(next_digest(found[-1], version, entry))
    return found


def taken_back(log: Sequence[ChainEntry]) -> set[int]:
    """Return the versions whose moves were undone."""
    found: set[int] = set()
    for version, entry in enumerate(log, start=1):
        if entry.kind == UNDONE:
            found.update(range(int(entry.fact), version))
    return found


def contributions(log: Iterable[ChainEntry]) -> dict[int, str]:
    """Return the contribution of each seat when the game began, in hexadecimal digits."""
    given: dict[int, str] = {}
    for entry in log:
        if entry.kind == CHANGED:
            given.clear()
        elif entry.seat is None:
            continue
        elif entry.kind == STOOD_UP:
            given.pop(entry.seat, None)
        elif entry.kind == READY and entry.fact:
            given[entry.seat] = entry.fact
    return given
