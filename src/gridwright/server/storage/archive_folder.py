"""Logs of finished games as compressed files, one per game, written once and never changed.

A file is XZ-compressed JSON, one object per line: first the game's row, then its entries. Its name
contains the game's id and a prefix of the digest of its content; so other content has another name,
and concurrent writers cannot damage each other's file. It contains no seeds: they remain sealed in
the database, where they are resealed with new keys.
"""

import hashlib
import lzma
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from gridwright.fair.atomic_file import write_atomically
from gridwright.server.storage.errors import DamagedArchive
from gridwright.server.storage.games import GameRecord
from gridwright.server.storage.private_files import make_private_folder
from gridwright.table.entries import LoggedEntry

FORMAT: Final = "gridwright-log-1"
ENDING: Final = ".json.xz"
_OWNER_FILE: Final = 0o600
_N_DIGITS: Final = 16
"""Digits of the digest in the name of a file."""
_MAX_BYTES: Final = 256 * 1024 * 1024
"""Maximum size of an uncompressed log in bytes; a larger file is refused."""


class _Header(msgspec.Struct, frozen=True):
    format: str
    game: GameRecord


class ArchivedLog(msgspec.Struct, frozen=True):
    """Content of a file: the game's row when it was archived, and its whole log."""

    game: GameRecord
    entries: list[LoggedEntry]


class InArchive(msgspec.Struct, frozen=True):
    """Database row of an archived log and its file."""

    game_id: str
    version: int
    """Number of entries in the file."""
    digest: str
    n_bytes: int
    at: int


class ArchiveFolder:
    """The files of one server. Nodes on several machines must see the same folder."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder

    def path(self, game_id: str, digest: str) -> Path:
        """Return the path of a file.

        Files are spread over folders, because there may be millions.
        """
        near = hashlib.sha256(game_id.encode()).hexdigest()[:2]
        return self._folder / near / f"{game_id}.{digest[:_N_DIGITS]}{ENDING}"

    def write(self, log: ArchivedLog, now: int) -> InArchive:
        """Write a log and read it back; only then may its rows be deleted.

        Raises DamagedArchive if the content differs when read back, or OSError.
        """
        text = encode_log(log)
        digest = hashlib.sha256(text).hexdigest()
        path = self.path(log.game.game_id, digest)
        make_private_folder(path.parent)
        write_atomically(path, lzma.compress(text), _OWNER_FILE)
        found = InArchive(log.game.game_id, len(log.entries), digest, path.stat().st_size, now)
        if self.read(found) != log.entries:
            raise DamagedArchive(log.game.game_id, "it does not read back as it was written")
        return found

    def read(self, found: InArchive) -> list[LoggedEntry]:
        """Return the whole log of a game; raise DamagedArchive."""
        path = self.path(found.game_id, found.digest)
        try:
            text = unpack(path.read_bytes())
        except OSError as error:
            raise DamagedArchive(found.game_id, f"{path.name}: {error.strerror}") from error
        except ValueError as error:
            raise DamagedArchive(found.game_id, f"{path.name}: {error}") from error
        if hashlib.sha256(text).hexdigest() != found.digest:
            raise DamagedArchive(found.game_id, f"{path.name}: another content than was stored")
        return decode_log(text).entries

    def remove(self, found: InArchive) -> None:
        """Remove the file of a deleted game. Idempotent."""
        self.path(found.game_id, found.digest).unlink(missing_ok=True)


def encode_log(log: ArchivedLog) -> bytes:
    """Return the file of a log. Deterministic: equal logs give equal bytes."""
    header = _Header(FORMAT, log.game)
    return b"".join([msgspec.json.encode(each) + b"\n" for each in (header, *log.entries)])


def unpack(packed: bytes) -> bytes:
    """Return the uncompressed bytes; raise ValueError."""
    unpacking = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    try:
        text = unpacking.decompress(packed, _MAX_BYTES)
    except (lzma.LZMAError, EOFError) as error:
        raise ValueError(f"expected an XZ file; {error}") from error
    if not unpacking.eof:
        raise ValueError("expected a whole file")
    return text


def decode_log(text: bytes) -> ArchivedLog:
    """Parse an uncompressed file; raise ValueError."""
    first, *rest = text.splitlines()
    header = msgspec.json.decode(first, type=_Header)
    if header.format != FORMAT:
        raise ValueError(f"expected {FORMAT}, got {header.format[:40]!r}")
    return ArchivedLog(header.game, _decode_entries(rest))


def _decode_entries(lines: Sequence[bytes]) -> list[LoggedEntry]:
    decoder = msgspec.json.Decoder(LoggedEntry)
    return [decoder.decode(line) for line in lines]
