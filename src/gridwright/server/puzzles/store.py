"""Where answers to puzzles are kept: beside the people who gave them, and gone with them."""

from collections.abc import Sequence
from typing import Final

import msgspec

from gridwright.server.puzzles import statements
from gridwright.server.puzzles.rating import SEASONED, Strength
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.errors import RowMissing, RowTaken
from gridwright.server.storage.rows import Row


class Solved(msgspec.Struct, frozen=True):
    """How a puzzle or a person stands: the strength, and how many attempts were right."""

    strength: Strength
    tried: int = 0
    found: int = 0


class PuzzleStore:
    """Answers, and the ratings that follow from them."""

    def __init__(self, database: DatabaseStore) -> None:
        self._database: Final = database

    async def solver(self, person_id: str) -> Solved:
        return _solved(await self._database.rows(statements.SOLVER, person_id), Strength())

    async def puzzle(self, puzzle_id: str, difficulty: int) -> Solved:
        """How a puzzle stands; by its difficulty until somebody has tried it."""
        rows = await self._database.rows(statements.PUZZLE, puzzle_id)
        return _solved(rows, Strength(difficulty, SEASONED))

    async def ratings(self) -> dict[str, int]:
        """The ratings of all puzzles that somebody has tried."""
        return {row[0]: row[1] for row in await self._database.rows(statements.PUZZLES)}

    async def answered(self, person_id: str) -> set[str]:
        """The puzzles that a person has answered."""
        rows = await self._database.rows(statements.ANSWERED, person_id)
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
        """Keep a first answer with the ratings after it; False if the person has given one."""
        n_found = int(is_found)
        try:
            await self._database.change(
                (statements.ANSWER, (person_id, puzzle_id, is_found, at)),
                (statements.RATE_SOLVER, (person_id, solver.rating, solver.deviation, n_found)),
                _rate_puzzle(puzzle_id, puzzle, n_found, change),
            )
        except (RowTaken, RowMissing):
            # Answered in another tab, or the account was deleted in this moment.
            return False
        return True

    async def count(self, puzzle_id: str, is_found: bool, puzzle: Strength) -> None:
        """Count the attempt of a guest, whose rating nobody can vouch for: the puzzle keeps its."""
        await self._database.change(_rate_puzzle(puzzle_id, puzzle, int(is_found), 0))


def _rate_puzzle(
    puzzle_id: str, puzzle: Strength, n_found: int, change: int
) -> tuple[str, tuple[object, ...]]:
    row = (puzzle_id, puzzle.rating, puzzle.deviation, n_found, change)
    return statements.RATE_PUZZLE, row


def _solved(rows: Sequence[Row], first: Strength) -> Solved:
    if not rows:
        return Solved(first)
    rating, deviation, tried, found = rows[0]
    return Solved(Strength(rating, deviation), tried, found)
