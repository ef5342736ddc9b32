"""The clauses of India."""

import pytest

from gridwright.engine.board_parts import board_parts
from gridwright.engine.game import Game
from gridwright.engine.observe import ladders_seen, observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.fuel import BuyResources, ResourcesBought
from gridwright.engine.vocabulary.production import CitiesSupplied, MayRun, RunPlants
from tests.boards.golden import check_golden, record
from tests.boards.set_up import N_REMOVED, Refill, check_opening, check_refill
from tests.boards.shipped import SEATS, both
from tests.kit.scenario import Scenario, scenario
from tests.kit.table import Table, facts, only

BOARD = "india"
REFILL: Refill = {
    2: [[4, 1, 1, 1], [5, 2, 3, 1], [4, 2, 4, 1]],
    3: [[5, 2, 1, 1], [6, 2, 3, 1], [4, 2, 4, 1]],
    4: [[6, 2, 3, 1], [7, 3, 4, 2], [5, 3, 6, 1]],
    5: [[7, 3, 4, 2], [8, 4, 5, 2], [6, 4, 7, 2]],
    6: [[8, 4, 4, 2], [10, 5, 7, 3], [7, 5, 9, 2]],
}
BUILT = 1


def india(preset: str = "original", seats: int = 4) -> Scenario:
    return scenario(board=BOARD, preset=preset, seats=seats)


def in_the_west(preset: str, seats: int) -> Scenario:
    """Return a scenario whose regions in play contain the cities that these tests name."""
    regions = ("green", "orange", "pink", "yellow")[: 4 if seats == 4 else 3]
    return scenario(board=BOARD, preset=preset, seats=seats, regions=regions)


@both
def test_b_india_1_plant_11_is_out(preset: str) -> None:
    """The stack is made up as ever from the plants that are left."""
    for seats in SEATS:
        rules = india(preset, seats).game.rules
        numbers = [plant.number for plant in rules.deck.plants]
        assert len(numbers) == 41
        assert 11 not in numbers
        # All plants but those laid open and removed, and the Step 3 card.
        assert (
            sum(rules.deck.counts)
            == 41 - len(rules.deck.opening_market) - N_REMOVED[preset][seats] + 1
        )
        assert rules.market.token_totals == [24, 24, 24, 8]
    top = india("original").game.rules.deck
    assert top.pools[0] == 1 << [plant.number for plant in top.plants].index(13)


@both
def test_b_india_2_garbage_plants_burn_one_more(preset: str) -> None:
    """A garbage plant burns one token more than printed, and stores twice the printed number."""
    rules = india(preset).game.rules
    usa = scenario(board="usa").game.rules
    garbage = usa.market.kinds.index("garbage")
    printed = {plant.number: plant for plant in usa.deck.plants}
    for plant in rules.deck.plants:
        card = printed[plant.number]
        more = 1 if card.kinds == [garbage] else 0
        assert (plant.need, plant.storage) == (card.need + more, 2 * card.need)
        assert (plant.kinds, plant.output) == (card.kinds, card.output)
    table = india(preset).owns(0, 6).fuel(0, garbage=2).cities(0, "delhi-1").at("bureaucracy")
    supplied = only(table.do("0 run 6"), CitiesSupplied)
    assert supplied[0].burned == [0, 0, 2, 0]
    short = india(preset).owns(0, 6).fuel(0, garbage=1).cities(0, "delhi-1").at("bureaucracy")
    assert short.state.money[0] == 50 + 10


@both
def test_b_india_3_seats_buy_one_token_in_turns(preset: str) -> None:
    """A seat that passes buys nothing else; a seat that can buy nothing is not asked."""
    position = india(preset).owns(3, 4).owns(2, 7).owns(1, 8).owns(0, 13).money(1, 1)
    table = position.at("resources")
    assert facts(table.refused("3 buy coal 2")) == ("b-india.3", "one_at_a_time", {"amount": 2})
    assert table.refused_action(BuyResources(3, 9, 1)).code == "unknown_name"
    assert table.refused("3 connect delhi-1").code == "wrong_phase"
    asked: list[int] = []
    for line in ("3 buy coal 1", "2 buy oil 1", "1 buy coal 1", "3 buy coal 1", "2 finish-buying"):
        asked.append(table.actor)
        table.do(line)
    assert asked == [3, 2, 1, 3, 2]
    # Seat 0 burns nothing, seat 1 has no money left and seat 2 passed: seat 3 continues alone.
    table.do("3 buy coal 1", "3 take-back", "3 buy coal 1", "3 buy coal 1")
    assert table.legal() == ["3 finish-buying"]
    assert table.fuel(3) == {"coal": 4}
    table.do("3 take-back", "3 finish-buying")
    assert table.phase == "building"
    assert (table.fuel(3), table.fuel(2), table.fuel(1)) == ({"coal": 3}, {"oil": 1}, {"coal": 1})
    again = india(preset).owns(3, 4).owns(2, 7).at("resources")
    again.do("3 finish-buying", "2 finish-buying")
    assert again.phase == "building"


def test_b_india_3_nothing_is_taken_back_once_another_seat_has_its_turn() -> None:
    table = india().owns(3, 4).owns(2, 7).at("resources")
    table.do("3 buy coal 1")
    assert table.refused("2 take-back").code == "nothing_to_undo"
    table.do("2 finish-buying")
    assert table.actor == 3
    assert table.refused("3 take-back").code == "nothing_to_undo"


def test_b_india_3_nothing_is_taken_back_once_the_trust_took_fuel() -> None:
    """Though the same seat has the next turn again."""
    table = india("recharged", 2).owns(1, 4).trust(10).tokens(coal=20).at("resources")
    table.do("1 buy coal 1")
    assert (table.actor, table.trust_fuel()) == (1, {"coal": 2})
    assert table.refused("1 take-back").code == "nothing_to_undo"
    table.do("1 buy coal 1", "1 take-back", "1 finish-buying")
    assert table.fuel(1) == {"coal": 1}


def test_b_india_3_the_trust_takes_its_fuel_once() -> None:
    """The Trust takes its fuel when the first player is to buy for the first time."""
    position = india("recharged", 2).owns(1, 4).owns(0, 8).trust(10).tokens(coal=20)
    table = position.at("resources")
    assert table.trust_fuel() == {}
    table.do("1 buy coal 1")
    assert (table.actor, table.trust_fuel()) == (0, {"coal": 2})
    table.do("0 buy coal 1", "1 buy coal 1", "0 buy coal 1", "1 finish-buying", "0 finish-buying")
    assert table.trust_fuel() == {"coal": 2}
    assert table.tokens()["coal"] == 20 - 2 - 4
    # No one can buy: the Trust has its turn all the same.
    idle = india("recharged", 2).owns(1, 13).owns(0, 18).trust(10).at("resources")
    assert (idle.phase, idle.trust_fuel()) == ("building", {"coal": 2})


@both
@pytest.mark.parametrize(("step", "price"), [(1, 3), (2, 5), (3, 8)])
def test_b_india_4_spaces_open_by_steps(preset: str, step: int, price: int) -> None:
    """Spaces up to 3 are open in step 1, up to 5 in step 2, and all in step 3."""
    position = india(preset).owns(3, 20, 16).owns(0, 17).step(step).money(3, 200)
    table = position.tokens(oil=24, coal=0, uranium=8).at("resources")
    paid: list[int] = []
    held = 0
    while table.is_offered(BuyResources(3, 1, 1)):
        paid += [event.cost for event in only(table.do("3 buy oil 1"), ResourcesBought)]
        held += 1
        if table.actor == 0:
            table.do("0 finish-buying")
    assert held == 4
    assert paid == [1, 1, 1, 2]
    n_dear = len([each for each in (1, 2, 3, 4, 5, 6, 7, 8) if each > price])
    seen = observe(table.game, table.state, 3)
    ladders = ladders_seen(table.game.rules, seen, 3)
    assert ladders[1].on_sale(3 * n_dear, 0) == 0
    assert ladders[1].on_sale(3 * n_dear + 2, 0) == 2
    assert ladders[3].on_sale(n_dear, 0) == 0
    assert ladders[3].on_sale(8, 0) == price


def test_b_india_4_a_closed_space_is_refused() -> None:
    table = india().owns(3, 4).owns(2, 17).tokens(coal=14, uranium=3).at("resources")
    numbers = {"price": 4, "step": 1}
    table.do("3 buy coal 1")
    # Uranium is on 6, 7 and 8, so seat 2 is not asked.
    assert facts(table.refused("3 buy coal 1")) == ("b-india.4", "space_closed", numbers)
    table.do("3 finish-buying")
    assert table.phase == "building"
    dear = india().owns(3, 5).tokens(coal=13, oil=24).at("resources")
    assert facts(dear.refused("3 buy coal 1")) == ("b-india.4", "space_closed", numbers)
    empty = india().owns(3, 5).tokens(coal=0, oil=24).at("resources")
    assert empty.refused("3 buy coal 1").code == "sold_out"


def built_by(table: Table, seat: int, *cities: str) -> None:
    table.do(*(f"{seat} connect {city}" for city in cities), f"{seat} finish-building")


LARGE = (20, 21, 22, 23, 24, 25, 26, 27)
"""A plant market in which nothing becomes too small."""

NINE = (
    *("delhi-1", "delhi-2", "jaipur", "ludhiana", "udaipur"),
    *("ahmedabad", "surat", "mumbai-1", "mumbai-2"),
)


@both
def test_b_india_5_a_power_outage_costs_everyone(preset: str) -> None:
    """More than twice as many cities as players in one round: 3 less for each own city."""
    position = in_the_west(preset, 4).market(*LARGE).owns(3, 13).owns(2, 18).owns(0, 50)
    position = position.money(3, 200).money(2, 9).money(1, 9).money(0, 9)
    table = position.cities(0, "patna", "agra").cities(2, "goa").at("building")
    built_by(table, 3, *NINE)
    table.deal()
    assert board_parts(table.state).row(BUILT) == [9]
    assert table.phase == "bureaucracy"
    (offer,) = [each for each in table.offers() if isinstance(each, MayRun)]
    order = {seat: (table.money(seat), table.state.grid.n_cities[seat]) for seat in range(4)}
    assert offer.incomes()[-1] == 33 - 3 * 2
    table.do("0 run 50", "2 run 18", "3 run 13")
    table.deal()
    for seat, (money, n_cities) in order.items():
        income = {0: 33, 1: 10, 2: 22, 3: 22}[seat]
        assert table.money(seat) == money + max(0, income - 3 * n_cities)
    assert table.money(3) == order[3][0]  # Nine cities cost more than they brought.


@both
def test_b_india_5_twice_as_many_cities_are_no_outage(preset: str) -> None:
    position = in_the_west(preset, 4).market(*LARGE).owns(3, 13).money(3, 200)
    table = position.money(2, 9).money(1, 9).money(0, 9).at("building")
    built_by(table, 3, *NINE[:8])
    table.deal()
    before = table.money(3)
    table.do("3 run 13")
    assert table.money(3) - before == 22


def test_b_india_5_the_count_begins_again_and_follows_take_backs() -> None:
    position = in_the_west("original", 2).market(*LARGE).money(1, 200).money(0, 200)
    table = position.owns(0, 13).owns(1, 18).at("building")
    table.do("1 connect delhi-1", "1 connect delhi-2", "1 take-back", "1 connect jaipur")
    assert board_parts(table.state).row(BUILT) == [2]
    table.do("1 finish-building", "0 connect patna", "0 finish-building")
    assert board_parts(table.state).row(BUILT) == [3]
    table.deal()
    table.do("0 run 13", "1 run 18")
    table.deal()
    table.do("1 pass", "0 pass")
    table.deal()
    assert table.phase == "building"
    assert board_parts(table.state).row(BUILT) == [0]


@both
def test_b_india_6_seats_supply_what_they_can(preset: str) -> None:
    """The seat chooses among the sets that supply the same number."""
    position = india(preset).owns(0, 13, 18, 4).fuel(0, coal=2)
    table = position.cities(0, "delhi-1", "delhi-2", "jaipur").at("bureaucracy")
    numbers = {"cities": 2, "most": 3}
    assert facts(table.refused("0 run 18")) == ("b-india.6", "must_supply_more", numbers)
    numbers = {"cities": 0, "most": 3}
    assert facts(table.refused_action(RunPlants(0, 0, 0))) == (
        "b-india.6",
        "must_supply_more",
        numbers,
    )
    assert table.refused("0 run 50").code == "cannot_run"
    assert table.legal() == ["0 run 4+18", "0 run 13+18", "0 run 4+13+18"]
    table.do("0 run 4+18")
    dark = india(preset).owns(0, 13).at("bureaucracy")
    assert dark.is_offered(RunPlants(0, 0, 0))
    dark.do("0 run 13")


@both
def test_b_india_7_spaces_of_the_market(preset: str) -> None:
    coal, oil, garbage, uranium = (
        {price: ladder.prices.count(price) for price in ladder.prices}
        for ladder in india(preset).game.rules.market.ladders
    )
    assert coal == {1: 4, 2: 4, 3: 3, 4: 3, 5: 3, 6: 3, 7: 2, 8: 2}
    assert oil == dict.fromkeys(range(1, 9), 3)
    assert garbage == dict.fromkeys(range(1, 7), 4)
    assert uranium == dict.fromkeys(range(1, 9), 1)


def test_b_india_8_opening_and_refill() -> None:
    check_opening(BOARD, coal=24, oil=21, garbage=20, uranium=3)
    check_refill(BOARD, REFILL)


def is_outage(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A seat is paid less than the table of incomes says."""
    return any(
        event.income < game.rules.payment(event.n_cities) for event in only(events, CitiesSupplied)
    )


def is_second_token(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A seat buys again after others did."""
    return any(sum(map(sum, event.stored)) > 1 for event in only(events, ResourcesBought))


GOLDEN = {
    "outage": ("original", 3, is_outage),
    "turns": ("recharged", 2, is_second_token),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)
