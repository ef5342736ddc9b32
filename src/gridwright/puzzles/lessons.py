"""The course: lessons played in positions of one game, from ``lessons.json``.

A step names a decision of the player's seat by the number of actions before it. It asks for one
choice of that decision, or for the whole turn as it was played. The other seats play as in the
game: one of four ``hard-2026-11`` bots on the USA board, with seed 6.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from gridwright.content.spec import TableSpec
from gridwright.content.table import load_game
from gridwright.engine.errors import IllegalAction
from gridwright.engine.history import History
from gridwright.engine.notation import Notation, NotationError

FILE: Final = "lessons.json"
MIN_STEPS: Final = 2
MAX_STEPS: Final = 4
_CONTINUED: Final = frozenset({"buy", "connect", "finish-buying", "finish-building"})
"""Words of actions that an order joins with those after them."""


class LessonError(ValueError):
    """The lessons cannot be parsed, or their moves cannot be played."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: either a choice, or a turn."""

    at: int
    """Number of actions before the decision."""
    choose: str = ""
    """The choice that the player makes; nothing is sent."""
    play: str = ""
    """First action of the turn that the player plays."""


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Actions in place of those of the game."""

    at: int
    lines: list[str]


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"lesson_id": "id"}):
    """A lesson: steps to play, then one question. Its texts are in the client's word files."""

    lesson_id: str
    steps: list[Step]
    n_choices: int
    best: int
    """Index of the right answer of the question."""
    branch: Branch | None = None


class Turn(msgspec.Struct, frozen=True):
    """Actions of a turn, and what happens up to the next step."""

    lines: list[str]
    after: list[str]
    """Outcomes of chance, and actions of the other seats."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    spec: dict[str, object]
    rules: str
    bots: list[str]
    seat: int
    game: list[str]
    lessons: list[Lesson]


class Course:
    """All lessons in order, and the game that they are played in."""

    def __init__(self, file: _File) -> None:
        self.spec: Final = TableSpec.from_json(file.spec)
        self.rules: Final = file.rules
        """Rules identity of the game."""
        self.seat: Final = file.seat
        self.bots: Final = file.bots
        """Level of the bot at each seat; empty at the player's."""
        self.lessons: Final = {each.lesson_id: each for each in file.lessons}
        self._game: Final = [line for part in file.game for line in part.split("; ")]
        for lesson in file.lessons:
            self._verify(lesson)

    def lines(self, lesson: Lesson) -> list[str]:
        """Return all actions of the lesson's game, including those of chance."""
        branch = lesson.branch
        return self._game if branch is None else [*self._game[: branch.at], *branch.lines]

    def turn(self, lesson: Lesson, place: int) -> Turn:
        """Return the turn of a step.

        The others play on up to the next step, or to the end of the game if the seat has no further
        turn. Otherwise only the outcomes of chance follow.
        """
        lines = self.lines(lesson)
        at = lesson.steps[place].at
        end = at + 1
        if _word(lines[at]) in _CONTINUED:
            while end < len(lines) and self._is_own(lines[end]) and _word(lines[end]) in _CONTINUED:
                end += 1
        stop = end
        while stop < len(lines) and not self._is_own(lines[stop]):
            stop += 1
        follows = [step.at for step in lesson.steps[place + 1 :] if not step.choose]
        is_followed = follows[0] == stop if follows else stop == len(lines)
        if not is_followed:
            stop = end
            while stop < len(lines) and lines[stop].startswith("chance "):
                stop += 1
        return Turn(lines[at:end], lines[end:stop])

    def verify_legal(self, lesson: Lesson) -> None:
        """Play the lesson's game. Raises LessonError if a step is not a decision of the seat."""
        game = load_game(self.spec, self.rules)
        notation = Notation(game.rules)
        history = History(game)
        decisions: set[int] = set()
        try:
            for number, line in enumerate(self.lines(lesson)):
                if history.state.actor == self.seat:
                    decisions.add(number)
                history.play(notation.parse(line))
        except (IllegalAction, NotationError) as error:
            raise LessonError(f"{lesson.lesson_id}: {error}") from error
        wrong = [step.at for step in lesson.steps if step.at not in decisions]
        if wrong:
            raise LessonError(f"{lesson.lesson_id}: no decision of seat {self.seat} at {wrong}")

    def _verify(self, lesson: Lesson) -> None:
        name = lesson.lesson_id
        if not MIN_STEPS <= len(lesson.steps) <= MAX_STEPS:
            raise LessonError(f"{name}: expected {MIN_STEPS} to {MAX_STEPS} steps")
        if not 0 <= lesson.best < lesson.n_choices:
            raise LessonError(f"{name}: expected the best of {lesson.n_choices} answers")
        for place, step in enumerate(lesson.steps):
            lines = self.turn(lesson, place).lines
            if bool(step.choose) == bool(step.play):
                raise LessonError(f"{name}: expected either a choice or a turn at {step.at}")
            if step.choose not in ["", *lines] or step.play not in ["", lines[0]]:
                raise LessonError(f"{name}: expected a part of {lines} at {step.at}")

    def _is_own(self, line: str) -> bool:
        return line.startswith(f"{self.seat} ")


def read_course(text: bytes) -> Course:
    """Parse a course. Raises LessonError."""
    try:
        return Course(msgspec.json.decode(text, type=_File))
    except (msgspec.DecodeError, IndexError) as error:
        raise LessonError(f"expected a course: {error}") from error


@cache
def load_course() -> Course:
    """Return the shipped course, read once."""
    return read_course((files(__package__) / FILE).read_bytes())


def _word(line: str) -> str:
    words: Sequence[str] = line.split()
    return words[1]
