"""Packs: files with many recorded games, one per edition or board.

A pack is a text of transcripts, one after another and sorted by name, compressed with xz. ``xz -dc
tests/golden/card.txt.xz`` prints it without this package. Needs the standard library only.
"""

import lzma
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

PACK_SUFFIX: Final = ".txt.xz"
TRANSCRIPT_SUFFIX: Final = ".txt"
_BETWEEN: Final = re.compile(r"^(?=gridwright transcript )", re.MULTILINE)
_HEAD: Final = re.compile(r"gridwright transcript \S+\ngame (\S+)\n")


def file_order(name: str) -> str:
    """Return the sort key of a game: the order of files in a folder of transcripts."""
    return f"{name}{TRANSCRIPT_SUFFIX}"


def read_pack(file: Path) -> dict[str, str]:
    """Return the transcripts of a pack by the name of their game."""
    # Latin-1 and no newline translation: a changed line end is a changed transcript.
    text = lzma.decompress(file.read_bytes()).decode("latin-1")
    games: dict[str, str] = {}
    for transcript in _BETWEEN.split(text):
        if not transcript:
            continue
        head = _HEAD.match(transcript)
        if head is None or head[1] in games:
            raise ValueError(f"{file}: expected named transcripts, got {transcript[:80]!r}")
        games[head[1]] = transcript
    return games


def write_pack(file: Path, games: Mapping[str, str]) -> None:
    """Write transcripts as a pack. A pack with the same games is not changed."""
    if file.exists() and read_pack(file) == games:
        return
    text = "".join([games[name] for name in sorted(games, key=file_order)])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(lzma.compress(text.encode("latin-1"), preset=9 | lzma.PRESET_EXTREME))
    if read_pack(file) != games:
        raise ValueError(f"{file}: expected transcripts that name their games, got others")


def read_folder(folder: Path) -> dict[str, str]:
    """Return every transcript in a folder by name, in single files and in packs."""
    games = {
        file.stem: file.read_bytes().decode("latin-1")
        for file in folder.glob(f"*{TRANSCRIPT_SUFFIX}")
    }
    for pack in sorted(folder.glob(f"*{PACK_SUFFIX}")):
        for name, text in read_pack(pack).items():
            if games.setdefault(name, text) is not text:
                raise ValueError(f"expected each name once, got {name} again in {pack}")
    return {name: games[name] for name in sorted(games, key=file_order)}
