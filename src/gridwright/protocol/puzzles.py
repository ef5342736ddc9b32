"""A puzzle, and its solution once it was answered."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from gridwright.protocol.observation import Observation
from gridwright.protocol.records import Do
from gridwright.protocol.sheet import TableSheet

Theme: TypeAlias = Literal["auction", "fuel", "building", "end-game", "card", "lesson"]
MAX_OPTIONS = 4


class PuzzleChoice(msgspec.Struct, frozen=True):
    """Something that can be decided there."""

    actions: list[Do]
    """The actions, in the words of an order."""
    up_to: int
    """Highest bid; 0 where it bids for nothing, or no further than its action says."""
    cost: int
    """Immediate cost."""


class PaidWay(msgspec.Struct, frozen=True):
    """A connection that a seat has paid for."""

    seat: int
    path: list[int]
    """The cities along it."""


class PuzzleFace(msgspec.Struct, frozen=True):
    """A position as its seat sees it, and what can be decided: nothing about what is best."""

    puzzle_id: str
    theme: Theme
    sheet: TableSheet
    observation: Observation
    ways: list[PaidWay]
    choices: list[PuzzleChoice]
    rating: int
    """Difficulty of the puzzle; 0 for a step of a lesson."""
    is_daily: bool
    """True if it is today's."""
    yours: "SolverRating | None"
    """The caller's puzzle rating; null for a guest."""
    is_answered: bool
    """True if that person has answered it before: then nothing counts any more."""


class SolverRating(msgspec.Struct, frozen=True):
    """Puzzle rating of a person."""

    rating: Annotated[int, msgspec.Meta(ge=0, le=5_000)]
    deviation: Annotated[int, msgspec.Meta(ge=1, le=500)]
    """Uncertainty of the rating."""
    tried: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    found: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0


class PuzzleGuess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choice that the caller takes for the best."""

    choice: Annotated[int, msgspec.Meta(ge=0, lt=MAX_OPTIONS)]
    guest: SolverRating | None = None
    """Puzzle rating of a guest: only the guest's browser keeps it."""
    again: bool = False
    """True if a guest has answered it before: then nothing counts."""


class JudgedChoice(msgspec.Struct, frozen=True):
    """Result of a choice."""

    chance: float
    """The chance to win after it, from 0 to 1."""
    error: float
    """The standard error of that."""
    left: int
    """Money after it; after a bid, if it wins."""
    powers: int
    """Output of the plants with the fuel held then; where plants change, with all their
    fuel. In a game without cities, what they can earn."""
    cities: int
    """Number of cities of the seat then; 0 in a game without cities."""


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """The best choice, and the reasons."""

    best: int
    choices: list[JudgedChoice]
    """Choices in the order of the puzzle's questions."""
    lead: float
    """Lead of the best choice over the second."""
    facts: dict[str, float]
    """Plain numbers of the position, from which a reason is written; only those that hold."""
    counts: bool
    """True if this was the first attempt: only that one is rated."""
    rating: int
    """Rating of the puzzle, from now on."""
    before: SolverRating
    """Rating of the person who answered."""
    after: SolverRating
    tried: int
    """Number of people who tried the puzzle, this attempt included."""
    found: int
    """Number of them who found it."""


class Lesson(msgspec.Struct, frozen=True):
    """A lesson of the course."""

    lesson_id: str
    steps: list[str]
    """Its positions, each asked and answered as a puzzle."""
