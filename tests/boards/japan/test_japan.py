"""Japan: the clauses, and a second reading of its rules over random positions."""

import pytest

from gridwright.engine.game import Game
from gridwright.engine.ids import FAR
from gridwright.engine.network import Board, build_path
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.building import CityConnected
from gridwright.engine.vocabulary.trust import MayPlaceTrust
from tests.boards.golden import check_golden, record
from tests.boards.naive_costs import Seen, offered
from tests.boards.set_up import check_opening
from tests.boards.shipped import PRESETS, both, positions_of, tables_of
from tests.kit.scenario import Scenario, opening, scenario
from tests.kit.table import only

BOARD = "japan"
STARTS = {"fukuoka", "kobe", "osaka", "sapporo", "tokyo", "yokohama"}


def japan(preset: str = "original", seats: int = 5) -> Scenario:
    return scenario(preset=preset, board=BOARD, seats=seats)


@both
def test_b_japan_1_the_first_city_is_a_start_city(preset: str) -> None:
    """One of the six, for the house only, in any round."""
    for number in (1, 4):
        table = japan(preset).round(number).money(4, 200).at("building")
        assert offered(table) == dict.fromkeys(sorted(STARTS), 10)
        refusal = table.refused("4 connect kyoto")
        assert (refusal.code, refusal.clause) == ("no_start_city", "b-japan.1")
        table.do("4 connect osaka")
        assert table.money(4) == 190


@both
def test_b_japan_2_a_second_network_begins_in_a_start_city(preset: str) -> None:
    """The first city of the second network costs the house alone; later cities cost their path."""
    table = japan(preset).money(4, 300).cities(4, "osaka").at("building")
    assert offered(table)["sapporo"] == 10
    assert offered(table)["nagoya"] == 10 + 9
    (event,) = only(table.do("4 connect sapporo"), CityConnected)
    assert (event.house, event.connection) == (10, 0)
    assert [table.notation.cities[city] for city in event.path] == ["sapporo"]
    costs = offered(table)
    assert costs["kobe"] == 10 + 3
    assert costs["asahikawa"] == 10 + 8
    (event,) = only(table.do("4 connect kobe"), CityConnected)
    assert event.connection == 3
    assert [table.notation.cities[city] for city in event.path] == ["osaka", "kyoto", "kobe"]


def test_b_japan_2_a_free_way_is_no_second_beginning() -> None:
    """Tokyo and Yokohama count as one."""
    table = japan("recharged").money(4, 300).cities(4, "tokyo").at("building")
    (event,) = only(table.do("4 connect yokohama"), CityConnected)
    assert [table.notation.cities[city] for city in event.path] == ["tokyo", "yokohama"]
    assert offered(table)["fukuoka"] == 10
    table.do("4 connect fukuoka")
    assert offered(table)["sapporo"] > 10
    table.do("4 take-back")
    assert offered(table)["sapporo"] == 10


@both
def test_b_japan_3_round_1_has_two_start_cities(preset: str) -> None:
    """Each seat builds in at most two cities in round 1, and both are start cities."""
    table = japan(preset).round(1).money(4, 300).at("building")
    table.do("4 connect tokyo")
    assert set(offered(table)) == STARTS - {"tokyo"}
    refusal = table.refused("4 connect chiba")
    assert (refusal.code, refusal.clause) == ("no_start_city", "b-japan.1")
    table.do("4 connect osaka")
    assert offered(table) == {}
    refusal = table.refused("4 connect kyoto")
    assert (refusal.code, refusal.clause) == ("enough_for_round_one", "b-japan.3")
    later = japan(preset).round(2).money(4, 300).cities(4, "tokyo", "osaka").at("building")
    assert {"kyoto", "chiba", "sapporo"} <= set(offered(later))


def test_b_japan_4_start_cities_have_room_for_two() -> None:
    """Spaces for 10, 10 and 20; the third is open in step 3."""
    base = japan().money(4, 300).cities(4, "osaka", "sapporo")
    assert offered(base.cities(0, "kobe").at("building"))["kobe"] == 10 + 3
    full = base.cities(1, "kobe").at("building")
    assert full.refused("4 connect kobe").code == "no_open_space"
    assert offered(base.step(3).at("building"))["kobe"] == 20 + 3


def test_b_japan_5_small_cities_have_two_spaces() -> None:
    """Small cities cost 10 and 15, open in steps 1 and 2, or 15 and 20, open in steps 2 and 3."""
    check_space("koriyama", 1, 10, FAR)
    check_space("koriyama", 2, 10, 15)
    check_space("koriyama", 3, 10, 15)
    check_space("saitama", 1, FAR, FAR)
    check_space("saitama", 2, 15, FAR)
    check_space("saitama", 3, 15, 20)
    names = tables_board().cities
    own = {names[each.city]: each for each in tables_board().own_spaces}
    late = {"matsue", "miyazaki", "morioka", "saitama", "toyama"}
    soon = {"hamamatsu", "kochi", "koriyama", "oita"}
    assert set(own) == STARTS | late | soon
    assert all((own[city].costs, own[city].steps) == ([15, 20], [2, 3]) for city in late)
    assert all((own[city].costs, own[city].steps) == ([10, 15], [1, 2]) for city in soon)


def check_space(city: str, step: int, first: int, second: int) -> None:
    """The next house in a city, empty and with one house in it; no one builds a third."""
    for owners, expected in (((), first), ((0,), second), ((0, 1), FAR)):
        position = japan().step(step).money(4, 300).cities(4, "tokyo", "osaka")
        for owner in owners:
            position = position.cities(owner, city)
        table = position.at("building")
        assert table.state.grid.sites[table.notation.cities.index(city)] == expected


def tables_board() -> Board:
    return japan().game.rules.board


@both
def test_b_japan_6_the_opening_market(preset: str) -> None:
    """21 coal, 15 oil, 9 garbage, 3 uranium; the refill is the usual one."""
    check_opening(BOARD, coal=21, oil=15, garbage=9, uranium=3)
    usual = opening(board="usa").game.rules.market.refills
    assert opening(preset=preset, board=BOARD).game.rules.market.refills == usual


def test_b_japan_7_the_trust_goes_where_a_space_is_open() -> None:
    """A city that is closed in step 1 holds none of its first houses."""
    closed = {"matsue", "miyazaki", "morioka", "saitama", "toyama"}
    table = opening(preset="recharged", board=BOARD, seats=2, regions=("brown", "green", "purple"))
    while table.phase != "trust-houses":
        table.deal()
    n_placed = 0
    while table.phase == "trust-houses":
        (offer,) = table.offers()
        assert isinstance(offer, MayPlaceTrust)
        cities = [table.notation.cities[city] for city in offer.cities]
        assert cities
        assert not closed & set(cities)
        if n_placed == 0:
            assert table.refused(f"{table.actor} place-trust saitama").code == "space_taken"
        table.do(f"{table.actor} place-trust {'chiba' if 'chiba' in cities else cities[0]}")
        n_placed += 1
    assert n_placed == 6


# A second reading, from the sentences about the board alone


def expected_costs(seen: Seen, seat: int) -> dict[str, int]:
    """Return the cost of each city that a seat might connect now, with any money."""
    owned = seen.owned(seat)
    open_cities = {
        city: cost
        for city in seen.in_play
        if city not in owned and (cost := seen.house(city)) is not None
    }
    starts = {city: cost for city, cost in open_cities.items() if city in STARTS}
    if seen.seen.round == 1:
        return starts if len(owned) < 2 else {}
    if not owned:
        return starts
    paths = seen.paths(seat)
    beginnings = {city.replace("yokohama", "tokyo") for city in owned if city in STARTS}
    costs = {city: cost + paths[city] for city, cost in open_cities.items() if city in paths}
    return costs | starts if len(beginnings) < 2 else costs


def test_random_positions_agree_with_a_second_reading() -> None:
    n_checked = 0
    n_starting = 0
    for game, state in positions_of(BOARD, 10, 12):
        if state.phase < game.first_of_round or state.actor < 0:
            continue
        seen = Seen(game, state)
        (phase,) = (each for each in game.phases if isinstance(each, BuildingPhase))
        names = game.rules.board.cities
        for seat in range(game.rules.n_seats):
            n_checked += 1
            grid = state.grid
            costs = {
                names[city]: grid.reach[seat][city] + grid.sites[city]
                for city in phase.candidates(state, seat)
                if not grid.networks[seat] >> city & 1
            }
            costs = {city: cost for city, cost in costs.items() if cost < FAR}
            expected = expected_costs(seen, seat)
            assert costs == expected
            n_starting += len(seen.owned(seat)) > 0 and any(
                game_starts(game, state, seat, city) for city in expected
            )
    assert n_checked >= 1_000
    assert n_starting >= 50


def game_starts(game: Game, state: State, seat: int, city: str) -> bool:
    """Return whether a city would be a second beginning, by the path that is shown."""
    place = game.rules.board.cities.index(city)
    return build_path(state.grid.area, state.grid.networks[seat], place) == [place]


# Golden games


def second_network(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A seat with a city begins again."""
    return any(
        isinstance(event, CityConnected)
        and len(event.path) == 1
        and state.grid.n_cities[event.seat] > 1
        for event in events
    )


def closed_city_opened(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """A city that was closed in step 1 is connected."""
    return any(
        isinstance(event, CityConnected) and event.space == 0 and event.house == 15
        for event in events
    )


GOLDEN = {
    "two-networks": ("original", 4, second_network),
    "closed-cities-against-the-trust": ("recharged", 2, closed_city_opened),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


def test_both_printings_are_played() -> None:
    assert {spec.preset for spec in tables_of(BOARD)} == set(PRESETS)


if __name__ == "__main__":
    record(BOARD, GOLDEN)
