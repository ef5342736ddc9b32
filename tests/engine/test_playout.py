"""A random playout is a legal game that its dice decide."""

import pytest

from gridwright.content.table import build_game, default_spec, list_editions
from gridwright.engine.dice import Dice
from gridwright.engine.digest import digest
from gridwright.engine.history import random_action_count
from gridwright.engine.invariants import check
from gridwright.engine.state import State

ENOUGH = 100_000


def played(edition: str, seed: int, most: int = ENOUGH) -> tuple[State, int, int]:
    game = build_game(default_spec(edition))
    state = game.new_state()
    return state, *random_action_count(game, state, Dice(seed), most)


@pytest.mark.parametrize("edition", list_editions())
def test_a_playout_ends_in_a_sound_position(edition: str) -> None:
    game = build_game(default_spec(edition))
    state, n_actions, n_moves = played(edition, 3)
    assert game.is_over(state)
    assert sorted(state.ranking)[0] == 1
    assert 0 < n_actions <= n_moves
    check(game, state)


@pytest.mark.parametrize("edition", list_editions())
def test_the_same_dice_play_the_same_game(edition: str) -> None:
    first, *counts = played(edition, 5)
    again, *same = played(edition, 5)
    other, *_counts = played(edition, 6)
    assert digest(first) == digest(again)
    assert counts == same
    assert digest(first) != digest(other)


def test_a_playout_stops_when_its_callback_says_so() -> None:
    state, n_actions, _n_moves = played("classic", 3, most=40)
    assert not build_game(default_spec("classic")).is_over(state)
    assert 0 < n_actions <= 40
