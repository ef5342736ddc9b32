"""The clauses of Russia. Run as a module, it records the golden games."""

import pytest

from gridwright.engine.game import Game
from gridwright.engine.masks import count
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import AuctionPassed
from gridwright.engine.vocabulary.base import Event, EventLog
from gridwright.engine.vocabulary.market import LEFT_UNSOLD, CardLeft
from gridwright.engine.vocabulary.turn import StepBegan
from tests.boards.golden import check_golden, record
from tests.boards.set_up import N_REMOVED, OUT, check_opening, check_refill, dealt
from tests.boards.shipped import SEATS, both, every_seats, positions_of
from tests.kit.scenario import Scenario, scenario
from tests.kit.table import only

BOARD = "russia"


def russia(seats: int = 4, preset: str = "original") -> Scenario:
    return scenario(board=BOARD, preset=preset, seats=seats)


@both
def test_b_russia_1_a_small_market(preset: str) -> None:
    for seats in SEATS:
        deck = russia(seats, preset).game.rules.deck
        assert deck.market_sizes == [6, 6, 4]
        assert deck.current_sizes == [3, 3, 4]


@both
def test_b_russia_1_step_3_leaves_four_plants(preset: str) -> None:
    position = russia(4, preset).step(2).market(20, 21, 22, 23, 25)
    table = position.owns(0, 13).stack(top=["step-3"], rest=[36, 37]).at("auction")
    table.state.tasks = [1]
    table.game.market.run(table.state, EventLog(False))
    table.state.actor = -1
    table.reveal("step-3")
    table.shuffle()
    assert table.current() == [20, 21, 22]
    table.do("0 pass")
    table.deal()
    for seat in (1, 2, 3):
        table.do(f"{seat} pass")
    assert table.state.step == 3
    assert len(table.market()) == 4
    assert table.current() == table.market()


@every_seats
def test_b_russia_2_the_stack_of_the_first_edition(seats: int) -> None:
    table = dealt(BOARD, "original", seats)
    assert table.market() == [3, 4, 5, 7, 8, 9]
    assert table.current() == [3, 4, 5]
    rest = [12, *range(15, 41), 42, 44, 46, 50]
    assert table.layers() == [[13], [10, 11], rest, rest, ["step-3"]]
    n_out = OUT[seats]
    assert table.state.stack.size() == 1 + 5 + len(rest) - 3 - n_out + 1
    top = table.state.stack.copy()
    masks = table.game.rules.deck.back_masks
    assert count(top.possible_cards(masks)) == 1
    top.take(10, 0)
    # Only the five next cards are mixed: 10, 11 and three of the rest.
    assert count(top.possible_cards(masks)) == 2 + len(rest)
    assert sum(top.counts[: top.n_mixed * top.n_backs]) == 5


@every_seats
def test_b_russia_2_the_stack_of_the_second_edition(seats: int) -> None:
    table = dealt(BOARD, "recharged", seats)
    low = [3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 15]
    assert set(table.market()) < set(low)
    assert len(table.market()) == 6
    left = [number for number in low if number not in table.market()]
    high = [*range(16, 41), 42, 44, 46, 50]
    assert table.layers() == [left, high, ["step-3"]]
    n_out = N_REMOVED["recharged"][seats]
    assert table.state.stack.size() == len(left) + len(high) - n_out + 1


@both
def test_b_russia_3_the_first_pass_costs_the_smallest_plant(preset: str) -> None:
    position = russia(4, preset).market(20, 21, 22, 23, 25, 26).stack(top=[16, 17, 19])
    table = position.money(1, 100).at("auction")
    (left,) = only(table.do("0 pass"), CardLeft)
    assert left.cause == LEFT_UNSOLD
    table.reveal(16)
    assert table.market() == [16, 21, 22, 23, 25, 26]
    table.buy(1, 21, 100)
    table.reveal(17)
    table.do("2 pass", "3 pass")
    assert table.market() == [16, 17, 22, 23, 25, 26]


@both
def test_b_russia_3_a_pass_after_a_sale_costs_a_plant_but_the_last_does_not(preset: str) -> None:
    position = russia(3, preset).market(20, 21, 22, 23, 25, 26).stack(top=[16, 17, 19])
    table = position.money(0, 100).at("auction")
    table.buy(0, 21, 100)
    table.reveal(16)
    table.do("1 pass")
    assert table.actor < 0
    table.reveal(17)
    table.do("2 pass")
    assert table.phase != "auction"
    assert table.market() == [17, 20, 22, 23, 25, 26]


@both
def test_b_russia_4_old_plants_stay_and_there_is_no_token(preset: str) -> None:
    table = russia(4, preset).n_cities(0, 9).market(3, 4, 5, 7, 8, 9).at("auction")
    assert table.discount is None
    assert table.market() == [3, 4, 5, 7, 8, 9]
    refusal = table.refused("0 offer 7 7")
    assert (refusal.code, refusal.clause) == ("not_on_offer", "c3.2")


def test_b_russia_5_fuel_tables() -> None:
    check_opening(BOARD, coal=18, oil=24, garbage=0, uranium=7)
    check_refill(
        BOARD,
        {
            2: [[2, 3, 2, 1], [2, 4, 2, 1], [4, 3, 3, 1]],
            3: [[2, 3, 2, 1], [3, 4, 2, 1], [4, 3, 3, 1]],
            4: [[3, 5, 3, 1], [4, 6, 3, 2], [5, 4, 4, 2]],
            5: [[4, 5, 4, 2], [5, 7, 3, 3], [6, 5, 5, 2]],
            6: [[5, 7, 4, 2], [6, 9, 5, 3], [7, 6, 6, 3]],
        },
    )


# The same said a second time, from what is on the table.


def test_random_positions_have_a_small_market() -> None:
    """Three on offer and three to come, four in step 3; never 6 or 14, never the token."""
    positions = positions_of(BOARD)
    assert len(positions) >= 1_000
    for game, state in positions:
        names = [game.rules.deck.numbers[card] for card in state.market]
        assert 6 not in names
        assert 14 not in names
        assert state.discount < 0
        settled = state.actor >= 0 and state.auction.scrapper < 0
        if settled and state.stack.size() and game.phases[state.phase].NAME == "auction":
            plain = [card for card in state.market if card != game.rules.deck.step_card]
            assert len(state.market) == (4 if state.step == 3 else 6)
            assert game.market.current(state) == plain[: 4 if state.step == 3 else 3]


def test_random_passes_cost_a_plant_once_a_round() -> None:
    """Each pass of random positions: the first of its round loses the smallest, no other does."""
    n_first = n_later = 0
    for game, state in positions_of(BOARD):
        if state.actor < 0 or game.phases[state.phase].NAME != "auction":
            continue
        passes = [action for action in game.legal(state) if type(action).__name__ == "PassAuction"]
        if not passes:
            continue
        bought = [seat for seat in range(game.rules.n_seats) if state.auction.out >> seat & 1]
        is_first = len(bought) == state.auction.n_sold
        smallest = state.market[0]
        after, events = game.step(state, passes[0])
        left = [event.card for event in only(events, CardLeft) if event.cause == LEFT_UNSOLD]
        assert left == ([smallest] if is_first else [])
        assert (smallest in after.market) == (not is_first) or after.step != state.step
        n_first += is_first
        n_later += not is_first
    assert n_first > 20
    assert n_later > 20


# Golden games


def pass_cost_a_plant(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A pass sent the smallest plant away."""
    left = any(event.cause == LEFT_UNSOLD for event in only(events, CardLeft))
    return left and bool(only(events, AuctionPassed))


def four_lie_open(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """Step 3 began with four plants."""
    began = any(event.step == 3 for event in only(events, StepBegan))
    return began and len(state.market) == 4


GOLDEN = {
    "first-pass": ("original", 3, pass_cost_a_plant),
    "step-3": ("recharged", 4, four_lie_open),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)
