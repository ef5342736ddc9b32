"""Store of answers to puzzles, deleted with their people."""

from collections.abc import Sequence
from typing import Final

from gridwright.puzzles.rating import SEASONED, Strength
from gridwright.puzzles.solving import Solved
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.errors import RowMissing, RowTaken
from gridwright.server.storage.rows import Row

_ANSWER: Final = """\
INSERT INTO puzzle_answer (person_id, puzzle_id, is_found, at) VALUES ($1, $2, $3, $4)
"""
_ANSWERED: Final = "SELECT puzzle_id FROM puzzle_answer WHERE person_id = $1"
_SOLVER: Final = "SELECT rating, deviation, tried, found FROM puzzle_solver WHERE person_id = $1"
_RATE_SOLVER: Final = """\
INSERT INTO puzzle_solver (person_id, rating, deviation, tried, found) VALUES ($1, $2, $3, 1, $4)
ON CONFLICT (person_id) DO UPDATE SET
    rating = excluded.rating, deviation = excluded.deviation,
    tried = puzzle_solver.tried + 1, found = puzzle_solver.found + excluded.found
"""
_PUZZLE: Final = "SELECT rating, deviation, tried, found FROM puzzle_record WHERE puzzle_id = $1"
_PUZZLES: Final = "SELECT puzzle_id, rating FROM puzzle_record"
_RATE_PUZZLE: Final = """\
INSERT INTO puzzle_record (puzzle_id, rating, deviation, tried, found) VALUES ($1, $2, $3, 1, $4)
ON CONFLICT (puzzle_id) DO UPDATE SET
    rating = puzzle_record.rating + $5, deviation = excluded.deviation,
    tried = puzzle_record.tried + 1, found = puzzle_record.found + excluded.found
"""
"""Answers may be concurrent, so the change is added to the current value."""


class PuzzleStore:
    """Answers, and the ratings computed from them."""

    def __init__(self, database: DatabaseStore) -> None:
        self._database: Final = database

    async def solver(self, person_id: str) -> Solved:
        return _solved(await self._database.rows(_SOLVER, person_id), Strength())

    async def puzzle(self, puzzle_id: str, difficulty: int) -> Solved:
        """Return the record of a puzzle; by its difficulty before the first attempt."""
        rows = await self._database.rows(_PUZZLE, puzzle_id)
        return _solved(rows, Strength(difficulty, SEASONED))

    async def ratings(self) -> dict[str, int]:
        """Return the ratings of all attempted puzzles."""
        return {row[0]: row[1] for row in await self._database.rows(_PUZZLES)}

    async def answered(self, person_id: str) -> set[str]:
        """Return the puzzles that a person has answered."""
        rows = await self._database.rows(_ANSWERED, person_id)
        return {row[0] for row in rows}

    async def keep(
        self,
        person_id: str,
        puzzle_id: str,
        is_found: bool,
        at: int,
        solver: Strength,
        puzzle: Strength,
        change: int,
    ) -> bool:
        """Store a first answer and the ratings after it; return False if there is one already."""
        n_found = int(is_found)
        try:
            await self._database.change(
                (_ANSWER, (person_id, puzzle_id, is_found, at)),
                (_RATE_SOLVER, (person_id, solver.rating, solver.deviation, n_found)),
                _rate_puzzle(puzzle_id, puzzle, n_found, change),
            )
        except (RowTaken, RowMissing):
            # Answered in another tab, or the account was deleted meanwhile.
            return False
        return True

    async def count(self, puzzle_id: str, is_found: bool, puzzle: Strength) -> None:
        """Count the attempt of a guest.

        The puzzle's rating does not change, because the guest's is not trusted.
        """
        await self._database.change(_rate_puzzle(puzzle_id, puzzle, int(is_found), 0))


def _rate_puzzle(
    puzzle_id: str, puzzle: Strength, n_found: int, change: int
) -> tuple[str, tuple[object, ...]]:
    row = (puzzle_id, puzzle.rating, puzzle.deviation, n_found, change)
    return _RATE_PUZZLE, row


def _solved(rows: Sequence[Row], first: Strength) -> Solved:
    if not rows:
        return Solved(first)
    rating, deviation, tried, found = rows[0]
    return Solved(Strength(rating, deviation), tried, found)
