"""The clauses of Australia."""

from itertools import combinations

import pytest

from gridwright.engine.board_parts import board_parts
from gridwright.engine.game import Game
from gridwright.engine.network import region_choices
from gridwright.engine.observe import ladders_seen, observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event, EventLog
from gridwright.engine.vocabulary.building import CityConnected
from gridwright.engine.vocabulary.parts import PartChanged
from gridwright.engine.vocabulary.production import DeclineSale
from tests.boards.golden import check_golden, record
from tests.boards.set_up import Refill, check_opening, check_refill
from tests.boards.shipped import both
from tests.kit.scenario import Scenario, scenario
from tests.kit.table import Table, only

BOARD = "australia"
MINES = (11, 23, 28, 34, 39)
FULL = [2, 2, 2, 2, 2, 2]
REFILL: Refill = {
    2: [[3, 1, 1, 0], [5, 2, 2, 0], [4, 3, 3, 0]],
    3: [[4, 1, 1, 0], [6, 2, 2, 0], [4, 3, 3, 0]],
    4: [[4, 2, 2, 0], [7, 3, 3, 0], [5, 4, 4, 0]],
    5: [[5, 3, 3, 0], [9, 3, 3, 0], [6, 5, 5, 0]],
    6: [[7, 3, 3, 0], [10, 5, 5, 0], [7, 6, 6, 0]],
}
EMPTIED = {2: (1, 2, 3), 3: (1, 2, 3), 4: (2, 2, 4), 5: (2, 3, 5), 6: (3, 3, 6)}


versions = pytest.mark.parametrize("version", [2, 3])
"""From rules version 3 on an owner of mines may decline to sell."""


def australia(preset: str = "original", seats: int = 4, version: int = 3) -> Scenario:
    return scenario(board=BOARD, preset=preset, seats=seats, version=version)


def market(table: Table) -> list[int]:
    return board_parts(table.state).row(0)


def with_market(table: Table, row: list[int]) -> Table:
    board_parts(table.state).put(0, row)
    return table


@both
def test_b_australia_1_plant_17_is_out(preset: str) -> None:
    n_stacked = {"original": (26, 26, 30, 34, 34), "recharged": (36, 34, 38, 42, 42)}[preset]
    for seats, n_cards in zip(range(2, 7), n_stacked, strict=True):
        rules = australia(preset, seats).game.rules
        out = 1 << rules.plant_called(17)
        assert not any(pool & out for pool in rules.deck.pools)
        assert sum(rules.deck.counts) == n_cards
        assert rules.market.token_totals == [24, 24, 24, 0]


@both
def test_b_australia_2_mines_do_not_count_against_the_limit(preset: str) -> None:
    """A mine is bought as plants are, and is never given up."""
    position = (
        australia(preset)
        .owns(0, 11, 13, 18, 22)
        .money(0, 99)
        .market(*(23, 24, 25, 26, 27, 28, 29, 30))
    )
    table = position.at("auction")
    table.buy(0, 23, 99)
    assert table.plants(0) == [11, 13, 18, 22, 23]
    assert table.state.auction.scrapper < 0
    position = australia(preset).owns(0, 11, 13, 18, 22).money(0, 99)
    table = position.market(24, 25, 26, 27, 28, 29, 30, 31).at("auction")
    table.buy(0, 24, 99)
    assert table.actor == 0
    assert {line.split()[2] for line in table.legal()} == {"13", "18", "22"}
    refusal = table.refused("0 scrap 11")
    assert (refusal.code, refusal.clause) == ("mine_stays", "b-australia.2")


@both
def test_b_australia_2_mines_supply_no_city_but_count_for_the_order(preset: str) -> None:
    position = australia(preset).owns(0, 39).owns(1, 13).owns(2, 38).owns(3, 4)
    table = position.order(3, 2, 1, 0).at("player-order")
    assert table.state.order[:2] == [0, 2]
    dark = australia(preset).owns(0, 39, 13).cities(0, "perth", "sydney-1").at("bureaucracy")
    assert dark.game.scoring.best_output(dark.state, 0) == 1
    numbers = {plant.number: plant for plant in dark.game.rules.deck.plants}
    assert [numbers[mine].output for mine in MINES] == [2, 3, 4, 5, 6]
    limited = scenario(board=BOARD, house_rules=("network-within-capacity",))
    table = limited.owns(3, 39, 13).cities(3, "perth").money(3, 200).at("building")
    assert table.phase != "building" or table.actor != 3


@both
@versions
def test_b_australia_3_owners_sell_from_last_to_first(preset: str, version: int) -> None:
    """Paid is the highest price with a free space, times the cities of all mines."""
    position = australia(preset, 4, version).owns(0, 13, 11).owns(3, 23, 34)
    table = with_market(position.at("bureaucracy"), [0, 0, 2, 2, 2, 1])
    events = table.do("0 run 13")
    if version == 3:  # Seat 3 can run no plant, but it may decline.
        assert table.legal() == ["3 run nothing", "3 decline-sale"]
        events = table.do("3 run nothing")
    sales = [each for each in only(events, PartChanged) if each.gained]
    # Seat 3 is paid 7 for each of 3 + 5 cities and fills one space at 7 and none below but 3.
    assert [(each.seat, each.gained) for each in sales] == [(3, 7 * 8), (0, 3 * 2)]
    assert [each.row for each in sales] == [[0, 1, 2, 2, 2, 2], [0, 2, 2, 2, 2, 2]]
    full = australia(preset).owns(0, 13, 11).at("bureaucracy")
    before = full.money(0)
    full.do("0 run 13")
    assert full.money(0) - before == 10


@both
@pytest.mark.parametrize("step", [1, 2, 3])
def test_b_australia_4_tokens_leave_the_cheapest_spaces(preset: str, step: int) -> None:
    for seats, counts in EMPTIED.items():
        table = australia(preset, seats).owns(0, 13).step(step).at("bureaucracy")
        assert market(table) == FULL
        table.do("0 run 13")
        left = counts[step - 1]
        wanted = FULL[:]
        for place in range(6):
            gone = min(2, left)
            wanted[place] -= gone
            left -= gone
        assert market(table) == wanted
        bare = with_market(australia(preset, seats).owns(0, 13).at("bureaucracy"), [0] * 6)
        bare.do("0 run 13")
        assert market(bare) == [0] * 6


@both
def test_b_australia_4_mines_sell_once_more_at_the_end(preset: str) -> None:
    table = australia(preset).owns(2, 39).n_cities(3, 16).money(3, 500).money(2, 9).at("building")
    with_market(table, [2, 2, 2, 2, 0, 0])
    state = table.state
    before = state.money[2]
    table.game.scoring.settle(state, EventLog(True))
    assert state.money[2] == before + 7 * 6
    assert market(table) == [2, 2, 2, 2, 0, 1]


@both
def test_b_australia_5_step_3_taxes_fuel(preset: str) -> None:
    printed = [price for price in range(1, 9) for _space in range(3)]
    for step, more in ((1, 0), (2, 0), (3, 2)):
        position = australia(preset).owns(3, 4).step(step).tokens(coal=24, oil=3)
        table = position.money(3, 50).at("resources")
        ladders = ladders_seen(table.game.rules, observe(table.game, table.state, 3), 3)
        for ladder in ladders[:3]:
            assert ladder.prices == [price + more for price in printed]
        assert ladders[3].on_sale(table.state.tokens[3], table.state.supply[3]) == 0
        table.do("3 buy coal 4")
        assert 50 - table.money(3) == 1 + 1 + 1 + 2 + 4 * more


@both
def test_b_australia_6_any_city_for_20(preset: str) -> None:
    position = australia(preset).cities(3, "perth").cities(0, "sydney-1", "darwin")
    table = position.market(20, 21, 22, 23, 24, 25, 26, 27).money(3, 100).at("building")
    (far,) = only(table.do("3 connect sydney-2"), CityConnected)
    assert (far.connection, far.house, far.path) == (20, 10, [far.city])
    (near,) = only(table.do("3 connect bunbury"), CityConnected)
    assert near.connection < 20
    assert len(near.path) == 2
    first = australia(preset).money(3, 10).at("building")
    assert first.state.grid.reach[3] == [0] * 35


@both
def test_b_australia_7_regions_need_not_touch(preset: str) -> None:
    board = australia(preset).game.rules.board
    for n_regions in (3, 4, 5):
        every = [sum(1 << each for each in some) for some in combinations(range(5), n_regions)]
        assert region_choices(board, n_regions) == sorted(every)
    costs = {(board.cities[one], board.cities[other]): cost for one, other, cost in board.links}
    assert costs["melbourne-1", "melbourne-2"] == 0
    assert costs["sydney-1", "sydney-2"] == 0
    drafted = scenario(board=BOARD, preset=preset, regions=("brown", "green", "pink", "red"))
    assert drafted.at("building").state.grid.area.cities


def test_b_australia_8_opening_and_refill() -> None:
    check_opening(BOARD, coal=24, oil=18, garbage=15, uranium=0)
    check_refill(BOARD, REFILL)


def sales(events: list[Event]) -> list[tuple[int, int]]:
    return [(each.seat, each.gained) for each in only(events, PartChanged) if each.gained]


@both
def test_b_australia_9_an_owner_may_decline_to_sell(preset: str) -> None:
    """It declares so before it runs its plants, and may take that back."""
    position = australia(preset).owns(0, 13, 11).owns(3, 23, 18)
    table = with_market(position.at("bureaucracy"), [0, 0, 2, 2, 2, 1])
    assert table.is_offered(DeclineSale(0))
    table.do("0 decline-sale")
    assert board_parts(table.state).rows()[1] == [1, 0, 0, 0]
    assert not table.is_offered(DeclineSale(0))
    refusal = table.refused("0 decline-sale")
    assert (refusal.code, refusal.clause) == ("no_sale_to_decline", "b-australia.9")
    table.do("0 take-back")
    assert board_parts(table.state).rows()[1] == [0, 0, 0, 0]
    table.do("0 decline-sale", "0 run 13")
    assert table.state.takebacks == 0
    assert table.actor == 3
    assert sales(table.do("3 run 18")) == [(3, 7 * 3)]
    assert market(table) != FULL
    assert board_parts(table.state).rows()[1] == [0, 0, 0, 0]


def test_b_australia_9_an_owner_without_a_plant_to_run_must_decide() -> None:
    """It may take back its declaration, and then its mines sell."""
    free = with_market(australia().owns(1, 39).owns(0, 13).at("bureaucracy"), [0] * 6)
    free.do("0 run 13")
    assert free.legal() == ["1 run nothing", "1 decline-sale"]
    free.do("1 decline-sale")
    assert free.legal() == ["1 run nothing"]
    free.do("1 take-back")
    assert sales(free.do("1 run nothing")) == [(1, 7 * 6)]


def test_b_australia_9_only_a_sale_can_be_declined() -> None:
    """Not without a mine, not while no space is free, not before version 3."""
    full = australia().owns(0, 13, 11).at("bureaucracy")
    assert full.refused("0 decline-sale").code == "no_sale_to_decline"
    none = with_market(australia().owns(0, 13).at("bureaucracy"), [0] * 6)
    assert none.refused("0 decline-sale").code == "no_sale_to_decline"
    position = australia(version=2).owns(0, 13, 11).owns(1, 39)
    earlier = with_market(position.at("bureaucracy"), [0] * 6)
    assert earlier.refused("0 decline-sale").code == "wrong_phase"
    assert not earlier.is_offered(DeclineSale(0))
    assert sales(earlier.do("0 run 13")) == [(1, 7 * 6), (0, 7 * 2)]
    assert len(board_parts(earlier.state).rows()) == 1


def is_sale(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A mine brings money."""
    return any(event.gained for event in only(events, PartChanged))


def is_jump(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A city is connected without a path by a seat that has others."""
    return any(
        event.connection == 20 and len(event.path) == 1 for event in only(events, CityConnected)
    )


GOLDEN = {"mines": ("original", 3, is_sale), "jump": ("recharged", 4, is_jump)}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)
