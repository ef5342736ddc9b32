"""A puzzle: a position, what its seat may decide there, and how each decision turns out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gridwright.content.spec import TableSpec
from gridwright.content.table import load_game
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation


class PuzzleError(ValueError):
    """A puzzle that cannot be read, or whose moves cannot be played."""


@dataclass(frozen=True)
class PuzzleOption:
    """One decision, with the chance to win that play-outs gave it."""

    lines: tuple[str, ...]
    """The actions of the seat, as transcripts have them."""
    up_to: int
    """Its highest bid; 0 where it does not bid, or bids no further than its line says."""
    chance: float
    error: float


@dataclass(frozen=True)
class Puzzle:
    """A position and its decision."""

    puzzle_id: str
    theme: str
    spec: TableSpec
    rules: str
    """The identity of the rules of the game that it comes from."""
    lines: tuple[str, ...]
    """Every action from the first card to the position, those of chance included."""
    seat: int
    options: tuple[PuzzleOption, ...]
    best: int
    """The index of the best option."""
    facts: Mapping[str, float]
    """Plain numbers of the position, from which the reason is written."""
    difficulty: int
    """The rating that it begins with."""

    def play(self) -> tuple[Game, History, Notation]:
        """The game in the position of the puzzle."""
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
    """The puzzle behind a record, or PuzzleError."""
    try:
        options = tuple(
            PuzzleOption(
                tuple(each["lines"]), int(each.get("up_to", 0)), each["chance"], each["error"]
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
            dict(record["facts"]),
            record["difficulty"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise PuzzleError(f"expected a puzzle, got {error!r}") from error
    if not 2 <= len(options) <= 4 or not 0 <= puzzle.best < len(options):
        raise PuzzleError(f"{puzzle.puzzle_id}: expected 2 to 4 options and the best of them")
    return puzzle
