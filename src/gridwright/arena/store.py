"""A run on disk: a folder with a header and one line per game.

Lines are in the order of the plan, regardless of the worker. A stopped run can continue; an
incomplete line or deal is dropped and played again.
"""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final

from gridwright.arena.cells import Cell
from gridwright.arena.plan import Plan, PlanError, read_plan
from gridwright.arena.playing import Place, StoredRules
from gridwright.arena.records import Record, RecordError, read_record

HEADER: Final = "run.json"
GAMES: Final = "games.jsonl"


class StoreError(Exception):
    """The folder contains no run, another run, or a damaged one."""


class Store:
    """The games of one run, to read or to extend."""

    def __init__(self, folder: Path, plan: Plan, header: dict[str, Any]) -> None:
        self.folder: Final = folder
        self.plan: Final = plan
        self.header: Final = header

    @property
    def games_file(self) -> Path:
        return self.folder / GAMES

    def place(self, record: Record) -> Place:
        """Return the place of a stored game in the plan. Raises StoreError if it has none."""
        if not 0 <= record.fixture < len(self.plan.fixtures):
            raise StoreError(f"{self.games_file}: no fixture {record.fixture}")
        fixture = self.plan.fixtures[record.fixture]
        rules = self.rules_of(fixture.cell)
        return Place(fixture, record.fixture, self.plan.series, record.deal, record.place, rules)

    def rules_of(self, cell: Cell) -> StoredRules:
        """Return the rules by which the games of a cell were played."""
        try:
            return StoredRules(**self.header["rules"][str(cell)])
        except (KeyError, TypeError) as error:
            raise StoreError(f"{self.folder / HEADER}: no rules of {cell}") from error

    def lines(self) -> Iterator[bytes]:
        """Yield every complete line."""
        if self.games_file.exists():
            with self.games_file.open("rb") as lines:
                for line in lines:
                    if line.endswith(b"\n"):
                        yield line

    def records(self) -> Iterator[Record]:
        """Yield every game. Raises StoreError at the first line that is not a game."""
        for number, line in enumerate(self.lines(), start=1):
            try:
                yield read_record(line)
            except RecordError as error:
                raise StoreError(f"{self.games_file}:{number}: {error}") from error

    def deals(self) -> Iterator[list[Record]]:
        """Yield the games of each deal, in the order of the plan; skips an incomplete last deal."""
        games: list[Record] = []
        for record in self.records():
            if games and (games[0].fixture, games[0].deal) != (record.fixture, record.deal):
                raise StoreError(f"{self.games_file}: deal {games[0].deal} lacks games")
            if record.place != len(games):
                raise StoreError(
                    f"{self.games_file}: expected game {len(games)} of a deal, got {record.place}"
                )
            games.append(record)
            if len(games) == self.place(record).fixture.n_games:
                yield games
                games = []


class RunWriter:
    """Appends games to a run under a file lock: one process at a time."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store
        self._file: IO[bytes] | None = None

    def __enter__(self) -> "RunWriter":
        file = self._store.games_file.open("ab", buffering=0)
        if os.name == "posix":
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                file.close()
                raise StoreError(f"{self._store.folder}: another process plays this run") from error
        self._file = file
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def keep_only(self, n_bytes: int) -> None:
        """Truncate the file to this number of bytes, which drops an incomplete line or deal."""
        assert self._file is not None
        if self._store.games_file.stat().st_size > n_bytes:
            os.ftruncate(self._file.fileno(), n_bytes)

    def add(self, deals: Sequence[Sequence[bytes]]) -> None:
        """Add the lines of complete deals; once this returns they survive a loss of power."""
        assert self._file is not None
        left = memoryview(b"".join([line for lines in deals for line in lines]))
        while left:
            left = left[self._file.write(left) :]
        os.fsync(self._file.fileno())


def create_store(folder: Path, plan: Plan) -> Store:
    """Open the run of a plan in this folder: a new one, or a stopped one to continue."""
    header = plan.header()
    file = folder / HEADER
    if file.exists():
        store = open_store(folder)
        if store.header != header:
            parts = [name for name in header if header[name] != store.header.get(name)]
            raise StoreError(f"{folder} holds another run: other {', '.join(parts)}")
        return store
    if folder.exists() and any(folder.iterdir()):
        raise StoreError(f"{folder} holds something else; choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f".{HEADER}.part"
    with fresh.open("w", encoding="utf-8") as part:
        json.dump(header, part, indent=1, ensure_ascii=False)
        part.write("\n")
        part.flush()
        os.fsync(part.fileno())
    fresh.replace(file)
    return Store(folder, plan, header)


def open_store(folder: Path) -> Store:
    """Open the run in a folder. Raises StoreError if there is none."""
    try:
        header = json.loads((folder / HEADER).read_text("utf-8"))
        return Store(folder, read_plan(header), header)
    except FileNotFoundError as error:
        raise StoreError(f"{folder}: no run here ({HEADER})") from error
    except (PlanError, KeyError, TypeError, ValueError) as error:
        raise StoreError(f"{folder / HEADER}: {error}") from error
