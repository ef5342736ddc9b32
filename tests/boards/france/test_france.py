"""The clauses of France."""

import pytest

from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.fuel import ResourcesBought
from gridwright.engine.vocabulary.market import CardJoined
from tests.boards.golden import check_golden, record
from tests.boards.set_up import (
    OUT,
    PLANTS,
    PLUGS,
    SOCKETS,
    STEP_3,
    check_links,
    check_opening,
    dealt_plants,
    layers_of,
    numbers,
    opening_numbers,
    without,
)
from tests.boards.shipped import both, every_seats, positions_of, rules_of
from tests.kit.scenario import scenario

BOARD = "france"
PARIS = ["paris-1", "paris-2", "paris-3"]


def test_b_france_1_uranium_is_plentiful() -> None:
    check_opening(BOARD, coal=24, oil=18, garbage=6, uranium=8)


@every_seats
def test_b_france_2_plant_11_stands_for_13(seats: int) -> None:
    rules = rules_of(BOARD, "original", seats)
    assert opening_numbers(rules) == [*range(3, 11)]
    others = without(PLANTS, *range(3, 11), 11, 13)
    assert len(others) == 32
    assert layers_of(rules) == [
        ([11], {"card": 1}),
        (others, {"card": 32 - OUT[seats]}),
        ([STEP_3], {"card": 1}),
    ]


def test_b_france_2_no_other_card_comes_first() -> None:
    table = scenario(board=BOARD, preset="original", seats=3).at("auction")
    table.do("0 offer 3 3", "1 drop", "2 drop")
    assert table.possible_cards() == [11]
    refusal = table.refused("chance reveal 12 card")
    assert (refusal.clause, refusal.code) == ("c12.2", "impossible_outcome")


def test_b_france_2_plant_13_is_not_in_the_game() -> None:
    """No position shows plant 13, and no stack that is possible there contains it."""
    asked = 0
    for game, state, seen, stacked in dealt_plants(BOARD):
        asked += 1
        assert 13 not in seen | stacked
        assert all(13 not in numbers(game.rules, pool) for pool in state.stack.pools)
    assert asked >= 1000


@every_seats
def test_b_france_3_plant_11_opens_the_market(seats: int) -> None:
    rules = rules_of(BOARD, "recharged", seats)
    plugs = {3: 1}.get(seats, 0)
    sockets = {2: 6, 3: 6, 4: 3}.get(seats, 0)
    assert opening_numbers(rules) == [11]
    assert rules.deck.n_opening_drawn == 7
    low = without(PLUGS, 11, 13)
    assert layers_of(rules) == [
        (low, {"plug": 7}),
        (low, {"plug": 1}),
        ([*low, *SOCKETS], {"plug": 11 - 7 - 1 - plugs, "socket": 29 - sockets}),
        ([STEP_3], {"step": 1}),
    ]


def test_b_france_3_b_france_2_in_random_positions() -> None:
    """Plant 11 lies open from the start in the second printing, and is the first drawn else."""
    asked = 0
    for game, _state, seen, stacked in dealt_plants(BOARD):
        asked += 1
        assert 11 in seen | stacked
        if game.rules.preset == "recharged" or seen - set(range(3, 11)):
            assert 11 in seen
    assert asked >= 1000


@both
def test_b_france_4_paris_is_three_cities(preset: str) -> None:
    regions = ("blue", "brown", "purple", "yellow")
    table = scenario(board=BOARD, preset=preset, seats=4, regions=regions).at("building")
    seat = table.actor
    spent = table.money(seat)
    table.do(*(f"{seat} connect {city}" for city in PARIS))
    assert spent - table.money(seat) == 3 * 10
    assert [table.houses(city) for city in PARIS] == [[seat]] * 3


def test_b_france_4_paris_in_random_positions() -> None:
    """A seat in one Paris reaches the others for nothing."""
    asked = 0
    for game, state in positions_of(BOARD):
        cities = [game.rules.board.cities.index(city) for city in PARIS]
        for network, reach in zip(state.grid.networks, state.grid.reach, strict=True):
            if any(network >> city & 1 for city in cities):
                asked += 1
                assert [reach[city] for city in cities] == [0, 0, 0]
    assert asked >= 1000


def test_b_france_5_the_disputed_link() -> None:
    check_links(BOARD, {("biarritz", "bordeaux"): 12})


def bought_early_uranium(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return state.step == 1 and any(
        isinstance(event, ResourcesBought) and game.rules.market.kinds[event.resource] == "uranium"
        for event in events
    )


def drew_11(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return any(
        isinstance(event, CardJoined) and game.rules.deck.numbers[event.card] == 11
        for event in events
    )


GOLDEN = {
    "france-plant-11": ("original", 4, drew_11),
    "france-uranium": ("recharged", 5, bought_early_uranium),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)
