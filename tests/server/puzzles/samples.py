"""Puzzles made by hand, of the shape of those that are shipped."""

import json
from pathlib import Path

from gridwright.puzzles.collection import PuzzleCollection
from gridwright.puzzles.puzzle import Puzzle, puzzle_of

_FILE = Path(__file__).parent / "sample.jsonl"


def sample_puzzles() -> list[Puzzle]:
    """An auction, fuel, the end of a card game, and a city."""
    return [puzzle_of(json.loads(line)) for line in _FILE.read_text("utf-8").splitlines()]


def sample_collection() -> PuzzleCollection:
    """All but the last one."""
    return PuzzleCollection(sample_puzzles()[:-1])
