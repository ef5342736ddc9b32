"""The clauses of Brazil."""

from collections import defaultdict

import pytest

from gridwright.content.table import build_game
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.market import CARD_DUE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import CardJoined, RevealCard
from gridwright.envs.chance import chance_outcomes
from tests.boards.golden import check_golden, record
from tests.boards.set_up import (
    OUT,
    PLANTS,
    PLUGS,
    PLUGS_OUT,
    SOCKETS,
    SOCKETS_OUT,
    STEP_3,
    Refill,
    check_none_is_missing,
    check_opening,
    check_refill,
    dealt_plants,
    layers_of,
    numbers,
    opening_numbers,
    without,
)
from tests.boards.shipped import every_seats, positions_of, rules_of, tables_of

BOARD = "brazil"
GARBAGE = {6, 14, 19, 24, 30, 38}
"""Plants that burn garbage, as their cards show."""
REFILL: Refill = {
    2: [[1, 3, 2, 1], [2, 4, 2, 1], [3, 3, 4, 1]],
    3: [[1, 4, 2, 1], [2, 5, 3, 1], [3, 3, 4, 1]],
    4: [[2, 5, 3, 1], [3, 6, 4, 2], [4, 4, 5, 2]],
    5: [[3, 5, 4, 2], [3, 7, 5, 3], [5, 5, 6, 2]],
    6: [[3, 7, 5, 2], [5, 9, 6, 3], [6, 6, 7, 3]],
}


def test_b_brazil_1_the_opening() -> None:
    check_opening(BOARD, coal=24, oil=18, garbage=6, uranium=2)


def test_b_brazil_2_the_refill() -> None:
    check_refill(BOARD, REFILL)


def test_b_brazil_3_garbage_plants_are_those_of_the_cards() -> None:
    rules = rules_of(BOARD, "original", 4)
    burning = {plant.number for plant in rules.deck.plants if plant.kinds == [2]}
    assert burning == GARBAGE
    assert set(numbers(rules, rules.deck.kept)) == GARBAGE - {6, 14}


def test_b_brazil_3_no_garbage_plant_is_missing() -> None:
    check_none_is_missing(BOARD, GARBAGE)


def test_b_brazil_3_chances_of_the_next_card() -> None:
    """A plant that was not removed is likelier to come than one that may have been."""
    compared = 0
    for game, state in positions_of(BOARD):
        if state.actor != CHANCE or state.due != CARD_DUE:
            continue
        outcomes = chance_outcomes(game, state)
        assert abs(sum(share for _action, share in outcomes) - 1) < 1e-9
        assert {action for action, _share in outcomes} == set(game.legal(state))
        chances: dict[int, float] = defaultdict(float)
        for action, share in outcomes:
            assert isinstance(action, RevealCard)
            chances[game.rules.deck.numbers[action.card]] += share
        shares: dict[bool, set[float]] = {True: set(), False: set()}
        for number, share in chances.items():
            if number in SOCKETS:
                shares[number in GARBAGE].add(share)
        if game.rules.n_seats < 5 and state.step < 3 and all(shares.values()):
            compared += 1
            assert min(shares[True]) > max(shares[False])
    assert compared > 20


@every_seats
def test_b_brazil_4_13_and_14_are_on_top(seats: int) -> None:
    rules = rules_of(BOARD, "original", seats)
    others = without(PLANTS, *range(3, 11), 13, 14)
    assert opening_numbers(rules) == [*range(3, 11)]
    assert layers_of(rules) == [
        ([13], {"card": 1}),
        ([14], {"card": 1}),
        (others, {"card": 32 - OUT[seats]}),
        ([STEP_3], {"card": 1}),
    ]


@every_seats
def test_b_brazil_5_6_and_14_open_the_market(seats: int) -> None:
    rules = rules_of(BOARD, "recharged", seats)
    plugs, sockets = PLUGS_OUT[seats], SOCKETS_OUT[seats]
    assert opening_numbers(rules) == [6, 14]
    assert rules.deck.n_opening_drawn == 6
    low = without(PLUGS, 6, 14)
    assert layers_of(rules) == [
        (low, {"plug": 6}),
        (low, {"plug": 1}),
        ([*low, *SOCKETS], {"plug": 11 - 6 - 1 - plugs, "socket": 29 - sockets}),
        ([STEP_3], {"step": 1}),
    ]


def test_b_brazil_4_b_brazil_5_in_random_positions() -> None:
    """14 is seen from the start, or else comes right after 13."""
    asked = 0
    for game, state, seen, _stacked in dealt_plants(BOARD):
        asked += 1
        beyond = seen - set(range(3, 11))
        if game.rules.preset == "recharged":
            assert seen >= {6, 14}
        elif beyond:
            assert 13 in beyond
            # It may have come and gone under the stack, but it is no longer on top.
            on_top = state.stack.pools and numbers(game.rules, state.stack.pools[0]) == [14]
            assert beyond == {13} or not on_top
    assert asked >= 1000


def test_b_brazil_5_the_first_market_has_both() -> None:
    for spec in tables_of(BOARD):
        game = build_game(spec)
        laid = [game.rules.deck.numbers[card] for card in game.new_state().market]
        assert laid == ([6, 14] if spec.preset == "recharged" else [*range(3, 11)])


def garbage_drawn(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return any(
        isinstance(event, CardJoined) and game.rules.deck.numbers[event.card] in (19, 24, 30, 38)
        for event in events
    )


GOLDEN = {
    "brazil-biogas-first": ("original", 3, garbage_drawn),
    "brazil-biogas-second": ("recharged", 2, garbage_drawn),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)
