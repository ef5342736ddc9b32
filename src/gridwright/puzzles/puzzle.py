"""A puzzle: a position, the options of its seat, and the value of each option."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gridwright.content.spec import TableSpec
from gridwright.content.table import load_game
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.insight.futures import Reason


class PuzzleError(ValueError):
    """The puzzle cannot be parsed, or its moves cannot be played."""


@dataclass(frozen=True)
class PuzzleOption:
    """One option, with the chance to win estimated by play-outs."""

    lines: tuple[str, ...]
    """Actions of the seat, in the format of transcripts."""
    chance: float
    error: float
    reasons: tuple[Reason, ...]
    """What speaks for the best option against this one; none for the best."""


@dataclass(frozen=True)
class Puzzle:
    """A position and its decision."""

    puzzle_id: str
    theme: str
    spec: TableSpec
    rules: str
    """Rules identity of the original game."""
    lines: tuple[str, ...]
    """Every action from the first card to the position, including those of chance."""
    seat: int
    options: tuple[PuzzleOption, ...]
    best: int
    """Index of the best option."""
    round: int
    """Round of the futures that the reasons come from."""
    difficulty: int
    """Initial rating of the puzzle."""

    @property
    def lead(self) -> float:
        """Lead of the best option over the second."""
        first, second = sorted([option.chance for option in self.options], reverse=True)[:2]
        return first - second

    def play(self) -> tuple[Game, History, Notation]:
        """Return the game in the position of the puzzle."""
        game = load_game(self.spec, self.rules)
        notation = Notation(game.rules)
        history = History(game)
        for line in self.lines:
            history.play(notation.parse(line))
        if history.state.actor != self.seat:
            problem = f"{self.puzzle_id}: expected seat {self.seat} to act"
            raise PuzzleError(f"{problem}, got {history.state.actor}")
        return game, history, notation


def puzzle_of(record: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of a record. Raises PuzzleError if it is invalid."""
    try:
        options = tuple(
            PuzzleOption(
                tuple(each["lines"]),
                each["chance"],
                each["error"],
                tuple(Reason(*reason) for reason in each["reasons"]),
            )
            for each in record["options"]
        )
        puzzle = Puzzle(
            record["id"],
            record["theme"],
            TableSpec.from_json(record["spec"]),
            record["rules"],
            tuple(record["lines"]),
            record["seat"],
            options,
            record["best"],
            record["round"],
            record["difficulty"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise PuzzleError(f"expected a puzzle, got {error!r}") from error
    if not 2 <= len(options) <= 4 or not 0 <= puzzle.best < len(options):
        raise PuzzleError(f"{puzzle.puzzle_id}: expected 2 to 4 options and the best of them")
    return puzzle
