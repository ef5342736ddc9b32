"""Solving puzzles: which one is next, what is shown before the answer, and the answer."""

from collections.abc import Collection, Mapping
from typing import Annotated, Final, Literal

import msgspec

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
from gridwright.puzzles.position import Position
from gridwright.puzzles.puzzle import Puzzle
from gridwright.puzzles.rating import FIRST, SEASONED, Strength, rated

DAY: Final = 86_400_000
"""Milliseconds of a day."""


class PuzzleQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Query of the next puzzle."""

    theme: Theme | Literal[""] = ""
    rating: Annotated[int, msgspec.Meta(ge=0, le=5_000)] = FIRST
    """Rating of a guest; that of a person is stored."""
    seen: Annotated[str, msgspec.Meta(max_length=6_000, pattern=r"^[a-z0-9,-]*$(?!\n)")] = ""
    """Puzzles that a guest has seen, the latest first, comma-separated."""

    def seen_ids(self) -> list[str]:
        return [each for each in self.seen.split(",") if each]


class Solved(msgspec.Struct, frozen=True):
    """Record of a puzzle or a person: the rating, and the numbers of attempts and right answers."""

    strength: Strength
    tried: int = 0
    found: int = 0

    def counted(self, is_found: bool, strength: Strength | None = None) -> "Solved":
        """Return the record after an attempt, with a new rating or the same."""
        return Solved(strength or self.strength, self.tried + 1, self.found + int(is_found))

    def told(self) -> SolverRating:
        strength = self.strength
        return SolverRating(strength.rating, strength.deviation, self.tried, self.found)


def untried(puzzle: Puzzle) -> Solved:
    """Return the record of a puzzle before the first attempt: rated by its difficulty."""
    return Solved(Strength(puzzle.difficulty, SEASONED))


def guest_of(guess: PuzzleGuess) -> Solved:
    """Return a guest's record, which only the guest's browser stores."""
    guest = guess.guest
    if guest is None:
        return Solved(Strength())
    return Solved(Strength(guest.rating, guest.deviation), guest.tried, guest.found)


def after_attempt(before: Solved, puzzle: Strength, is_found: bool) -> Solved:
    """Return the solver's record after a first attempt."""
    return before.counted(is_found, rated(before.strength, puzzle, 1.0 if is_found else 0.0))


# Choosing


def find_puzzle(collection: PuzzleCollection, puzzle_id: str) -> Puzzle:
    """Return a puzzle; raise Refused."""
    puzzle = collection.find(puzzle_id)
    if puzzle is None:
        raise Refused("there is no such puzzle", "unknown_puzzle")
    return puzzle


def puzzle_of_day(collection: PuzzleCollection, now: int) -> Puzzle:
    """Return the puzzle of the day of a time in milliseconds, by UTC; raise Refused."""
    puzzle = collection.daily(now // DAY)
    if puzzle is None:
        raise Refused("there is no puzzle today", "unknown_puzzle")
    return puzzle


def next_puzzle(
    collection: PuzzleCollection,
    theme: Theme | Literal[""],
    rating: int,
    seen: Collection[str],
    passed: Collection[str],
    ratings: Mapping[str, int],
) -> Puzzle:
    """Return the best match: preferably none of `passed`, and close to the rating; raise Refused.

    ``seen`` has the latest first. ``ratings`` are those that differ from the difficulty.
    """
    fitting = [each for each in collection.puzzles.values() if theme in ("", each.theme)]
    fresh = [each for each in fitting if each.puzzle_id not in passed]
    # A person who has seen all of them starts again, but not with the last one.
    last = next(iter(seen), "")
    others = fresh or [each for each in fitting if each.puzzle_id != last] or fitting
    if not others:
        raise Refused("there is no such puzzle", "unknown_puzzle")

    def distance(puzzle: Puzzle) -> tuple[int, str]:
        found = ratings.get(puzzle.puzzle_id, puzzle.difficulty)
        return abs(found - rating), puzzle.puzzle_id

    return min(others, key=distance)


# Showing


def face_of(
    puzzle: Puzzle,
    position: Position,
    stands: Solved,
    is_daily: bool,
    yours: SolverRating | None = None,
    is_answered: bool = False,
) -> PuzzleFace:
    """Return what is shown before the answer."""
    return PuzzleFace(
        puzzle_id=puzzle.puzzle_id,
        theme=_theme(puzzle),
        sheet=position.sheet,
        observation=position.observation,
        ways=position.ways,
        choices=position.choices,
        rating=stands.strength.rating,
        is_daily=is_daily,
        yours=yours,
        is_answered=is_answered,
    )


def is_best(puzzle: Puzzle, position: Position, choice: int) -> bool:
    """Return True for the best choice; raise Refused for an unknown one."""
    if choice >= len(position.order):
        raise Refused("there is no such choice", "unknown_choice")
    return position.order[choice] == puzzle.best


def answer_of(
    puzzle: Puzzle, position: Position, before: Solved, after: Solved, stands: Solved, counts: bool
) -> PuzzleAnswer:
    """Return what is shown after the answer; `stands` is the puzzle's record."""
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
        before=before.told(),
        after=after.told(),
        tried=stands.tried,
        found=stands.found,
    )


def guest_answer(
    puzzle: Puzzle, position: Position, guess: PuzzleGuess, stood: Solved
) -> tuple[PuzzleAnswer, bool]:
    """Return a guest's answer with the new rating, and True if it counts as an attempt.

    The puzzle's rating does not change, because the guest's is not trusted.
    """
    is_found = is_best(puzzle, position, guess.choice)
    before = guest_of(guess)
    if guess.again:
        return answer_of(puzzle, position, before, before, stood, False), False
    after = after_attempt(before, stood.strength, is_found)
    return answer_of(puzzle, position, before, after, stood.counted(is_found), True), True


def _theme(puzzle: Puzzle) -> Theme:
    theme: Theme = puzzle.theme  # type: ignore[assignment]  # The collection has no other.
    return theme
