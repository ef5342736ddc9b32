"""Baden-Württemberg: the clauses, and a second reading of its rules over random games."""

from itertools import islice

import pytest

from gridwright.engine.game import Game
from gridwright.engine.ids import FAR
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.building import CityConnected
from gridwright.engine.vocabulary.market import LEFT_UNSOLD, CardLeft
from gridwright.engine.vocabulary.setup import OrderSet
from gridwright.engine.vocabulary.turn import StepBegan
from tests.boards.ended_phases import finish_building, pass_all
from tests.boards.golden import check_golden, record
from tests.boards.naive_costs import Seen
from tests.boards.random_moves import games_of
from tests.boards.shipped import both, positions_of
from tests.kit.scenario import Scenario, opening, scenario
from tests.kit.table import only

BOARD = "baden-wuerttemberg"
BEYOND = {"augsburg", "basel", "ludwigshafen", "nurnberg", "strasbourg"}
MARKET = (11, 12, 14, 15, 16, 18, 19, 20)


def land(preset: str = "original", seats: int = 4) -> Scenario:
    return scenario(preset=preset, board=BOARD, seats=seats)


@both
def test_b_baden_wuerttemberg_1_the_order_is_set_after_the_auctions(preset: str) -> None:
    """A round begins in the old order; a new plant already counts for the new one."""
    position = land(preset).owns(0, 3).owns(1, 4).owns(2, 5).owns(3, 6).order(0, 1, 2, 3)
    for seat in range(4):
        position = position.money(seat, 50)
    table = position.market(*MARKET).at("player-order")
    # By c2.1 seat 3 would be first.
    assert (table.phase, table.actor) == ("auction", 0)
    table.do("0 pass", "1 offer 12 12", "2 drop", "3 drop")
    events = pass_all(table)
    (event,) = only(events, OrderSet)
    assert event.order == [1, 3, 2, 0] == table.state.order


@both
def test_b_baden_wuerttemberg_2_two_plants_leave_when_no_one_buys(preset: str) -> None:
    """The two smallest plants leave and two cards are drawn, from round 2 on."""
    table = land(preset).owns(0, 3).owns(1, 4).owns(2, 5).owns(3, 6).market(*MARKET).at("auction")
    events = pass_all(table)
    left = [event for event in only(events, CardLeft) if event.cause == LEFT_UNSOLD]
    numbers = [table.game.rules.deck.plants[event.card].number for event in left]
    assert numbers == [11, 12]
    assert len(table.market()) == 8
    sold = land(preset).owns(1, 4).owns(2, 5).owns(3, 6).market(*MARKET).at("auction")
    sold.do("0 offer 11 11")
    while sold.state.auction.lot >= 0:
        sold.do(f"{sold.actor} drop")
    events = pass_all(sold)
    assert [event for event in only(events, CardLeft) if event.cause == LEFT_UNSOLD] == []


def test_b_baden_wuerttemberg_3_no_plant_is_obsolete() -> None:
    """Plant 3 stays although a seat has three cities."""
    position = land().market(3, 4, 5, 6, 7, 8, 9, 10).cities(3, "ulm", "biberach")
    table = position.money(3, 200).at("building")
    table.do("3 connect ravensburg")
    assert table.market()[0] == 3
    assert not table.game.rules.settings.obsolete_plants


def test_b_baden_wuerttemberg_4_no_discount_token() -> None:
    """The smallest plant costs its number."""
    table = land("recharged").market(*MARKET).at("auction")
    assert table.discount is None
    assert table.refused("0 offer 11 1").code == "opening_too_low"


def test_b_baden_wuerttemberg_5_cities_beyond_the_border_open_late() -> None:
    """Two spaces, for 15 from step 2 and for 20 from step 3 on."""
    for step, first, second in ((1, FAR, FAR), (2, 15, FAR), (3, 15, 20)):
        for owners, expected in (((), first), ((0,), second), ((0, 1), FAR)):
            position = scenario(board=BOARD, seats=5).step(step)
            for owner in owners:
                position = position.cities(owner, "strasbourg")
            table = position.at("building")
            sites = table.state.grid.sites
            assert sites[table.notation.cities.index("strasbourg")] == expected
    board = land().game.rules.board
    assert {board.cities[each.city] for each in board.own_spaces} == BEYOND
    assert {(*each.costs, *each.steps) for each in board.own_spaces} == {(15, 20, 2, 3)}


@both
def test_b_baden_wuerttemberg_6_step_2_comes_with_fewer_cities(preset: str) -> None:
    """9, 6, 6, 6, 5 for two to six players; the end is as usual."""
    plain = "usa" if preset == "original" else "usa-recharged"
    for seats, cities in ((2, 9), (3, 6), (4, 6), (5, 6), (6, 5)):
        limits = land(preset, seats).game.rules.limits
        usual = scenario(preset=preset, board=plain, seats=seats).game.rules.limits
        assert limits == usual._replace(step_two_cities=cities)
    table = land(preset).n_cities(3, 6).money(3, 0).owns(3, 30).at("bureaucracy")
    assert table.state.step == 1
    table = land(preset).n_cities(3, 6).money(3, 300).owns(3, 30).at("building")
    events = finish_building(table)
    assert [event.step for event in only(events, StepBegan)] == [2]


def test_b_baden_wuerttemberg_7_the_trust_goes_where_a_space_is_open() -> None:
    """None of its first houses goes beyond the border."""
    table = opening(preset="recharged", board=BOARD, seats=2)
    while table.phase != "trust-houses":
        table.deal()
    n_placed = 0
    while table.phase == "trust-houses":
        cities = [line.split()[-1] for line in table.legal() if "place-trust" in line]
        assert cities
        assert not BEYOND & set(cities)
        table.do(f"{table.actor} place-trust {cities[-1]}")
        n_placed += 1
    assert n_placed == 6


# A second reading, from the sentences about the board alone


def by_cities_and_plants(game: Game, state: State) -> list[int]:
    """Most cities first, then the largest plant."""
    numbers = [[game.rules.deck.plants[each].number for each in row] for row in state.plants]
    seats = range(game.rules.n_seats)
    return sorted(seats, key=lambda seat: (-state.grid.n_cities[seat], -max(numbers[seat])))


def test_random_games_agree_with_a_second_reading() -> None:
    """The order is made when auctions end, and two plants leave if no one bought one."""
    n_positions = 0
    n_orders = 0
    n_idle = 0
    for moves in games_of(BOARD, 10):
        order: list[int] = []
        market: list[int] = []
        unsold: list[int] = []
        for move in islice(moves, 450):
            game, before, _action, state, events = move
            if before.actor >= 0:
                market = before.market
            unsold += [event.card for event in only(events, CardLeft) if event.cause == LEFT_UNSOLD]
            n_positions += 1
            if game.is_over(state):
                break
            was, name = move.phase, move.next_phase
            # Phases in which no one can do anything pass immediately, auctions too.
            is_next = state.round != before.round
            if (was == "auction" or is_next) and (name != "auction" or (was == name and is_next)):
                order = by_cities_and_plants(game, state)
                n_orders += 1
                is_idle = state.auction.n_sold == 0 and state.round > 1
                is_plain = (
                    was == "auction" and not is_next and not (is_idle and game.rules.n_seats == 2)
                )
                if is_plain and len(market) == state.market_size:
                    assert unsold == (market[:2] if is_idle else [])
                    n_idle += is_idle
                unsold = []
            assert state.order == order or not order
    assert n_positions >= 1_000
    assert n_orders >= 50
    assert n_idle >= 5


def test_random_positions_agree_with_a_second_reading() -> None:
    """The cost of a city; cities beyond the border wait for step 2."""
    n_checked = 0
    for game, state in positions_of(BOARD, 10, 12):
        if state.phase < game.first_of_round or state.actor < 0:
            continue
        seen = Seen(game, state)
        names = game.rules.board.cities
        assert state.discount < 0
        for seat in range(game.rules.n_seats):
            n_checked += 1
            owned = seen.owned(seat)
            paths = seen.paths(seat)
            for city in seen.in_play:
                n_built = len(seen.houses[city])
                space = [15, 20] if city in BEYOND else [10, 15, 20]
                n_open = state.step - 1 if city in BEYOND else state.step
                house = space[n_built] if n_built < min(n_open, len(space)) else FAR
                place = names.index(city)
                assert state.grid.sites[place] == house
                assert state.grid.reach[seat][place] == (paths[city] if owned else 0)
    assert n_checked >= 1_000


# Golden games


def no_one_bought(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A plant leaves since no one bought one."""
    return any(isinstance(event, CardLeft) and event.cause == LEFT_UNSOLD for event in events)


def beyond_the_border(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return any(isinstance(event, CityConnected) and event.house == 15 for event in events) and any(
        line.endswith(f" connect {city}") for city in BEYOND
    )


GOLDEN = {
    "nobody-bought": ("recharged", 4, no_one_bought),
    "beyond": ("original", 3, beyond_the_border),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)
