"""The clauses of Québec."""

import pytest

from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import CardJoined, CardRevealed, CardWentUnder
from tests.boards.golden import check_golden, record
from tests.boards.random_moves import moves_of
from tests.boards.set_up import (
    ECOLOGICAL,
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
    opening_numbers,
    without,
)
from tests.boards.shipped import both, every_seats, rules_of
from tests.kit.scenario import scenario
from tests.kit.table import Table, only

BOARD = "quebec"
REFILL: Refill = {
    2: [[3, 2, 1, 1], [3, 2, 2, 1], [3, 3, 3, 1]],
    3: [[4, 2, 1, 1], [4, 3, 2, 1], [3, 3, 3, 1]],
    4: [[5, 3, 2, 1], [4, 4, 3, 2], [4, 4, 4, 2]],
    5: [[5, 4, 3, 2], [5, 5, 3, 3], [5, 4, 5, 2]],
    6: [[7, 5, 3, 2], [6, 6, 5, 3], [6, 5, 6, 3]],
}


def test_b_quebec_1_the_opening() -> None:
    check_opening(BOARD, coal=21, oil=21, garbage=6, uranium=2)


def test_b_quebec_2_the_refill() -> None:
    check_refill(BOARD, REFILL)


def test_b_quebec_3_ecological_plants_are_those_of_the_cards() -> None:
    plants = rules_of(BOARD, "original", 4).deck.plants
    assert {plant.number for plant in plants if not plant.kinds} == ECOLOGICAL


def test_b_quebec_3_no_ecological_plant_is_missing() -> None:
    check_none_is_missing(BOARD, ECOLOGICAL)


def end_of_round(preset: str, step: int, *market: int) -> Table:
    """The table once the round ended, with what happened on the way in ``began``."""
    position = scenario(board=BOARD, preset=preset, seats=3).step(step).market(*market)
    return position.at("bureaucracy")


@both
@pytest.mark.parametrize(
    ("market", "under"),
    [
        ((3, 4, 5, 6, 7, 8, 9, 10), 10),
        ((3, 4, 5, 6, 7, 8, 18, 22), 8),
        ((3, 4, 5, 6, 13, 18, 22, 27), 6),
        ((4, 5, 6, 7, 8, 9, 10, 50), 10),
    ],
)
def test_b_quebec_4_the_largest_other_plant_goes_under(
    preset: str, market: tuple[int, ...], under: int
) -> None:
    for step in (1, 2):
        table = end_of_round(preset, step, *market)
        (gone,) = only(table.began, CardWentUnder)
        assert table.game.rules.deck.numbers[gone.card] == under
        assert table.market() == without([*market], under)
        assert table.layers()[-1] == [under]
        assert table.actor == CHANCE


@both
def test_b_quebec_4_a_market_without_another_plant_stays(preset: str) -> None:
    market = (13, 18, 22, 27, 33, 37, 44, 50)
    table = end_of_round(preset, 1, *market)
    assert table.phase == "auction"
    assert table.market() == [*market]
    assert only(table.began, CardWentUnder) == []
    assert only(table.began, CardRevealed) == []


def test_b_quebec_4_step_3_is_as_everywhere() -> None:
    table = end_of_round("original", 3, 18, 22, 27, 33, 37, 44)
    assert only(table.began, CardWentUnder) == []
    assert table.market() == [22, 27, 33, 37, 44]


def test_b_quebec_4_in_random_games() -> None:
    """The largest plant of the market whose card shows a fuel goes under."""
    positions = under = spared = 0
    for game, before, _action, _after, events in moves_of(BOARD, 10):
        positions += 1
        market = {game.rules.deck.numbers[card] for card in before.market}
        for event in events:
            if isinstance(event, CardJoined):
                market.add(game.rules.deck.numbers[event.card])
            if isinstance(event, CardWentUnder):
                number = game.rules.deck.numbers[event.card]
                under += 1
                spared += number < max(market)
                assert number not in ECOLOGICAL
                assert all(each in ECOLOGICAL or each <= number for each in market)
    assert positions >= 1000
    assert under >= 50
    assert spared >= 20


@every_seats
def test_b_quebec_5_13_18_and_22_are_on_top(seats: int) -> None:
    rules = rules_of(BOARD, "original", seats)
    others = without(PLANTS, *range(3, 11), 13, 18, 22)
    assert opening_numbers(rules) == [*range(3, 11)]
    assert layers_of(rules) == [
        ([13], {"card": 1}),
        ([18], {"card": 1}),
        ([22], {"card": 1}),
        (others, {"card": 31 - OUT[seats]}),
        ([STEP_3], {"card": 1}),
    ]


@every_seats
def test_b_quebec_6_a_plug_card_then_18_and_22(seats: int) -> None:
    rules = rules_of(BOARD, "recharged", seats)
    plugs, sockets = PLUGS_OUT[seats], SOCKETS_OUT[seats]
    assert rules.deck.opening_market == []
    others = without(SOCKETS, 18, 22)
    assert layers_of(rules) == [
        (PLUGS, {"plug": 8}),
        (PLUGS, {"plug": 1}),
        ([18], {"socket": 1}),
        ([22], {"socket": 1}),
        ([*PLUGS, *others], {"plug": 13 - 9 - plugs, "socket": 27 - sockets}),
        ([STEP_3], {"step": 1}),
    ]


def test_b_quebec_5_b_quebec_6_in_random_positions() -> None:
    """18 is seen before any other of the dearer plants, and 22 next."""
    asked = 0
    for _game, _state, seen, _stacked in dealt_plants(BOARD):
        asked += 1
        dearer = seen & set(SOCKETS)
        assert len(dearer) < 1 or 18 in dearer
        assert len(dearer) < 2 or 22 in dearer
    assert asked >= 1000


def spared(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A plant goes under while a larger one, which burns nothing, stays."""
    return any(
        isinstance(event, CardWentUnder)
        and any(
            game.rules.deck.numbers[card] > game.rules.deck.numbers[event.card]
            for card in state.market
        )
        for event in events
    )


GOLDEN = {
    "quebec-ecological-first": ("original", 4, spared),
    "quebec-ecological-second": ("recharged", 3, spared),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)
