"""A database of running games that an earlier version made, and how each of them must end.

A folder below ``tests/corpus``, named by the commit that made it, holds:

- ``corpus.json``: the commit, and for each game its table, its rules identity and its last digest,
- ``games.db.xz``: the database, ``server.key``: the key that opens its seeds,
- ``continuations.json.xz``: the moves that are left to play, by game.

Bots may play better in a later version, so the moves of bots are recorded as well.
"""

import json
import lzma
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from gridwright.server.storage.key_file import load_key

FOLDER: Final = Path("tests/corpus")
"""Folder of the corpora in a checkout."""
INDEX: Final = "corpus.json"
DATABASE: Final = "games.db"
KEY_FILE: Final = "server.key"
CONTINUATIONS: Final = "continuations.json.xz"


@dataclass(frozen=True)
class RunningGame:
    """A game of a corpus: what it is, where it stands, and how it must end."""

    game_id: str
    table: str
    """Edition, preset, board, seats and options."""
    rules: str
    status: str
    version: int
    digest: str
    """Digest of the last position."""
    n_lines: int
    """Moves of seats that are left."""


@dataclass(frozen=True)
class Person:
    """A person with an account in the database and seats at some of its tables."""

    name: str
    password: str
    tables: list[str]


@dataclass(frozen=True)
class Corpus:
    """The games that one commit made."""

    folder: Path
    commit: str
    person: Person
    games: list[RunningGame]

    def kinds(self) -> set[tuple[str, str]]:
        """The editions and presets that are played."""
        return {(edition, preset) for edition, preset, *_rest in map(_words, self.games)}

    def copy_to(self, place: Path) -> str:
        """Unpack database and key into a folder; the address of the database."""
        place.mkdir(parents=True, exist_ok=True)
        with lzma.open(self.folder / f"{DATABASE}.xz") as packed:
            (place / DATABASE).write_bytes(packed.read())
        key = place / KEY_FILE
        key.write_bytes((self.folder / KEY_FILE).read_bytes())
        key.chmod(0o600)
        return f"sqlite:///{place / DATABASE}"

    def continuations(self) -> dict[str, list[str]]:
        """The moves that are left, by game."""
        with lzma.open(self.folder / CONTINUATIONS, "rt", encoding="ascii") as packed:
            found: dict[str, list[str]] = json.load(packed)
        return found


def _words(game: RunningGame) -> list[str]:
    return game.table.split("/")


def load_corpora(folder: Path = FOLDER) -> list[Corpus]:
    """Every corpus below a folder, the oldest name first."""
    return [_load(index.parent) for index in sorted(folder.glob(f"*/{INDEX}"))]


def _load(folder: Path) -> Corpus:
    plain: dict[str, Any] = json.loads((folder / INDEX).read_text(encoding="ascii"))
    games = [RunningGame(**each) for each in plain["games"]]
    return Corpus(folder, plain["commit"], Person(**plain["person"]), games)


def key_of(place: Path) -> bytes:
    """The key beside an unpacked database."""
    return load_key(place / KEY_FILE)


def write_corpus(corpus: Corpus, place: Path, continuations: dict[str, list[str]]) -> int:
    """Pack the database and key of a folder with the rest of a corpus; how many bytes it has."""
    corpus.folder.mkdir(parents=True)
    plain = {
        "commit": corpus.commit,
        "person": asdict(corpus.person),
        "games": [asdict(game) for game in corpus.games],
    }
    text = json.dumps(plain, indent=1) + "\n"
    (corpus.folder / INDEX).write_text(text, encoding="ascii")
    packed = lzma.compress((place / DATABASE).read_bytes(), preset=9 | lzma.PRESET_EXTREME)
    (corpus.folder / f"{DATABASE}.xz").write_bytes(packed)
    (corpus.folder / KEY_FILE).write_bytes((place / KEY_FILE).read_bytes())
    moves = json.dumps(continuations, separators=(",", ":")).encode("ascii")
    packed = lzma.compress(moves, preset=9 | lzma.PRESET_EXTREME)
    (corpus.folder / CONTINUATIONS).write_bytes(packed)
    return sum(os.path.getsize(file) for file in corpus.folder.iterdir())
