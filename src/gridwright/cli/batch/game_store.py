"""Stores of simulated games: a folder with a file each, or one file with a line each.

Both hold only whole games of one table. The games of a stopped run are found again.
"""

import abc
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from gridwright.cli.batch.simulated_game import SimulatedGame, game_name, read_simulated
from gridwright.cli.errors import CommandFailed
from gridwright.cli.transcripts import LINES_SUFFIX, Source, text_of_line
from gridwright.content.table import TableSpec
from gridwright.fair.atomic_file import write_atomically


class GameStore(abc.ABC):
    """Keeps games by number. Games are added in ascending order."""

    def __init__(self, path: Path, spec: TableSpec, bots: Sequence[str]) -> None:
        self.path: Final = path
        self.spec: Final = spec
        self.bots: Final = bots

    @abc.abstractmethod
    def kept(self, numbers: range) -> Iterator[SimulatedGame]:
        """The games among these numbers that are there already, ascending."""

    @abc.abstractmethod
    def add(self, played: SimulatedGame) -> None:
        """Append a game; it is stored whole, also if the process is killed afterwards."""

    def _played(self, number: int, source: Source) -> SimulatedGame:
        transcript = source.transcript()
        if transcript.table != self.spec or transcript.game_id != game_name(self.bots, number):
            raise CommandFailed(f"{source.name} holds another game; choose another --out")
        return read_simulated(number, transcript)


def open_game_store(path: Path, spec: TableSpec, bots: Sequence[str] = ()) -> GameStore:
    """The store at a path: one file if its suffix says so, else a folder."""
    if path.suffix == LINES_SUFFIX:
        return LineStore(path, spec, bots)
    return FolderStore(path, spec, bots)


class FolderStore(GameStore):
    """A file for each game."""

    def _file(self, number: int) -> Path:
        return self.path / f"game-{number:06}.txt"

    def kept(self, numbers: range) -> Iterator[SimulatedGame]:
        if self.path.exists() and not self.path.is_dir():
            raise CommandFailed(f"{self.path} is a file; a file of games ends in {LINES_SUFFIX}")
        self.path.mkdir(parents=True, exist_ok=True)
        for number in numbers:
            file = self._file(number)
            if file.exists() and file.stat().st_size:
                yield self._played(number, Source(str(file), file.read_bytes()))

    def add(self, played: SimulatedGame) -> None:
        # Losing power costs the last games, which the next run plays again.
        write_atomically(self._file(played.number), played.text.encode("ascii"), keep=False)


class LineStore(GameStore):
    """One file, a line of JSON for each game, in ascending order."""

    def kept(self, numbers: range) -> Iterator[SimulatedGame]:
        if self.path.is_dir():
            raise CommandFailed(f"{self.path} is a folder")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.path.exists():
            return
        whole = 0
        with self.path.open("rb") as lines:
            for place, line in enumerate(lines):
                if not line.endswith(b"\n"):
                    break
                if place >= len(numbers):
                    raise CommandFailed(f"{self.path} holds more games; choose another --out")
                number = numbers[place]
                text = text_of_line(self.path, place + 1, line)
                yield self._played(number, Source(f"{self.path}:{place + 1}", text))
                whole += len(line)
        # A line that was cut off is played again.
        if whole < self.path.stat().st_size:
            os.truncate(self.path, whole)

    def add(self, played: SimulatedGame) -> None:
        record = {"game": played.number, "transcript": played.text}
        line = json.dumps(record, sort_keys=True, separators=(",", ":")) + "\n"
        with self.path.open("ab", buffering=0) as file:
            file.write(line.encode("ascii"))
