"""Speed of every board relative to the default one, in turns, with the loaded engine.

Turns are short and alternate between all boards, so that other work on the machine slows them
equally; each board's value is the best of its turns.
"""

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from gridwright.content.table import (
    NO_BOARD,
    TableSpec,
    build_game,
    default_spec,
    list_boards,
    list_editions,
    list_presets,
)
from gridwright_lab.bench.measure import TABLE, engine_kind, play_for
from gridwright_lab.bench.thresholds import MOVES

N_TURNS: Final = 5
LEAST_RATIO: Final = 0.6
"""Share of the default board's moves per second that every board must reach."""


@dataclass(frozen=True)
class BoardSpeed:
    """Moves per CPU second at one table, and their share of the default board's."""

    table: TableSpec
    moves: float
    ratio: float

    @property
    def ok(self) -> bool:
        return self.ratio >= LEAST_RATIO

    def to_json(self) -> dict[str, Any]:
        return {
            "edition": self.table.edition,
            "preset": self.table.preset,
            "board": self.table.board,
            "seats": self.table.seats,
            MOVES.key: self.moves,
            "ratio": round(self.ratio, 3),
            "bar": LEAST_RATIO,
            "ok": self.ok,
        }


@dataclass(frozen=True)
class BoardSpeeds:
    """The default board and all others, measured in one run."""

    engine: str
    python: str
    default: float
    boards: tuple[BoardSpeed, ...]

    @property
    def ok(self) -> bool:
        return all(each.ok for each in self.boards)

    def to_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "engine": self.engine,
            "python": self.python,
            "default": {"board": TABLE.board, MOVES.key: self.default},
            "boards": [each.to_json() for each in self.boards],
        }


def board_tables() -> list[TableSpec]:
    """Return a table of each other board with each preset that has it, at four seats."""
    tables = [
        default_spec(edition, preset, board, TABLE.seats)
        for edition in list_editions()
        for preset in list_presets(edition)
        for board in list_boards(edition, preset)
        if board != NO_BOARD
    ]
    return [spec for spec in tables if (spec.preset, spec.board) != (TABLE.preset, TABLE.board)]


def measure_boards(seconds: float, wanted: Sequence[str] = ()) -> BoardSpeeds:
    """Measure each table in turns of `seconds`; the first turns warm up."""
    tables = [spec for spec in board_tables() if not wanted or spec.board in wanted]
    games = [build_game(spec) for spec in (TABLE, *tables)]
    best = [0.0] * len(games)
    for turn in range(N_TURNS + 1):
        for place, game in enumerate(games):
            moves = play_for(game, seconds)[MOVES.key]
            if turn:
                best[place] = max(best[place], moves)
    rounded = [round(moves, 3) for moves in best]
    return BoardSpeeds(
        engine_kind(),
        platform.python_version(),
        rounded[0],
        tuple(
            BoardSpeed(spec, moves, moves / rounded[0])
            for spec, moves in zip(tables, rounded[1:], strict=True)
        ),
    )
