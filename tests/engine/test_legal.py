"""The list of choices comes in order, although nothing sorts it."""

import pytest

from gridwright.content.table import build_game, default_spec, list_boards, list_editions
from gridwright.engine.dice import Dice
from gridwright.engine.vocabulary.auction import MayOffer, OfferPlant
from gridwright.engine.vocabulary.base import EventLog

TABLES = [
    *[(edition, board, 4) for edition in list_editions() for board in list_boards(edition)],
    *[(edition, None, 2) for edition in list_editions()],
]


@pytest.mark.parametrize(("edition", "board", "seats"), TABLES)
def test_choices_are_ascending_and_differ(edition: str, board: str | None, seats: int) -> None:
    game = build_game(default_spec(edition, board=board, seats=seats))
    dice = Dice(seats)
    state = game.new_state()
    while not game.is_over(state):
        actions = game.legal(state)
        keys = [action.key() for action in actions]
        assert keys == sorted(set(keys))
        assert set(actions) == {each for offer in game.offers(state) for each in offer.actions()}
        game.apply(state, actions[dice.below(len(actions))], EventLog(False))


def test_plants_of_one_number_may_come_in_any_order() -> None:
    offer = MayOffer(0, [3, 6, 5], [1, 6, 6], [9, 9, 6])
    assert [(each.plant, each.bid) for each in offer.actions() if isinstance(each, OfferPlant)] == [
        (3, 1),
        (3, 9),
        (5, 6),
        (6, 6),
        (6, 9),
    ]
