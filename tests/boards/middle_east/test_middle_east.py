"""The clauses of the Middle East. Run as a module, it records the golden games."""

import pytest

from gridwright.engine.board_parts import board_parts
from gridwright.engine.game import Game
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.observe import ladders_seen, observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import CardJoined, CardWentUnder
from gridwright.engine.vocabulary.parts import PartChanged
from gridwright.engine.vocabulary.turn import StepBegan
from tests.boards.ended_phases import finish_building
from tests.boards.golden import check_golden, record
from tests.boards.set_up import check_opening, check_refill, dealt
from tests.boards.shipped import SEATS, both, every_seats, positions_of
from tests.kit.scenario import Scenario, scenario
from tests.kit.table import Table, only

BOARD = "middle-east"
OIL = 1
PRINTED = [price for price in range(1, 9) for _token in range(3)]
LATE = {6, 11, 14, 17, 19, 23, 24, 28, 30, 34, 38, 39}
"""The plants that burn garbage or uranium."""


def middle_east(seats: int = 4, preset: str = "original") -> Scenario:
    return scenario(board=BOARD, preset=preset, seats=seats)


def oil_prices(table: Table) -> list[int]:
    """Return what each oil token on the market costs, cheapest first."""
    seen = observe(table.game, table.state, SPECTATOR)
    return ladders_seen(table.game.rules, seen, SPECTATOR)[OIL].prices[-table.state.tokens[OIL] :]


@both
def test_b_middle_east_1_prices_and_tokens(preset: str) -> None:
    market = middle_east(4, preset).game.rules.market
    assert market.token_totals == [24, 24, 21, 11]
    assert [ladder.prices for ladder in market.ladders] == [
        PRINTED,
        PRINTED,
        PRINTED[3:],
        [2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16],
    ]


@both
def test_b_middle_east_2_missing_oil_moves_to_the_cheap_end(preset: str) -> None:
    """Six tokens are due, two are there: four of the dearest lie lower, some of them at 1."""
    position = middle_east(4, preset).tokens(oil=22, coal=20)
    table = position.money(3, 50).owns(3, 7).at("bureaucracy")
    assert table.state.tokens[OIL] == 24
    assert board_parts(table.state).row(0) == [4]
    prices = oil_prices(table)
    assert prices == [1, 1, 1, 1, *PRINTED[:20]]
    assert prices.count(1) == 7


def test_b_middle_east_2_all_pay_those_prices() -> None:
    table = middle_east().tokens(oil=22, coal=20).owns(3, 7).at("bureaucracy")
    while table.phase != "resources":
        if table.actor < 0:
            table.deal()
        else:
            table.do(f"{table.actor} pass")
    before = table.money(3)
    table.do("3 buy oil 6")
    assert before - table.money(3) == 6
    # What was moved stays moved while oil is left.
    assert board_parts(table.state).row(0) == [4]


def test_b_middle_east_2_an_empty_market_begins_again() -> None:
    table = middle_east().tokens(oil=0).owns(3, 13).at("bureaucracy")
    board_parts(table.state).put(0, [5])
    table.do(table.legal()[0])
    assert table.state.tokens[OIL] == 6
    assert board_parts(table.state).row(0) == [0]
    assert oil_prices(table) == [7, 7, 7, 8, 8, 8]


@both
@every_seats
def test_b_middle_east_3_the_opening_has_no_garbage_or_uranium(preset: str, seats: int) -> None:
    table = dealt(BOARD, preset, seats)
    assert len(table.market()) == 8
    assert not LATE & {number for number in table.current() if isinstance(number, int)}
    if preset == "original":
        assert table.market() == [3, 4, 5, 7, 8, 9, 10, 13]
        assert 6 in table.gone()


def test_b_middle_east_3_late_plants_go_under_the_stack_or_leave() -> None:
    position = middle_east().money(0, 100).market(15, 16, 18, 20, 25, 26, 27, 29)
    table = position.stack(top=[14, 17, 21]).at("auction")
    table.buy(0, 16, 100)
    table.reveal(14)
    assert 14 in table.gone()
    assert table.actor < 0
    table.reveal(17)
    assert table.layers()[-1] == [17]
    table.reveal(21)
    assert table.market() == [15, 18, 20, 21, 25, 26, 27, 29]
    assert table.actor == 1


def test_b_middle_east_3_no_one_buys_late_plants_beside_the_step_3_card() -> None:
    position = middle_east().money(0, 100).market(15, 16, 18, 20, 25, 26, 27, 29)
    table = position.stack(top=["step-3"], rest=[17, 35, 36, 37, 39]).at("auction")
    table.buy(0, 16, 100)
    table.reveal("step-3")
    table.shuffle()
    table.state.money[1] = 100
    table.buy(1, 18, 100)
    table.reveal(17)
    assert table.current() == [15, 17, 20, 25]
    refusal = table.refused("2 offer 17 17")
    assert (refusal.code, refusal.clause) == ("not_in_step_one", "b-middle-east.3")


def step_two_in_auction() -> Table:
    position = middle_east().money(0, 100).market(15, 16, 18, 20, 25, 26, 27, 29)
    table = position.stack(top=["step-3"], rest=[30, 35, 36, 37, 39]).at("auction")
    table.buy(0, 16, 100)
    table.reveal("step-3")
    table.shuffle()
    table.do("1 pass", "2 pass", "3 pass")
    return table


def test_b_middle_east_4_the_first_pass_begins_step_two() -> None:
    table = step_two_in_auction()
    assert table.state.step == 1
    assert table.layers()[-1] == ["step-3"]
    table.reveal(30)
    table.reveal(35)
    table.reveal(36)
    assert table.market() == [20, 25, 26, 27, 29, 30, 35, 36]
    assert {15, 18} <= set(table.gone())
    assert table.state.step == 2
    assert table.state.market_size == 8
    assert table.layers()[-1] == ["step-3"]
    assert "step-3" not in table.gone()


@both
def test_b_middle_east_4_cities_do_not_begin_step_two(preset: str) -> None:
    for seats in SEATS:
        assert middle_east(seats, preset).game.rules.limits.step_two_cities == 0
    table = middle_east(4, preset).n_cities(0, 12).money(3, 40).at("building")
    finish_building(table)
    assert table.state.step == 1


def test_b_middle_east_4_in_the_bureaucracy_it_begins_with_the_next_round() -> None:
    position = middle_east().owns(0, 13).market(15, 16, 18, 20, 25, 26, 27, 29)
    table = position.stack(top=["step-3"], rest=[30, 35, 36, 37, 39]).at("bureaucracy")
    table.do(table.legal()[0])
    table.reveal("step-3")
    table.shuffle()
    for number in (35, 36, 37):
        assert table.state.step == 1
        table.reveal(number)
    assert table.market() == [18, 20, 25, 26, 27, 35, 36, 37]
    assert table.state.step == 2
    assert table.phase == "auction"


def test_b_middle_east_5_the_second_pass_begins_step_three() -> None:
    position = middle_east().step(2).owns(0, 13).market(15, 16, 18, 20, 25, 26, 27, 29)
    table = position.stack(top=["step-3"], rest=[30, 35]).at("bureaucracy")
    table.do(table.legal()[0])
    table.reveal("step-3")
    table.shuffle()
    assert table.market() == [16, 18, 20, 25, 26, 27]
    assert table.state.step == 3
    assert "step-3" in table.gone()
    assert table.phase == "auction"


def test_b_middle_east_6_two_plants_go_under() -> None:
    position = middle_east().step(2).owns(0, 13).market(15, 16, 18, 20, 25, 26, 27, 29)
    table = position.stack(top=[35, 21]).at("bureaucracy")
    (first,) = only(table.do(table.legal()[0]), CardWentUnder)
    table.reveal(35)
    # The card just drawn is the largest now.
    assert table.layers()[-2:] == [[29], [35]]
    table.reveal(21)
    assert table.market() == [15, 16, 18, 20, 21, 25, 26, 27]
    assert table.phase == "auction"
    assert first.card != table.state.market[-1]
    early = middle_east().owns(0, 13).market(15, 16, 18, 20, 25, 26, 27, 29)
    table = early.stack(top=[35]).at("bureaucracy")
    table.do(table.legal()[0])
    table.reveal(35)
    assert table.market() == [15, 16, 18, 20, 25, 26, 27, 35]


def test_b_middle_east_7_fuel_tables() -> None:
    check_opening(BOARD, coal=21, oil=21, garbage=3, uranium=3)
    few = [[2, 5, 1, 0], [1, 3, 3, 2], [1, 2, 4, 2]]
    check_refill(
        BOARD,
        {
            2: few,
            3: few,
            4: [[3, 6, 1, 0], [2, 3, 4, 3], [2, 2, 6, 3]],
            5: [[4, 8, 1, 0], [3, 4, 4, 3], [2, 3, 8, 4]],
            6: [[5, 9, 1, 0], [4, 5, 6, 4], [3, 4, 9, 5]],
        },
    )


# The same said a second time, from what is on the table.


def passes_of(game: Game, state: State) -> int:
    """Return how often the Step 3 card was drawn, from where it lies."""
    card = game.rules.deck.step_card
    if state.gone >> card & 1:
        return 2
    return 1 if state.step == 2 else 0


def test_random_positions_keep_the_rules() -> None:
    positions = positions_of(BOARD)
    assert len(positions) >= 1_000
    steps = set()
    for game, state in positions:
        if state.actor < 0 or game.phases[state.phase].NAME != "auction":
            continue
        numbers = game.rules.deck.numbers
        steps.add(state.step)
        # Garbage and uranium plants are neither on offer nor owned in step 1.
        if state.step == 1:
            owned = {numbers[plant] for plants in state.plants for plant in plants}
            assert not owned & LATE
            offered = {numbers[plant] for plant in game.market.current(state)}
            if state.auction.scrapper >= 0:
                continue  # The gap of the sale is not filled yet.
            assert not offered & LATE or game.rules.deck.step_card in state.market
        # The step says how often the stack was gone through.
        if game.rules.deck.step_card not in state.market:
            assert passes_of(game, state) == state.step - 1
    assert steps == {1, 2, 3}


def test_random_positions_price_oil_as_moved() -> None:
    """Tokens one by one: each missing one takes the dearest away and adds one at 1."""
    n_moved = 0
    for game, state in positions_of(BOARD):
        moved = board_parts(state).row(0)[0]
        expected = PRINTED[:]
        for _space in range(moved):
            expected.pop()
            expected.insert(0, 1)
        seen = observe(game, state, 0)
        for seat in (0, 1, SPECTATOR):
            assert ladders_seen(game.rules, seen, seat)[OIL].prices == expected
        n_moved += moved > 0
    assert n_moved > 20


# Golden games


def oil_moved(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """More than three oil tokens lie at price 1."""
    changed = only(events, PartChanged)
    return any(state.tokens[OIL] > 21 - event.row[0] for event in changed if event.row[0])


def stack_passed(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """Step 3 began after step 2, the card having come twice."""
    steps = [event.step for event in only(events, StepBegan)]
    return 3 in steps and state.gone >> game.rules.deck.step_card & 1 == 1


def step_card_went_under(game: Game, state: State, line: str, events: list[Event]) -> bool:
    card = game.rules.deck.step_card
    return any(event.card == card for event in only(events, CardWentUnder))


def plant_came_too_early(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A plant was laid out in step 1 and went under the stack immediately."""
    joined = {event.card for event in only(events, CardJoined)}
    return state.step == 1 and any(event.card in joined for event in only(events, CardWentUnder))


GOLDEN = {
    "oil": ("original", 3, oil_moved),
    "passes": ("recharged", 4, stack_passed),
    "step-2": ("original", 5, step_card_went_under),
    "too-early": ("recharged", 5, plant_came_too_early),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)
