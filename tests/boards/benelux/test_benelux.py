"""The clauses of Benelux."""

import pytest

from gridwright.engine.board_parts import board_parts
from gridwright.engine.game import Game
from gridwright.engine.ids import NONE
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import MayOffer
from gridwright.engine.vocabulary.base import Event, EventLog
from gridwright.engine.vocabulary.market import (
    LEFT_UNSOLD,
    LEFT_UPKEEP,
    CardLeft,
    CardWentUnder,
    MarketResized,
)
from tests.boards.golden import check_golden, record
from tests.boards.random_moves import games_of
from tests.boards.set_up import ECOLOGICAL, Refill, check_opening, check_refill
from tests.boards.shipped import both, positions_of
from tests.kit.scenario import Scenario, scenario
from tests.kit.table import only

BOARD = "benelux"
REFILL: Refill = {
    2: [[2, 3, 1, 1], [2, 4, 2, 1], [4, 3, 3, 1]],
    3: [[2, 4, 2, 1], [3, 5, 2, 1], [4, 3, 3, 1]],
    4: [[3, 5, 2, 1], [4, 6, 3, 2], [5, 4, 4, 2]],
    5: [[4, 5, 3, 2], [5, 7, 3, 3], [6, 5, 5, 2]],
    6: [[5, 7, 3, 2], [6, 9, 5, 3], [7, 6, 6, 3]],
}


def benelux(preset: str = "original", seats: int = 4) -> Scenario:
    return scenario(board=BOARD, preset=preset, seats=seats)


def numbers(game: Game, cards: list[int]) -> list[int]:
    return [game.rules.deck.numbers[card] for card in cards]


@both
def test_b_benelux_1_an_ecological_plant_comes_forward(preset: str) -> None:
    position = benelux(preset).money(0, 90).money(1, 90).money(2, 1).money(3, 1)
    position = position.market(10, 11, 12, 14, 15, 18, 19, 20).stack(top=[21])
    table = position.order(0, 1, 2, 3).at("auction")
    assert table.refused("0 offer 18 18").code == "not_on_offer"
    table.do("0 offer 14 14", "1 drop")
    table.reveal(21)
    # 10, 11, 12 and 15 are current, and 18 is the smallest of the others.
    assert numbers(table.game, table.game.market.current(table.state)) == [10, 11, 12, 15, 18]
    assert observe(table.game, table.state, 0).current_size == 5
    assert table.refused("1 offer 19 19").code == "not_on_offer"
    table.do("1 offer 18 18")
    assert 18 in numbers(table.game, table.state.plants[1])


def test_b_benelux_1_plant_13_is_current_at_the_opening() -> None:
    """Plant 13 counts as current if it is the smallest future plant of the opening market."""
    state = benelux("recharged")._base()
    assert state.current_size == 4
    game = benelux("recharged").game
    state.market = [game.rules.plant_called(each) for each in (3, 4, 5, 6, 13, 14, 15)]
    state.tasks = game.market.opening_tasks()[-1:]
    game.market.run(state, EventLog(False))
    assert state.current_size == 5


def test_b_benelux_1_in_random_positions() -> None:
    """Four plants may be offered, and a fifth that burns nothing."""
    checked = forward = 0
    for game, state in positions_of(BOARD, 20):
        if state.due != 0 or game.is_over(state) or state.phase < game.first_of_round:
            continue
        if state.auction.scrapper != NONE:
            continue  # The plant that was sold is replaced once another was given up.
        row = [number for number in numbers(game, state.market) if number <= 50]
        wanted = row
        if state.market_size == 8:
            wanted = row[:4] + [number for number in row[4:5] if number in ECOLOGICAL]
            forward += len(wanted) == 5
        assert numbers(game, game.market.current(state)) == wanted
        checked += 1
        for offer in game.offers(state):
            if isinstance(offer, MayOffer):
                assert set(numbers(game, offer.plants)) <= set(wanted)
    assert checked >= 1000
    assert forward >= 100


@both
def test_b_benelux_2_the_smallest_and_the_largest_change(preset: str) -> None:
    position = benelux(preset).market(10, 11, 12, 14, 15, 16, 17, 19).stack(top=[20, 21])
    table = position.at("bureaucracy")
    table.reveal(20)
    # The card that came for the smallest was the largest, so it went under.
    assert numbers(table.game, table.state.market) == [11, 12, 14, 15, 16, 17, 19]
    table.reveal(21)
    assert numbers(table.game, table.state.market) == [11, 12, 14, 15, 16, 17, 19, 21]
    assert board_parts(table.state).row(0) == [0]


def test_b_benelux_2_in_step_3_only_the_smallest_leaves() -> None:
    position = benelux().step(3).market(20, 21, 22, 23, 24, 25).stack(top=[26])
    table = position.at("bureaucracy")
    table.reveal(26)
    assert numbers(table.game, table.state.market) == [21, 22, 23, 24, 25, 26]


@both
def test_b_benelux_2_one_plant_leaves_each_round_in_random_games(preset: str) -> None:
    """One plant leaves in each round of steps 1 and 2, unless the plant under the token did."""
    rounds = kept = 0
    for number, moves in enumerate(games_of(BOARD, 10)):
        unsold = left = under = at = begun = 0
        for game, before, _action, _after, events in moves:
            if game.rules.preset != preset:
                break
            if before.round != at:
                calm = begun == before.step < 3 and before.stack.size() > 3
                if calm and at > 0:
                    rounds += 1
                    spared = preset == "recharged" and unsold > 0
                    kept += spared
                    assert (left, under) == (0 if spared else 1, 1), number
                at, unsold, left, under = before.round, 0, 0, 0
                begun = before.step
            causes = [event.cause for event in only(events, CardLeft)]
            unsold += causes.count(LEFT_UNSOLD)
            left += causes.count(LEFT_UPKEEP)
            under += len(only(events, CardWentUnder))
    assert rounds >= 15
    assert (kept > 0) == (preset == "recharged")


def test_b_benelux_3_opening_market() -> None:
    check_opening(BOARD, coal=18, oil=24, garbage=6, uranium=2)


def test_b_benelux_4_refill() -> None:
    check_refill(BOARD, REFILL)


def test_b_benelux_5_five_regions_of_seven() -> None:
    board = benelux().game.rules.board
    assert [board.city_regions.count(region) for region in range(5)] == [7] * 5
    luxembourg = board.city_regions[board.cities.index("luxembourg")]
    assert board.regions[luxembourg] == "blue"


def came_forward(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A plant that burns nothing came into the current market as its fifth."""
    return any(isinstance(event, MarketResized) and event.current == 5 for event in events)


def smallest_left(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return state.step < 3 and any(
        isinstance(event, CardLeft) and event.cause == LEFT_UPKEEP for event in events
    )


GOLDEN = {
    "benelux-forward": ("original", 4, came_forward),
    "benelux-smallest": ("recharged", 3, smallest_left),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)
