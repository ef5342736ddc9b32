"""The clauses of China. Run as a module, it records the golden games."""

import pytest

from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import LEFT_UPKEEP, CardLeft
from gridwright.engine.vocabulary.turn import StepBegan
from tests.boards.golden import check_golden, record
from tests.boards.set_up import PLANTS, check_opening, check_refill, dealt, seen_plants
from tests.boards.shipped import PRESETS, both, every_seats, positions_of
from tests.kit.scenario import Scenario, scenario
from tests.kit.table import only

BOARD = "china"
OUT = {
    2: [3, 4, 9, 11, 16, 18, 20, 24, 30, 33, 46],
    3: [3, 4, 9, 11, 16, 18, 20, 24, 30, 33, 46],
    4: [3, 4, 11, 18, 24, 33, 46],
    5: [3, 4, 33],
    6: [3, 4, 33],
}


def china(seats: int = 4, preset: str = "original") -> Scenario:
    return scenario(board=BOARD, preset=preset, seats=seats)


@both
@every_seats
def test_b_china_1_the_stack_is_planned(preset: str, seats: int) -> None:
    table = dealt(BOARD, preset, seats)
    low = [number for number in range(5, 31) if number not in OUT[seats]]
    high = [number for number in PLANTS if number > 35 and number not in OUT[seats]]
    assert table.market() == low[:seats]
    layers = table.layers()
    *known, middle, last = layers
    assert known == [[number] for number in low[seats:]]
    assert middle == [31, 32, 34, 35, "step-3"]
    assert last == high
    assert table.state.stack.size() == len(low) - seats + 5 + len(high)


@both
@every_seats
def test_b_china_2_every_open_plant_can_be_offered(preset: str, seats: int) -> None:
    table = dealt(BOARD, preset, seats)
    assert table.current() == table.market()
    assert len(table.market()) == seats
    first = table.state.order[0]
    largest = table.market()[-1]
    table.do(f"{first} offer {largest} {largest}")
    assert table.state.auction.lot >= 0
    assert table.refused(f"{table.actor} pass").code == "wrong_phase"


def test_b_china_3_no_card_is_drawn_for_a_sale() -> None:
    table = china().market(5, 6, 7).at("auction")
    size = table.state.stack.size()
    table.buy(table.actor, 6, 50)
    assert table.market() == [5, 7]
    assert table.state.stack.size() == size
    refusal = table.refused(f"{table.actor} offer 6 6")
    assert (refusal.code, refusal.clause) == ("not_on_offer", "c3.2")


PLANS = [
    # seats, open plants, drawn, left after the smallest went
    (2, [5, 6], [7], [6, 7]),
    (2, [], [5, 6], [5, 6]),
    (3, [5, 6], [7], [6, 7]),
    (3, [5], [6], [5, 6]),
    (4, [5, 6, 7], [8, 9], [7, 8, 9]),
    (4, [5], [6, 7], [5, 6, 7]),
    (4, [], [5, 6, 7], [5, 6, 7]),
    (5, [5, 6, 7], [8, 9], [6, 7, 8, 9]),
    (6, [5, 6, 7, 8, 9], [10, 11, 12], [8, 9, 10, 11, 12]),
    (6, [], [5, 6, 7, 8, 9], [5, 6, 7, 8, 9]),
]


@pytest.mark.parametrize(("seats", "before", "drawn", "after"), PLANS)
def test_b_china_3_the_plan_fills_the_market(
    seats: int, before: list[int], drawn: list[int], after: list[int]
) -> None:
    table = china(seats).step(2).market(*before).stack(top=drawn).at("plan")
    for number in drawn:
        assert table.phase == "plan"
        table.reveal(number)
    assert table.phase != "plan"
    assert table.market() == after
    left = sorted({*before, *drawn} - {*after})
    assert [number for number in table.gone() if number in {*before, *drawn}] == left


def test_b_china_3_step_two_takes_a_plant_and_draws_none() -> None:
    table = china().n_cities(3, 6).money(3, 60).market(20, 21, 22).at("building")
    while table.actor == 3:
        table.do(next(line for line in table.legal() if "connect" in line), "3 finish-building")
    while table.phase == "building":
        table.do(f"{table.actor} finish-building")
    assert table.state.step == 2
    assert table.market() == [21, 22]
    assert table.phase == "plan"


STEP_THREES = [
    # seats, open plants, cards drawn after the Step 3 card, open at the end
    (4, [25, 26, 27], [36, 37], [26, 27, 36, 37]),
    (6, [25, 26, 27, 28, 29], [], [26, 27, 28, 29]),
    (2, [28, 29], [36, 37, 38], [29, 36, 37, 38]),
]


@both
@pytest.mark.parametrize(("seats", "before", "drawn", "after"), STEP_THREES)
def test_b_china_4_the_step_3_card_ends_the_plan(
    preset: str, seats: int, before: list[int], drawn: list[int], after: list[int]
) -> None:
    position = china(seats, preset).step(2).market(*before).owns(0, 13)
    table = position.stack(top=["step-3", *drawn, 39, 40], rest=[42, 44]).at("plan")
    table.reveal("step-3")
    for number in drawn:
        table.reveal(number)
    assert table.market() == after
    assert table.current() == after
    # It is in force in the bureaucracy, whose upkeep is that of step 3 (c7.8); nothing was mixed.
    assert table.state.step == 3
    table.do(table.legal()[0])
    assert table.possible_cards() == [39]
    table.reveal(39)
    assert table.market() == [*after[1:], 39]
    first = table.actor
    table.buy(first, after[1], 60)
    assert table.possible_cards() == [40]


def test_b_china_4_before_step_two_its_plant_goes_first() -> None:
    position = china().market(25, 26, 27).owns(0, 13)
    table = position.stack(top=["step-3", 36, 37, 38, 39], rest=[42, 44]).at("plan")
    table.reveal("step-3")
    for number in (36, 37, 38):
        table.reveal(number)
    assert table.market() == [27, 36, 37, 38]


@both
def test_b_china_5_no_token_and_no_old_plants(preset: str) -> None:
    table = china(4, preset).n_cities(0, 9).market(5, 6, 7).at("auction")
    assert table.discount is None
    assert table.market() == [5, 6, 7]
    for _seat in range(4):
        table.do(f"{table.actor} pass")
    assert table.market() == [5, 6, 7]
    assert table.phase != "auction"


def test_b_china_6_the_trust_does_not_play() -> None:
    for preset in PRESETS:
        rules = china(2, preset).game.rules
        assert not rules.trust.plays
        limits = rules.limits
        assert (limits.plant_limit, limits.step_two_cities, limits.end_cities) == (4, 10, 21)


def test_b_china_7_fuel_tables() -> None:
    check_opening(BOARD, coal=12, oil=12, garbage=6, uranium=0)
    refills = {
        2: ([4, 2, 2, 1], [3, 4, 1, 1]),
        3: ([5, 3, 2, 1], [3, 4, 1, 1]),
        4: ([6, 4, 3, 2], [4, 5, 2, 2]),
        5: ([7, 5, 3, 3], [5, 6, 3, 2]),
        6: ([9, 6, 5, 3], [6, 7, 3, 3]),
    }
    check_refill(BOARD, {seats: [early, early, late] for seats, (early, late) in refills.items()})


# The same said a second time, from what is on the table.


def plan_is_kept(game: Game, state: State) -> bool:
    """Plants up to 30 came in ascending order, later ones after them, removed ones never."""
    seats = game.rules.n_seats
    seen = seen_plants(game, state)
    if seen & set(OUT[seats]):
        return False
    low = [number for number in range(3, 31) if number not in OUT[seats]]
    came = [number in seen for number in low]
    if came != sorted(came, reverse=True):
        return False
    if max(seen, default=0) > 30 and not all(came):
        return False
    if max(seen, default=0) <= 35:
        return True
    return bool(state.gone >> game.rules.deck.step_card & 1) and {31, 32, 34, 35} <= seen


def market_is_sized(game: Game, state: State) -> bool:
    """Return whether the market has its size: seats in round 1, then one fewer (min. 2), then 4."""
    seats = game.rules.n_seats
    if state.step == 3:
        waits = state.due > 0 or state.auction.scrapper >= 0 or state.stack.size() == 0
        return len(state.market) == 4 or waits
    most = seats if state.round == 1 else max(2, seats - 1)
    return len(state.market) + state.auction.n_sold == most


def test_random_positions_keep_the_plan() -> None:
    positions = positions_of(BOARD)
    names = {id(game): [phase.NAME for phase in game.phases] for game, _state in positions}
    assert len(positions) >= 1_000
    n_auctions = 0
    for game, state in positions:
        assert plan_is_kept(game, state)
        phase = names[id(game)][state.phase] if state.phase >= 0 else ""
        if phase == "auction":
            n_auctions += 1
            assert market_is_sized(game, state), (state.market, state.step, state.round)
    assert n_auctions > 200


# Golden games


def plan_made_room(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """The plan sent the smallest plant away."""
    in_plan = state.step < 3 and bool(events)
    return in_plan and any(event.cause == LEFT_UPKEEP for event in only(events, CardLeft))


def four_lie_open(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """Step 3 began with four plants."""
    began = any(event.step == 3 for event in only(events, StepBegan))
    return began and len(state.market) >= 3 and state.market_size == 4


GOLDEN = {"plan": ("original", 3, plan_made_room), "step-3": ("recharged", 4, four_lie_open)}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)
