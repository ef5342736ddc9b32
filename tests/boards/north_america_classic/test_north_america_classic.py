"""The clauses of North America with the plants of the classic game."""

import pytest

from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.building import CityConnected
from tests.boards.golden import check_golden, record
from tests.boards.prices_to_nine import check_last_oil, check_prices, check_tokens, paid_nine
from tests.boards.set_up import (
    PLANTS,
    Refill,
    check_links,
    check_opening,
    check_plants,
    check_refill,
)
from tests.boards.shipped import both, positions_of, rules_of

BOARD = "north-america-classic"
PAIRS = [("mexico-city-n", "mexico-city-s"), ("new-york-n", "new-york-s")]
REFILL: Refill = {
    2: [[2, 3, 2, 2], [5, 1, 2, 1], [2, 3, 4, 2]],
    3: [[2, 3, 2, 2], [5, 1, 2, 1], [2, 3, 4, 2]],
    4: [[3, 3, 3, 2], [6, 2, 3, 1], [3, 4, 5, 2]],
    5: [[4, 4, 3, 3], [7, 2, 3, 2], [4, 5, 6, 3]],
    6: [[5, 5, 4, 3], [8, 3, 4, 2], [5, 6, 7, 4]],
}


def test_b_north_america_classic_1_the_opening() -> None:
    check_opening(BOARD, coal=20, oil=14, garbage=18, uranium=2)


def test_b_north_america_classic_2_the_refill() -> None:
    check_refill(BOARD, REFILL)


def test_b_north_america_classic_3_prices_up_to_9() -> None:
    check_prices(BOARD)


@both
def test_b_north_america_classic_3_the_last_oil_costs_9(preset: str) -> None:
    check_last_oil(BOARD, preset)


def test_b_north_america_classic_3_in_random_positions() -> None:
    check_tokens(BOARD)


@both
def test_b_north_america_classic_4_two_cities_each(preset: str) -> None:
    board = rules_of(BOARD, preset, 4).board
    for north, south in PAIRS:
        ends = {board.cities.index(north), board.cities.index(south)}
        north_links = [link for link in board.links if board.cities.index(north) in link[:2]]
        assert [({one, other}, cost) for one, other, cost in north_links] == [(ends, 0)]


def test_b_north_america_classic_4_in_random_positions() -> None:
    """A path to one of them reaches the other at the same cost."""
    asked = 0
    for game, state in positions_of(BOARD):
        for network, reach in zip(state.grid.networks, state.grid.reach, strict=True):
            for pair in PAIRS:
                north, south = (game.rules.board.cities.index(city) for city in pair)
                if network:
                    asked += 1
                    assert reach[north] == reach[south]
    assert asked >= 1000


def test_b_north_america_classic_5_the_plants_are_the_classic_ones() -> None:
    check_plants(BOARD, PLANTS)


def test_b_north_america_classic_6_disputed_links() -> None:
    check_links(
        BOARD,
        {
            ("atlanta", "nashville"): 9,
            ("new-york-s", "philadelphia"): 3,
            ("regina", "salt-lake-city"): 29,
            ("las-vegas", "salt-lake-city"): 14,
        },
    )


def pair_connected(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A northern half joins a network that has the southern one, for the house alone."""
    norths = [game.rules.board.cities.index(pair[0]) for pair in PAIRS]
    return any(
        isinstance(event, CityConnected)
        and event.city in norths
        and len(event.path) > 1
        and event.connection == 0
        for event in events
    )


GOLDEN = {
    "north-america-classic-twins": ("original", 4, pair_connected),
    "north-america-classic-dear": ("recharged", 6, paid_nine),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)
