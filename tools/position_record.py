"""A position of a game of bots as a record of a puzzle: for lessons, and for tests.

The same seed gives the same game, so a record can be made again. Chances are those of play-outs
from what the seat knows; options are compared in the same imagined worlds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import gridwright
from gridwright.bots.registry import find_bot
from gridwright.bots.search.line_trial import LineTrial
from gridwright.bots.search.lines import Line
from gridwright.bots.search.players import QuickPlayers
from gridwright.bots.seated_bot import seat_bots
from gridwright.bots.value.loading import load_model
from gridwright.study.table import Table

WORLD_SEED = 7


@dataclass(frozen=True)
class Recipe:
    """The source of a position, and the options of its decision."""

    name: str
    theme: str
    edition: str
    board: str | None
    seats: int
    seed: int
    at: int
    """Number of actions played before, including chance."""
    options: tuple[tuple[str, ...], ...]
    """The actions of the seat, without its number; a bid that wins begins with ``win``."""
    rounds: int = 99
    """Number of rounds to play; most positions are played to the end of the game."""
    difficulty: int = 1_500
    bot: str = "hard-2026-11"
    """One that never changes, so that the same seed stays the same game."""


def open_position(recipe: Recipe) -> Table:
    """The table of a recipe, played by bots up to the position."""
    table = gridwright.new(recipe.edition, board=recipe.board, seats=recipe.seats, seed=recipe.seed)
    bots = seat_bots(table.game, table._require_keys(), [find_bot(recipe.bot)] * recipe.seats)
    while len(table.moves) < recipe.at:
        state = table._history.state
        table.play(bots[state.actor].act(state))
    assert len(table.moves) == recipe.at, (recipe.name, len(table.moves))
    return table


def record_of(recipe: Recipe, n_worlds: int) -> dict[str, Any]:
    """The record of a puzzle; the best option is the one with the highest chance."""
    table = open_position(recipe)
    state = table._history.state
    seat = state.actor
    texts = [_texts(seat, option) for option in recipe.options]
    lines = [_line(table, text, option) for text, option in zip(texts, recipe.options, strict=True)]
    last_round = state.round + recipe.rounds
    game = table.game
    quick = QuickPlayers(game)
    trial = LineTrial(game, state.copy(), seat, lines, quick, load_model(), WORLD_SEED, last_round)
    judged = [
        _judge([trial.result(place, world) for world in range(n_worlds)])
        for place in range(len(lines))
    ]
    chances = [chance for chance, _error in judged]
    return {
        "id": recipe.name,
        "theme": recipe.theme,
        "spec": table.spec.to_json(),
        "rules": table.rules,
        "lines": table.moves,
        "seat": seat,
        "options": [
            {"lines": text, "up_to": 0, "chance": chance, "error": error}
            for text, (chance, error) in zip(texts, judged, strict=True)
        ],
        "best": chances.index(max(chances)),
        "facts": {"money": state.money[seat], "round": state.round},
        "difficulty": recipe.difficulty,
    }


def _texts(seat: int, option: Sequence[str]) -> list[str]:
    return [f"{seat} {text.removeprefix('win ')}" for text in option]


def _line(table: Table, texts: Sequence[str], option: Sequence[str]) -> Line:
    actions = [table._notation.parse(text) for text in texts]
    return Line(actions, option[0].startswith("win "))


def _judge(results: Sequence[float]) -> tuple[float, float]:
    n = len(results)
    mean = sum(results) / n
    variance = sum([(each - mean) ** 2 for each in results]) / max(1, n - 1)
    return round(mean, 4), round(sqrt(variance / n), 4)
