"""A puzzle, and its solution after an answer."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from gridwright.protocol.analysis import Reason
from gridwright.protocol.observation import Observation
from gridwright.protocol.records import Do
from gridwright.protocol.sheet import TableSheet

Theme: TypeAlias = Literal[
    "auction", "overbidding", "last-plant", "fuel", "building", "end-game", "card"
]
MAX_OPTIONS = 4


class PuzzleChoice(msgspec.Struct, frozen=True):
    """An option of the puzzle."""

    actions: list[Do]
    """Actions in the format of an order."""
    cost: int
    """Immediate cost."""


class PaidWay(msgspec.Struct, frozen=True):
    """A connection that a seat has paid for."""

    seat: int
    path: list[int]
    """Cities along it."""


class PuzzleFace(msgspec.Struct, frozen=True):
    """A position as its seat sees it, with its options: nothing about the best one."""

    puzzle_id: str
    theme: Theme
    sheet: TableSheet
    observation: Observation
    ways: list[PaidWay]
    choices: list[PuzzleChoice]
    rating: int
    """Difficulty of the puzzle."""
    is_daily: bool
    """True if it is today's."""
    yours: "SolverRating | None"
    """Puzzle rating of the caller; null for a guest."""
    is_answered: bool
    """True if the caller has answered it before: the answer is then not rated."""


class SolverRating(msgspec.Struct, frozen=True):
    """Puzzle rating of a person."""

    rating: Annotated[int, msgspec.Meta(ge=0, le=5_000)]
    deviation: Annotated[int, msgspec.Meta(ge=1, le=500)]
    """Uncertainty of the rating."""
    tried: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    found: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0


class PuzzleGuess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The option that the caller chooses as the best."""

    choice: Annotated[int, msgspec.Meta(ge=0, lt=MAX_OPTIONS)]
    guest: SolverRating | None = None
    """Puzzle rating of a guest, which only the guest's browser stores."""
    again: bool = False
    """True if a guest has answered it before: the answer is then not rated."""


class JudgedChoice(msgspec.Struct, frozen=True):
    """Evaluation of an option."""

    chance: float
    """Chance to win after it, from 0 to 1."""
    error: float
    """Standard error of the chance."""
    reasons: list[Reason]
    """What speaks for the best option against this one, the most important first."""


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """The best option, and the reasons."""

    best: int
    choices: list[JudgedChoice]
    """Evaluations in the order of the puzzle's options."""
    lead: float
    """Lead of the best choice over the second."""
    round: int
    """Round of the futures that the reasons come from."""
    counts: bool
    """True for the first answer: only that one is rated."""
    rating: int
    """New rating of the puzzle."""
    before: SolverRating
    """Rating of the caller before the answer."""
    after: SolverRating
    tried: int
    """Number of people who tried the puzzle, including this attempt."""
    found: int
    """Number of people who found the best option."""
