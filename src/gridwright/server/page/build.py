"""The files of the built client, read once when a server starts."""

import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parent / "built"
"""Folder of the build that ``make web`` writes, in a checkout and in the wheel."""
INDEX: Final = "index.html"
HASHED: Final = "assets/"
"""Folder of files with a hash of the content in their names."""
BROTLI: Final = ".br"
"""Suffix of the compressed copy that the build writes next to each file."""

_TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
"""Media types that differ between the tables of operating systems."""


@dataclass(frozen=True)
class BuiltFile:
    """A file with its response headers."""

    content: bytes
    media_type: str
    is_hashed: bool
    brotli: bytes = b""


def read_build(folder: Path = FOLDER) -> dict[str, BuiltFile]:
    """Return the files by path below the folder; empty without a complete build."""
    if not (folder / INDEX).is_file():
        return {}
    found: dict[str, BuiltFile] = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.suffix != BROTLI:
            path = file.relative_to(folder).as_posix()
            packed = file.with_name(file.name + BROTLI)
            brotli = packed.read_bytes() if packed.is_file() else b""
            is_hashed = path.startswith(HASHED)
            found[path] = BuiltFile(file.read_bytes(), media_type(path), is_hashed, brotli)
    return found


def media_type(path: str) -> str:
    suffix = Path(path).suffix
    return _TYPES.get(suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
