"""The clauses of Europe with the plants of the classic game."""

import pytest

from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import CardJoined, CardLeft, CardWentUnder
from tests.boards.golden import check_golden, record
from tests.boards.prices_to_nine import check_last_oil, check_prices, check_tokens, paid_nine
from tests.boards.random_moves import moves_of
from tests.boards.set_up import (
    OUT,
    PLANTS,
    PLUGS,
    PLUGS_OUT,
    SOCKETS,
    SOCKETS_OUT,
    STEP_3,
    Refill,
    check_links,
    check_opening,
    check_plants,
    check_refill,
    layers_of,
    opening_numbers,
    without,
)
from tests.boards.shipped import both, every_seats, rules_of
from tests.kit.table import only

BOARD = "europe-classic"
REFILL: Refill = {
    2: [[2, 2, 2, 1], [6, 2, 3, 1], [2, 3, 5, 2]],
    3: [[2, 2, 2, 1], [6, 2, 3, 1], [2, 3, 5, 2]],
    4: [[3, 3, 3, 1], [7, 3, 4, 2], [4, 4, 5, 2]],
    5: [[3, 4, 3, 2], [8, 3, 5, 3], [4, 5, 7, 3]],
    6: [[5, 4, 4, 2], [10, 5, 6, 3], [5, 6, 8, 4]],
}


def test_b_europe_classic_1_the_opening() -> None:
    check_opening(BOARD, coal=20, oil=16, garbage=18, uranium=4)


def test_b_europe_classic_2_the_refill() -> None:
    check_refill(BOARD, REFILL)


def test_b_europe_classic_3_prices_up_to_9() -> None:
    check_prices(BOARD)


@both
def test_b_europe_classic_3_the_last_oil_costs_9(preset: str) -> None:
    check_last_oil(BOARD, preset)


def test_b_europe_classic_3_in_random_positions() -> None:
    check_tokens(BOARD)


@both
def test_b_europe_classic_4_nine_plants_until_step_2(preset: str) -> None:
    rules = rules_of(BOARD, preset, 4)
    assert (rules.deck.market_sizes, rules.deck.current_sizes) == ([9, 8, 6], [4, 4, 6])
    assert not rules.settings.step_two_replaces


def test_b_europe_classic_4_in_random_games() -> None:
    """A market of nine in step 1, of eight once step 2 began; nothing is drawn for that."""
    positions = begun = 0
    for game, before, _action, after, events in moves_of(BOARD, 16):
        positions += 1
        limit = {1: 9, 2: 8, 3: 6}[after.step]
        waits = game.rules.deck.step_card in after.market
        if not waits and not after.tasks and after.next_step == 0:
            assert len(after.market) <= limit
        if before.step == 1 and after.step == 2:
            begun += 1
            joined, left, under = (
                len(only(events, kind)) for kind in (CardJoined, CardLeft, CardWentUnder)
            )
            assert joined < left + under
    assert positions >= 1000
    assert begun >= 5


@every_seats
def test_b_europe_classic_5_the_stack(seats: int) -> None:
    rules = rules_of(BOARD, "original", seats)
    assert opening_numbers(rules) == [*range(3, 12)]
    assert layers_of(rules) == [
        ([13], {"card": 1}),
        (without(PLANTS, *range(3, 12), 13), {"card": 32 - OUT[seats]}),
        ([STEP_3], {"card": 1}),
    ]
    rules = rules_of(BOARD, "recharged", seats)
    assert (rules.deck.opening_market, rules.deck.n_opening_drawn) == ([], 9)
    assert layers_of(rules) == [
        (PLUGS, {"plug": 9}),
        ([*PLUGS, *SOCKETS], {"plug": 4 - PLUGS_OUT[seats], "socket": 29 - SOCKETS_OUT[seats]}),
        ([STEP_3], {"step": 1}),
    ]


def test_b_europe_classic_6_the_plants_are_the_classic_ones() -> None:
    check_plants(BOARD, PLANTS)


def test_b_europe_classic_7_disputed_links() -> None:
    check_links(
        BOARD,
        {
            ("bordeaux", "madrid"): 15,
            ("munchen", "stuttgart"): 5,
            ("munchen", "praha"): 6,
            ("kharkiv", "moskwa"): 16,
            ("rhein-ruhr", "stuttgart"): None,
            ("katowice", "kyjiv"): None,
            ("milano", "munchen"): None,
            ("munchen", "zagreb"): None,
            ("kharkiv", "minsk"): None,
        },
    )


def step_two_begins(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return state.step == 2 and len(state.market) == 8 and state.round > 1


GOLDEN = {
    "europe-classic-nine": ("original", 4, step_two_begins),
    "europe-classic-dear": ("recharged", 5, paid_nine),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)
