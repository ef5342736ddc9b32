"""Packs: files with many recorded games, one per edition or board.

A pack is a text of transcripts, one after another and sorted by name, compressed with xz. ``xz -dc
tests/golden/card.txt.xz`` prints it without this package. Needs the standard library only.
"""

import lzma
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

PACK_SUFFIX: Final = ".txt.xz"
TRANSCRIPT_SUFFIX: Final = ".txt"
_BETWEEN: Final = re.compile(r"^(?=gridwright transcript )", re.MULTILINE)
_HEAD: Final = re.compile(r"gridwright transcript \S+\ngame (\S+)\n")

Key = Callable[[str], str | None]
"""The name under which a pack has a transcript; None if the text is no named transcript."""


def file_order(name: str) -> str:
    """Return the sort key of a game: the order of files in a folder of transcripts."""
    return f"{name}{TRANSCRIPT_SUFFIX}"


def game_name(transcript: str) -> str | None:
    head = _HEAD.match(transcript)
    return None if head is None else head[1]


def read_pack(file: Path, key: Key = game_name) -> dict[str, str]:
    """Return the transcripts of a pack by the name of their game, or by another key."""
    # Latin-1 and no newline translation: a changed line end is a changed transcript.
    text = lzma.decompress(file.read_bytes()).decode("latin-1")
    games: dict[str, str] = {}
    for transcript in _BETWEEN.split(text):
        if not transcript:
            continue
        name = key(transcript)
        if name is None or name in games:
            raise ValueError(f"{file}: expected named transcripts, got {transcript[:80]!r}")
        games[name] = transcript
    return games


def write_pack(file: Path, games: Mapping[str, str], key: Key = game_name) -> None:
    """Write transcripts as a pack. A pack with the same games is not changed."""
    if file.exists() and read_pack(file, key) == games:
        return
    text = "".join([games[name] for name in sorted(games, key=file_order)])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(lzma.compress(text.encode("latin-1"), preset=9 | lzma.PRESET_EXTREME))
    if read_pack(file, key) != games:
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
