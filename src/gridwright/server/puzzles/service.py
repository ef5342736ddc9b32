"""Puzzles and their answers. The best choice is revealed with the answer, never before."""

import asyncio
from collections.abc import Collection
from typing import Final, Literal

from gridwright.protocol.analysis import Reason
from gridwright.protocol.puzzles import (
    JudgedChoice,
    PuzzleAnswer,
    PuzzleFace,
    PuzzleGuess,
    SolverRating,
    Theme,
)
from gridwright.protocol.refusals import Refused
from gridwright.puzzles.collection import PuzzleCollection
from gridwright.puzzles.puzzle import Puzzle
from gridwright.server.operations.steady_clock import Clock
from gridwright.server.puzzles.position import Position, build_position
from gridwright.server.puzzles.rating import Strength, rated
from gridwright.server.puzzles.store import PuzzleStore, Solved

DAY: Final = 86_400_000
"""Milliseconds of a day."""


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
        return await self._face(self._today(), person_id)

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
        fitting = [each for each in self._collection.puzzles.values() if theme in ("", each.theme)]
        fresh = [each for each in fitting if each.puzzle_id not in passed]
        # A person who has seen all of them starts again, but not with the last one.
        last = next(iter(seen), "")
        others = fresh or [each for each in fitting if each.puzzle_id != last] or fitting
        if not others:
            raise Refused("there is no such puzzle", "unknown_puzzle")
        ratings = await self._store.ratings()

        def distance(puzzle: Puzzle) -> tuple[int, str]:
            found = ratings.get(puzzle.puzzle_id, puzzle.difficulty)
            return abs(found - rating), puzzle.puzzle_id

        return await self._face(min(others, key=distance), person_id)

    async def answer(
        self, puzzle_id: str, person_id: str | None, guess: PuzzleGuess
    ) -> PuzzleAnswer:
        """Return the best choice; a first attempt is rated."""
        puzzle = self.find(puzzle_id)
        position = await self._position(puzzle)
        order = position.order
        if guess.choice >= len(order):
            raise Refused("there is no such choice", "unknown_choice")
        is_found = order[guess.choice] == puzzle.best
        if person_id is None:
            return await self._answer_guest(puzzle, position, guess, is_found)
        before = await self._store.solver(person_id)
        stood = await self._store.puzzle(puzzle_id, puzzle.difficulty)
        after = _after(before, stood.strength, is_found)
        strength = rated(stood.strength, before.strength, 0.0 if is_found else 1.0)
        change = strength.rating - stood.strength.rating
        counts = await self._store.keep(
            person_id, puzzle_id, is_found, self._clock(), after.strength, strength, change
        )
        if not counts:
            return _answer(puzzle, position, before, before, stood, False)
        stands = Solved(strength, stood.tried + 1, stood.found + int(is_found))
        return _answer(puzzle, position, before, after, stands, True)

    async def _answer_guest(
        self, puzzle: Puzzle, position: Position, guess: PuzzleGuess, is_found: bool
    ) -> PuzzleAnswer:
        """Return the answer with the guest's new rating, which the browser stores.

        The puzzle's rating does not change, because the guest's is not trusted.
        """
        before = _guest(guess)
        stood = await self._store.puzzle(puzzle.puzzle_id, puzzle.difficulty)
        if guess.again:
            return _answer(puzzle, position, before, before, stood, False)
        await self._store.count(puzzle.puzzle_id, is_found, stood.strength)
        after = _after(before, stood.strength, is_found)
        stands = Solved(stood.strength, stood.tried + 1, stood.found + int(is_found))
        return _answer(puzzle, position, before, after, stands, True)

    def find(self, puzzle_id: str) -> Puzzle:
        """Return a puzzle; raise Refused."""
        puzzle = self._collection.find(puzzle_id)
        if puzzle is None:
            raise Refused("there is no such puzzle", "unknown_puzzle")
        return puzzle

    def _today(self) -> Puzzle:
        puzzle = self._collection.daily(self._clock() // DAY)
        if puzzle is None:
            raise Refused("there is no puzzle today", "unknown_puzzle")
        return puzzle

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
            yours = _told(await self._store.solver(person_id))
            is_answered = puzzle.puzzle_id in await self._store.answered(person_id)
        stood = await self._store.puzzle(puzzle.puzzle_id, puzzle.difficulty)
        return PuzzleFace(
            puzzle_id=puzzle.puzzle_id,
            theme=_theme(puzzle),
            sheet=position.sheet,
            observation=position.observation,
            ways=position.ways,
            choices=position.choices,
            rating=stood.strength.rating,
            is_daily=puzzle is self._collection.daily(self._clock() // DAY),
            yours=yours,
            is_answered=is_answered,
        )


def _theme(puzzle: Puzzle) -> Theme:
    theme: Theme = puzzle.theme  # type: ignore[assignment]  # The collection has no other.
    return theme


def _guest(guess: PuzzleGuess) -> Solved:
    guest = guess.guest
    if guest is None:
        return Solved(Strength())
    return Solved(Strength(guest.rating, guest.deviation), guest.tried, guest.found)


def _after(before: Solved, puzzle: Strength, is_found: bool) -> Solved:
    strength = rated(before.strength, puzzle, 1.0 if is_found else 0.0)
    return Solved(strength, before.tried + 1, before.found + int(is_found))


def _told(solved: Solved) -> SolverRating:
    strength = solved.strength
    return SolverRating(strength.rating, strength.deviation, solved.tried, solved.found)


def _answer(
    puzzle: Puzzle, position: Position, before: Solved, after: Solved, stands: Solved, counts: bool
) -> PuzzleAnswer:
    options = [puzzle.options[place] for place in position.order]
    return PuzzleAnswer(
        best=position.order.index(puzzle.best),
        choices=[
            JudgedChoice(
                option.chance,
                option.error,
                [Reason(each.kind, each.better, each.played) for each in option.reasons],
            )
            for option in options
        ],
        lead=round(puzzle.lead, 4),
        round=puzzle.round,
        counts=counts,
        rating=stands.strength.rating,
        before=_told(before),
        after=_told(after),
        tried=stands.tried,
        found=stands.found,
    )
