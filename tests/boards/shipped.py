"""Helpers for tests of shipped boards: their tables and files, positions of random games."""

import tomllib
from functools import cache, lru_cache
from typing import Any

import pytest

from gridwright.content.shelf import CONTENT_ROOT
from gridwright.content.table import (
    TableSpec,
    build_rules,
    default_spec,
    list_boards,
    list_presets,
    list_seats,
)
from gridwright.engine.game import Game
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright_lab.conformance.sampling.positions import random_positions

PRESETS = ["original", "recharged"]
SEATS = [2, 3, 4, 5, 6]

both = pytest.mark.parametrize("preset", PRESETS)
every_seats = pytest.mark.parametrize("seats", SEATS)


def tables_of(board: str, edition: str = "classic") -> list[TableSpec]:
    """Every preset that has the board, with every number of seats."""
    return [
        default_spec(edition, preset, board, seats)
        for preset in list_presets(edition)
        if board in list_boards(edition, preset)
        for seats in list_seats(edition)
    ]


def spec_of(board: str, preset: str, seats: int) -> TableSpec:
    (spec,) = [each for each in tables_of(board) if (each.preset, each.seats) == (preset, seats)]
    return spec


def rules_of(board: str, preset: str, seats: int) -> Rules:
    return build_rules(spec_of(board, preset, seats))


@cache
def sheet_of(board: str, edition: str = "classic") -> dict[str, Any]:
    """The board's file as it is written."""
    file = CONTENT_ROOT / edition / "boards" / board / "board.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def regions_in_play(game: Game, state: State) -> set[str]:
    mask = state.grid.area.regions
    return {name for place, name in enumerate(game.rules.board.regions) if mask >> place & 1}


# The tests of a board run one after another: what another board's needed is not kept for them.
@lru_cache(maxsize=2)
def positions_of(board: str, n_games: int = 12, one_in: int = 3) -> list[tuple[Game, State]]:
    """Positions of random games over all tables of the board; no one may change them."""
    found = random_positions(tables_of(board), n_games, one_in, seed=11)
    return [(each.game, each.state) for each in found]
