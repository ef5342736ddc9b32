"""The deciding tie-break of a game is derived from its end."""

import pytest

from gridwright.content.table import build_game, default_spec
from gridwright.engine.vocabulary.turn import GameEnded
from gridwright_lab.conformance.sampling.coverage import (
    SHARED_WIN,
    WON_BY_CITIES,
    WON_BY_MONEY,
    WON_BY_PLANT,
    WON_BY_SUPPLY,
    decided_by,
)


@pytest.mark.parametrize(
    ("supplied", "money", "ranking", "mark"),
    [
        ([9, 8, 8], [0, 5, 90], [1, 3, 2], WON_BY_SUPPLY),
        ([8, 8, 7], [6, 5, 90], [1, 2, 3], WON_BY_MONEY),
        ([8, 8, 7], [5, 5, 90], [2, 1, 3], WON_BY_CITIES),
        ([8, 8, 7], [5, 5, 90], [1, 1, 3], SHARED_WIN),
        ([8, 8, 8], [5, 5, 5], [1, 1, 1], SHARED_WIN),
        ([8, 8, 8], [9, 5, 5], [1, 2, 2], WON_BY_MONEY),
    ],
)
def test_the_first_difference_decides(
    supplied: list[int], money: list[int], ranking: list[int], mark: str
) -> None:
    game = build_game(default_spec(seats=3))
    state = game.new_state()
    state.money = money
    assert decided_by(game, GameEnded(supplied, money, ranking), state) == mark


def test_in_the_card_game_the_last_ten_is_not_money_left() -> None:
    game = build_game(default_spec("card", seats=3))
    state = game.new_state()
    state.money = [13, 3, 9]
    assert decided_by(game, GameEnded([20, 20, 7], state.money, [1, 2, 3]), state) == WON_BY_PLANT
