"""UK & Ireland: the clauses, and a second reading of its rules over random positions."""

from typing import Any

import pytest

from gridwright.content.table import build_rules
from gridwright.engine.game import Game
from gridwright.engine.ids import FAR
from gridwright.engine.masks import members
from gridwright.engine.network import region_choices
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.scoring import cities_to_end
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.building import CityConnected
from gridwright.engine.vocabulary.market import CardLeft
from gridwright.engine.vocabulary.turn import StepBegan
from tests.boards.ended_phases import finish_building
from tests.boards.golden import check_golden, record
from tests.boards.naive_costs import Seen, offered
from tests.boards.plant_access import NUCLEAR
from tests.boards.set_up import check_opening, check_refill
from tests.boards.shipped import both, every_seats, positions_of, tables_of
from tests.kit.scenario import Scenario, opening, scenario
from tests.kit.table import STEP_3, Table, only

BOARD = "uk-ireland"
IRELAND = {"green", "orange"}
TWO_SEATS = ("green", "orange", "yellow")


def islands(preset: str = "original", seats: int = 5, **options: Any) -> Scenario:
    return scenario(preset=preset, board=BOARD, seats=seats, **options)


@both
def test_b_uk_ireland_1_a_network_on_each_island(preset: str) -> None:
    """The first city on the second island costs the house and 20 more."""
    regions = ("green", "orange", "pink", "red", "yellow")
    position = islands(preset, regions=regions).money(4, 300).cities(4, "dublin")
    table = position.step(2).cities(0, "leeds").at("building")
    costs = offered(table)
    assert (costs["london-1"], costs["leeds"]) == (10 + 20, 15 + 20)
    (event,) = only(table.do("4 connect london-1"), CityConnected)
    assert (event.house, event.connection) == (10, 20)
    assert [table.notation.cities[city] for city in event.path] == ["london-1"]
    costs = offered(table)
    assert costs["london-2"] == 10
    far = Seen(table.game, table.state).paths(4)
    assert costs["leeds"] == 15 + far["leeds"]
    assert far["leeds"] not in (0, 20)
    assert costs["cork"] == 10 + far["cork"]


def test_b_uk_ireland_1_the_first_city_of_all_costs_no_crossing() -> None:
    """The crossing is paid for the second island only."""
    table = islands().money(4, 300).at("building")
    assert set(offered(table).values()) == {10}


def test_b_uk_ireland_2_regions_hang_together_on_each_island() -> None:
    """Wales and Scotland alone do not; Wales and Ireland do."""
    board = build_rules(tables_of(BOARD)[0]).board
    names = board.regions
    for n_regions in (3, 4, 5):
        chosen = [{names[each] for each in members(m)} for m in region_choices(board, n_regions)]
        assert {len(each) for each in chosen} == {n_regions}
        for each in chosen:
            # Everything on Great Britain touches the north of England, or is Wales with the south.
            british = each - IRELAND
            assert len(british) < 2 or "pink" in british or british == {"red", "yellow"}
        assert any(each & IRELAND and each - IRELAND for each in chosen)
    assert {"green", "orange", "yellow"} in [
        {names[each] for each in members(m)} for m in region_choices(board, 3)
    ]
    sizes = [
        sum(board.regions[region] == name for region in board.city_regions)
        for name in ("red", "pink", "yellow", "brown", "orange", "green")
    ]
    assert sizes == [8, 7, 6, 7, 5, 7]
    drafted = opening(board=BOARD, seats=3, regions="draft", order=(0, 1, 2))
    drafted.do("0 draft yellow")
    assert {"1 draft green", "1 draft orange", "1 draft red"} <= set(drafted.legal())
    assert drafted.refused("1 draft brown").code == "regions_apart"


@both
def test_b_uk_ireland_3_no_reactors_for_the_republic_alone(preset: str) -> None:
    """A seat with cities in the Republic alone neither offers nor bids for a reactor."""
    position = islands(preset).cities(0, "dublin", "cork").cities(1, "dublin", "belfast")
    for seat in range(5):
        position = position.money(seat, 100)
    position = position.cities(2, "leeds").market(11, 12, 14, 15, 16, 18, 19, 20)
    table = position.order(0, 1, 2, 3, 4).at("auction")
    refusal = table.refused("0 offer 11 11")
    assert (refusal.code, refusal.clause) == ("no_reactor_in_the_republic", "b-uk-ireland.3")
    table.do("0 pass", "1 offer 11 11")
    # Seats 3 and 4 have no city.
    assert table.state.auction.contenders == 0b00110


@both
@every_seats
def test_b_uk_ireland_4_two_plants_are_under_the_step_3_card(preset: str, seats: int) -> None:
    """The stack has as many cards as usual, the Step 3 card third from the bottom."""
    table = opening(preset=preset, board=BOARD, seats=seats)
    stack = table.state.stack
    usual = opening(
        preset=preset, board="usa" if preset == "original" else "usa-recharged", seats=seats
    )
    assert stack.size() == usual.state.stack.size()
    step_card = table.game.rules.deck.step_card
    assert stack.pools[-2] == 1 << step_card
    assert sum(stack.counts[-stack.n_backs :]) == 2
    assert not stack.pools[-1] >> step_card & 1
    if preset == "recharged":
        assert {table.back(card) for card in table.layers()[-1]} == {"socket"}


def test_b_uk_ireland_5_step_2_begins_when_no_city_is_empty() -> None:
    """Although no one has the cities for it."""
    position = islands(seats=2, regions=TWO_SEATS).money(1, 300).owns(0, 3).owns(1, 4)
    everywhere = Seen(position.game, position.at("building").state).in_play
    assert len(everywhere) == 18
    here, there = everywhere[:9], everywhere[9:]
    table = position.cities(0, *here).cities(1, *there[:-1]).at("building")
    table.do(f"1 connect {there[-1]}")
    events = finish_building(table)
    assert [event.step for event in only(events, StepBegan)] == [2]
    short = islands(seats=2, regions=TWO_SEATS).money(1, 300).owns(0, 3).owns(1, 4)
    table = short.cities(0, *here).cities(1, *there[:-1]).at("building")
    events = finish_building(table)
    assert only(events, StepBegan) == []


def of_ireland() -> set[str]:
    seen = Seen(islands().game, islands().at("building").state)
    return {city for city, region in seen.region_of.items() if region in IRELAND}


@both
def test_b_uk_ireland_6_at_most_the_cities_in_play(preset: str) -> None:
    """The end requires 18 cities if two players have 18 cities in play."""
    state = islands(preset, seats=2, regions=TWO_SEATS).at("building").state
    rules = islands(preset, seats=2, regions=TWO_SEATS).game.rules
    assert len(state.grid.area.cities) == 18
    assert cities_to_end(rules, state) == 18


def test_b_uk_ireland_6_all_cities_end_the_game() -> None:
    """The first edition asks for 21, where there are 18."""
    table = islands(seats=2, regions=TWO_SEATS).step(3).money(1, 500).n_cities(1, 17).at("building")
    names = table.notation.cities
    (last,) = (
        names[city]
        for city in table.state.grid.area.cities
        if not table.state.grid.networks[1] >> city & 1
    )
    table.do(f"1 connect {last}")
    finish_building(table)
    assert table.game.is_over(table.state)
    assert table.game.scoring.end_reason(table.state) == "cities"


def test_b_uk_ireland_7_the_opening_market() -> None:
    check_opening(BOARD, coal=24, oil=18, garbage=12, uranium=0)


def test_b_uk_ireland_8_the_refill() -> None:
    """The refill follows the board's own table."""
    check_refill(
        BOARD,
        {
            2: [[3, 2, 1, 1], [4, 3, 2, 1], [3, 2, 2, 1]],
            3: [[3, 2, 1, 1], [5, 4, 2, 2], [3, 2, 2, 1]],
            4: [[4, 3, 2, 1], [6, 5, 3, 3], [4, 3, 3, 1]],
            5: [[4, 4, 3, 2], [7, 6, 3, 4], [5, 4, 5, 2]],
            6: [[6, 5, 3, 2], [8, 7, 5, 4], [6, 5, 5, 3]],
        },
    )


def test_b_uk_ireland_9_the_trust_crosses_when_an_island_is_full() -> None:
    """Five of its houses fill Northern Ireland; the sixth goes anywhere."""
    regions = ("orange", "pink", "red")
    table = opening(preset="recharged", board=BOARD, seats=2, regions=regions)
    while table.phase != "trust-houses":
        table.deal()
    while len(trust_cities(table)) < 5:
        cities = [line.split()[-1] for line in table.legal() if "place-trust" in line]
        (city, *_others) = [city for city in cities if city in of_ireland()]
        table.do(f"{table.actor} place-trust {city}")
    cities = [line.split()[-1] for line in table.legal() if "place-trust" in line]
    assert len(cities) == 15
    assert not of_ireland() & set(cities)


def trust_cities(table: Table) -> list[str]:
    return [city for city in table.notation.cities if table.houses(city)]


# A second reading, from the sentences about the board alone


def expected_costs(seen: Seen, seat: int) -> dict[str, int]:
    """Return the cost of each city that a seat might connect now, with any money."""
    owned = seen.owned(seat)
    paths = seen.paths(seat)
    at_home = {seen.region_of[city] in IRELAND for city in owned}
    costs: dict[str, int] = {}
    for city in seen.in_play:
        house = seen.house(city)
        if city in owned or house is None:
            continue
        if not owned:
            costs[city] = house
        elif (seen.region_of[city] in IRELAND) in at_home:
            costs[city] = house + paths[city]
        else:
            costs[city] = house + 20
    return costs


def may_have(seen: Seen, seat: int, plant: int) -> bool:
    """Return whether the Republic of Ireland does not keep a seat from a plant."""
    is_abroad = any(seen.region_of[city] != "green" for city in seen.owned(seat))
    return plant not in NUCLEAR or is_abroad


def test_random_positions_agree_with_a_second_reading() -> None:
    n_checked = 0
    n_crossings = 0
    n_kept_out = 0
    for game, state in positions_of(BOARD, 10, 12):
        if state.phase < game.first_of_round or state.actor < 0:
            continue
        seen = Seen(game, state)
        names = game.rules.board.cities
        (auction,) = (each for each in game.phases if isinstance(each, AuctionPhase))
        for seat in range(game.rules.n_seats):
            n_checked += 1
            grid = state.grid
            costs = {
                names[city]: grid.reach[seat][city] + grid.sites[city]
                for city in grid.area.cities
                if not grid.networks[seat] >> city & 1
            }
            costs = {city: cost for city, cost in costs.items() if cost < FAR}
            assert costs == expected_costs(seen, seat)
            n_crossings += any(
                grid.area.starts_new_network(grid.networks[seat], names.index(city))
                for city in costs
            )
            for plant, card in enumerate(game.rules.deck.plants):
                may = auction.access.may_bid(state, seat, plant)
                assert may == may_have(seen, seat, card.number)
                n_kept_out += not may
    assert n_checked >= 1_000
    assert n_crossings >= 50
    assert n_kept_out >= 50


def test_step_2_agrees_with_a_second_reading() -> None:
    """Never in force while no one has the cities and some city is empty, unless step 3 came."""
    for game, state in positions_of(BOARD, 10, 12):
        if state.step == 2 and state.phase >= game.first_of_round:
            seen = Seen(game, state)
            is_full = all(seen.houses[city] for city in seen.in_play)
            reached = max(seen.seen.n_cities) >= game.rules.limits.step_two_cities
            assert is_full or reached or STEP_3 not in seen_stack(game, state)


def seen_stack(game: Game, state: State) -> list[object]:
    """Names of all cards that may be in the stack."""
    unseen = 0
    for pool in state.stack.pools:
        unseen |= pool
    step_card = game.rules.deck.step_card
    return [STEP_3 if card == step_card else card for card in members(unseen)]


# Golden games


def crossing(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A seat begins on the second island."""
    return any(
        isinstance(event, CityConnected) and len(event.path) == 1 and event.connection == 20
        for event in events
    )


def early_step_three(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """The Step 3 card leaves while two plants of the set-up were under it."""
    step_card = game.rules.deck.step_card
    return any(isinstance(event, CardLeft) and event.card == step_card for event in events)


GOLDEN = {
    "two-islands": ("original", 5, crossing),
    "crossing-trust": ("recharged", 2, crossing),
    "early-step-3": ("recharged", 4, early_step_three),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)
