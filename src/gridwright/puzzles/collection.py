"""The shipped puzzles."""

import gzip
import json
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from gridwright.puzzles.puzzle import Puzzle, puzzle_of

THEMES: Final = (
    "auction",
    "overbidding",
    "last-plant",
    "fuel",
    "building",
    "end-game",
    "card",
)
PUZZLES: Final = "puzzles.jsonl.gz"


class PuzzleCollection:
    """Puzzles by id."""

    def __init__(self, puzzles: Iterable[Puzzle]) -> None:
        self.puzzles: Final = {each.puzzle_id: each for each in puzzles}
        # The number of today's puzzle does not reveal tomorrow's.
        self._days: Final = sorted(_of_middle_lead(self.puzzles.values()), key=_shuffled)

    def find(self, puzzle_id: str) -> Puzzle | None:
        """Return a puzzle; None if there is none."""
        return self.puzzles.get(puzzle_id)

    def daily(self, day: int) -> Puzzle | None:
        """Return the puzzle of a day, counted from 1970: the same for everyone.

        Its best option is neither hardly ahead nor far ahead.
        """
        return self.puzzles[self._days[day % len(self._days)]] if self._days else None


@cache
def load_collection() -> PuzzleCollection:
    """Return all shipped puzzles, read once."""
    return PuzzleCollection([puzzle_of(each) for each in _records(PUZZLES)])


def pack(records: Iterable[Mapping[str, Any]]) -> bytes:
    """Pack records as they are shipped: compressed lines of JSON. Deterministic."""
    lines = [json.dumps(record, separators=(",", ":")) + "\n" for record in records]
    return gzip.compress("".join(lines).encode("ascii"), 9, mtime=0)


def unpack(packed: bytes) -> list[dict[str, Any]]:
    """Return the records of ``pack``."""
    return [json.loads(line) for line in gzip.decompress(packed).splitlines()]


def _of_middle_lead(puzzles: Iterable[Puzzle]) -> list[str]:
    """Return the ids of the puzzles in the middle half by lead."""
    ordered = sorted(puzzles, key=lambda each: (each.lead, each.puzzle_id))
    edge = len(ordered) // 4
    return [each.puzzle_id for each in ordered[edge : len(ordered) - edge]]


def _records(name: str) -> list[dict[str, Any]]:
    return unpack((files(__package__) / name).read_bytes())


def _shuffled(puzzle_id: str) -> bytes:
    return sha256(f"daily {puzzle_id}".encode()).digest()
