"""Puzzles and their answers. The best choice is revealed with the answer, never before."""

import asyncio
from collections.abc import Collection
from typing import Final, Literal

from gridwright.protocol.puzzles import PuzzleAnswer, PuzzleFace, PuzzleGuess, Theme
from gridwright.puzzles.collection import PuzzleCollection
from gridwright.puzzles.position import Position, build_position
from gridwright.puzzles.puzzle import Puzzle
from gridwright.puzzles.rating import rated
from gridwright.puzzles.solving import (
    DAY,
    after_attempt,
    answer_of,
    face_of,
    find_puzzle,
    guest_answer,
    is_best,
    next_puzzle,
    puzzle_of_day,
)
from gridwright.server.operations.steady_clock import Clock
from gridwright.server.puzzles.store import PuzzleStore


class Puzzles:
    """The puzzles of a node."""

    def __init__(self, collection: PuzzleCollection, store: PuzzleStore, clock: Clock) -> None:
        self._collection: Final = collection
        self._store: Final = store
        self._clock: Final = clock
        self._positions: Final[dict[str, Position]] = {}
        """Cache by puzzle: the same position is requested often."""

    async def face(self, puzzle_id: str, person_id: str | None) -> PuzzleFace:
        """Return a puzzle by id; raise Refused."""
        return await self._face(self.find(puzzle_id), person_id)

    async def daily(self, person_id: str | None) -> PuzzleFace:
        """Return today's puzzle, by UTC."""
        return await self._face(puzzle_of_day(self._collection, self._clock()), person_id)

    async def next(
        self,
        person_id: str | None,
        theme: Theme | Literal[""],
        rating: int,
        seen: Collection[str],
    ) -> PuzzleFace:
        """Return the best match: preferably not tried yet, and close to the person's rating.

        A guest sends the rating and the seen puzzles; for a person the server stores both.
        """
        passed = set(seen)
        if person_id is not None:
            passed |= await self._store.answered(person_id)
            rating = (await self._store.solver(person_id)).strength.rating
        ratings = await self._store.ratings()
        puzzle = next_puzzle(self._collection, theme, rating, seen, passed, ratings)
        return await self._face(puzzle, person_id)

    async def answer(
        self, puzzle_id: str, person_id: str | None, guess: PuzzleGuess
    ) -> PuzzleAnswer:
        """Return the best choice; a first attempt is rated."""
        puzzle = self.find(puzzle_id)
        position = await self._position(puzzle)
        is_found = is_best(puzzle, position, guess.choice)
        if person_id is None:
            return await self._answer_guest(puzzle, position, guess, is_found)
        before = await self._store.solver(person_id)
        stood = await self._store.puzzle(puzzle_id, puzzle.difficulty)
        after = after_attempt(before, stood.strength, is_found)
        strength = rated(stood.strength, before.strength, 0.0 if is_found else 1.0)
        change = strength.rating - stood.strength.rating
        counts = await self._store.keep(
            person_id, puzzle_id, is_found, self._clock(), after.strength, strength, change
        )
        if not counts:
            return answer_of(puzzle, position, before, before, stood, False)
        return answer_of(puzzle, position, before, after, stood.counted(is_found, strength), True)

    async def _answer_guest(
        self, puzzle: Puzzle, position: Position, guess: PuzzleGuess, is_found: bool
    ) -> PuzzleAnswer:
        stood = await self._store.puzzle(puzzle.puzzle_id, puzzle.difficulty)
        answer, counts = guest_answer(puzzle, position, guess, stood)
        if counts:
            await self._store.count(puzzle.puzzle_id, is_found, stood.strength)
        return answer

    def find(self, puzzle_id: str) -> Puzzle:
        """Return a puzzle; raise Refused."""
        return find_puzzle(self._collection, puzzle_id)

    async def _position(self, puzzle: Puzzle) -> Position:
        found = self._positions.get(puzzle.puzzle_id)
        if found is None:
            # Replays a whole game, so it runs in a thread: the event loop stays free for tables.
            found = await asyncio.to_thread(build_position, puzzle)
            self._positions[puzzle.puzzle_id] = found
        return found

    async def _face(self, puzzle: Puzzle, person_id: str | None) -> PuzzleFace:
        position = await self._position(puzzle)
        yours = None
        is_answered = False
        if person_id is not None:
            yours = (await self._store.solver(person_id)).told()
            is_answered = puzzle.puzzle_id in await self._store.answered(person_id)
        stood = await self._store.puzzle(puzzle.puzzle_id, puzzle.difficulty)
        is_daily = puzzle is self._collection.daily(self._clock() // DAY)
        return face_of(puzzle, position, stood, is_daily, yours, is_answered)
