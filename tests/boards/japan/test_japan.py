"""Japan: the clauses, and a second reading of its rules over random positions."""

from dataclasses import replace

import pytest

from gridwright.engine.board_parts import board_parts
from gridwright.engine.boards.japan import StartBuilding
from gridwright.engine.game import Game
from gridwright.engine.ids import FAR
from gridwright.engine.network import Board
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.building import CityConnected, ExtendNetwork, MayExtend
from gridwright.engine.vocabulary.trust import MayPlaceTrust
from gridwright_lab.conformance.sampling.positions import random_positions
from tests.boards.golden import check_golden, record
from tests.boards.naive_costs import Seen, offered
from tests.boards.random_moves import moves_of
from tests.boards.set_up import check_opening
from tests.boards.shipped import PRESETS, both, tables_of
from tests.kit.scenario import Scenario, opening, scenario
from tests.kit.table import Table, only

BOARD = "japan"
STARTS = {"fukuoka", "kobe", "osaka", "sapporo", "tokyo", "yokohama"}


versions = pytest.mark.parametrize("version", [2, 3])
"""From rules version 3 on the position records the beginnings."""


def japan(preset: str = "original", seats: int = 5, version: int = 3) -> Scenario:
    return scenario(preset=preset, board=BOARD, seats=seats, version=version)


def networks(position: Scenario, *cities: str, begun: int = 1) -> Scenario:
    """Seat 4 has the cities, with the given number of beginnings."""
    is_recorded = bool(position.game.rules.parts)
    return (position.part("beginnings", 0, 0, 0, 0, begun) if is_recorded else position).cities(
        4, *cities
    )


def extended(table: Table) -> dict[str, int]:
    """City and cost of everything that the actor may reach by paying the path."""
    names = table.notation.cities
    for offer in table.offers():
        if isinstance(offer, MayExtend):
            return dict(zip([names[city] for city in offer.cities], offer.costs, strict=True))
    return {}


def begun(table: Table) -> list[int]:
    return board_parts(table.state).row(0)


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
@versions
def test_b_japan_2_a_second_network_begins_in_a_start_city(preset: str, version: int) -> None:
    """The first city of the second network costs the house alone; later cities cost their path."""
    table = networks(japan(preset, 5, version).money(4, 300), "osaka").at("building")
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


@versions
def test_b_japan_2_a_free_way_is_no_second_beginning(version: int) -> None:
    """Tokyo and Yokohama count as one."""
    table = networks(japan("recharged", 5, version).money(4, 300), "tokyo").at("building")
    (event,) = only(table.do("4 connect yokohama"), CityConnected)
    assert [table.notation.cities[city] for city in event.path] == ["tokyo", "yokohama"]
    assert offered(table)["fukuoka"] == 10
    table.do("4 connect fukuoka")
    assert offered(table)["sapporo"] > 10
    table.do("4 take-back")
    assert offered(table)["sapporo"] == 10


@both
@versions
def test_b_japan_3_round_1_has_two_start_cities(preset: str, version: int) -> None:
    """Each seat builds in at most two cities in round 1, and both are start cities."""
    table = japan(preset, 5, version).round(1).money(4, 300).at("building")
    table.do("4 connect tokyo")
    assert set(offered(table)) == STARTS - {"tokyo"}
    refusal = table.refused("4 connect chiba")
    assert (refusal.code, refusal.clause) == ("no_start_city", "b-japan.1")
    table.do("4 connect osaka")
    assert offered(table) == {}
    refusal = table.refused("4 connect kyoto")
    assert (refusal.code, refusal.clause) == ("enough_for_round_one", "b-japan.3")
    position = japan(preset, 5, version).round(2).money(4, 300)
    later = networks(position, "tokyo", "osaka", begun=2).at("building")
    assert {"kyoto", "chiba", "sapporo"} <= set(offered(later))


def test_b_japan_4_start_cities_have_room_for_two() -> None:
    """Spaces for 10, 10 and 20; the third is open in step 3."""
    base = networks(japan().money(4, 300), "osaka", "sapporo", begun=2)
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
        position = networks(japan().step(step).money(4, 300), "tokyo", "osaka", begun=2)
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


@both
def test_b_japan_8_the_path_may_be_paid_and_the_beginning_kept(preset: str) -> None:
    """The start city joins the network, and the second network begins elsewhere later."""
    position = japan(preset).market(*range(20, 28)).money(4, 300)
    table = networks(position, "osaka").at("building")
    assert offered(table)["kobe"] == 10
    assert extended(table)["kobe"] == 10 + 3
    (event,) = only(table.do("4 extend kobe"), CityConnected)
    assert (event.house, event.connection) == (10, 3)
    assert [table.notation.cities[city] for city in event.path] == ["osaka", "kyoto", "kobe"]
    assert begun(table) == [0, 0, 0, 0, 1]
    assert offered(table)["sapporo"] == 10
    table.do("4 connect sapporo")
    assert begun(table) == [0, 0, 0, 0, 2]
    assert extended(table) == {}
    assert offered(table)["tokyo"] > 10
    table.do("4 take-back")
    assert begun(table) == [0, 0, 0, 0, 1]
    assert offered(table)["tokyo"] == 10
    table.do("4 take-back")
    assert extended(table)["kobe"] == 13


def test_b_japan_8_a_city_that_is_reached_at_no_cost_uses_no_beginning() -> None:
    """Nothing is paid to Kyoto's neighbour Osaka; before version 3 the houses counted it."""
    for version, left in ((2, False), (3, True)):
        position = japan("recharged", 5, version).money(4, 300)
        table = networks(position, "tokyo", "kyoto").at("building")
        (event,) = only(table.do("4 connect osaka"), CityConnected)
        assert (event.connection, len(event.path)) == (0, 2)
        assert (offered(table)["sapporo"] == 10) is left


def test_b_japan_8_only_the_path_to_a_start_city_is_paid_by_choice() -> None:
    """Not without a network, not to other cities, not once both have begun."""
    none = japan().money(4, 300).at("building")
    assert extended(none) == {}
    refusal = none.refused("4 extend osaka")
    assert (refusal.code, refusal.clause) == ("no_beginning_to_keep", "b-japan.8")
    one = networks(japan().money(4, 300), "tokyo").at("building")
    assert set(extended(one)) == STARTS - {"tokyo", "yokohama"}
    for city in ("yokohama", "chiba"):
        assert one.refused(f"4 extend {city}").code == "no_beginning_to_keep"
    assert one.refused("4 extend tokyo").code == "already_connected"
    both_begun = networks(japan().money(4, 300), "tokyo", "osaka", begun=2).at("building")
    assert both_begun.refused("4 extend kobe").code == "no_beginning_to_keep"
    poor = networks(japan().money(4, 12), "osaka").at("building")
    assert extended(poor) == {}
    refusal = poor.refused("4 extend kobe")
    assert refusal.code == "cannot_pay_connection"
    assert refusal.numbers == {"cost": 13, "house": 10, "connection": 3, "money": 12}
    earlier = networks(japan(version=2).money(4, 300), "osaka").at("building")
    assert extended(earlier) == {}
    assert earlier.refused("4 extend kobe").code == "wrong_phase"
    first = networks(japan().round(1).money(4, 300), "osaka").at("building")
    assert set(extended(first)) == STARTS - {"osaka"}


# A second reading, from the sentences about the board alone


def beginnings(seen: Seen, seat: int) -> int:
    """Return how many networks a seat has begun: as recorded, or as its houses show."""
    for row in seen.seen.parts.rows():
        return row[seat]
    owned = seen.owned(seat)
    return len({city.replace("yokohama", "tokyo") for city in owned if city in STARTS})


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
    costs = {city: cost + paths[city] for city, cost in open_cities.items() if city in paths}
    return costs | starts if beginnings(seen, seat) < 2 else costs


def expected_extensions(seen: Seen, seat: int) -> dict[str, int]:
    """Return the cost of each start city whose path may be paid by choice, with any money."""
    owned = seen.owned(seat)
    is_full = seen.seen.round == 1 and len(owned) >= 2
    if is_full or not owned or not seen.seen.parts.rows() or beginnings(seen, seat) >= 2:
        return {}
    paths = seen.paths(seat)
    return {
        city: cost + paths[city]
        for city in seen.in_play
        if city in STARTS
        and city not in owned
        and paths.get(city, 0) > 0
        and (cost := seen.house(city)) is not None
    }


@versions
def test_random_positions_agree_with_a_second_reading(version: int) -> None:
    n_checked = 0
    n_starting = 0
    n_extending = 0
    tables = [replace(spec, version=version) for spec in tables_of(BOARD)]
    for position in random_positions(tables, 10, 12, seed=11):
        game, state = position.game, position.state
        if state.phase < game.first_of_round or state.actor < 0:
            continue
        seen = Seen(game, state)
        (phase,) = (each for each in game.phases if isinstance(each, StartBuilding))
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
                len(phase.path(state, seat, names.index(city))) == 1 for city in expected
            )
            extensions = {
                names[city]: phase.extension_cost(state, seat, city) + grid.sites[city]
                for city in phase.extensions(state, seat)
            }
            assert extensions == expected_extensions(seen, seat)
            n_extending += len(extensions) > 0
    assert n_checked >= 1_000
    assert n_starting >= 50
    assert n_extending >= 50 if version == 3 else n_extending == 0


def test_the_beginnings_are_counted_by_what_was_paid() -> None:
    """A city without a path is a beginning; a path that was paid or cost nothing is none."""
    n_begun = n_extended = 0
    counts: list[int] = []
    for game, before, action, after, events in moves_of(BOARD, 20):
        if before.round == 0:
            counts = [0] * game.rules.n_seats
        for event in only(events, CityConnected):
            is_extension = isinstance(action, ExtendNetwork)
            assert len(event.path) > 1 or not is_extension
            counts[event.seat] += len(event.path) == 1
            n_begun += len(event.path) == 1
            n_extended += is_extension
        assert after.parts.rows() == [counts]
        for seat, network in enumerate(after.grid.networks):
            assert (counts[seat] > 0) == (network > 0)
            assert counts[seat] <= 2
    assert n_begun > 50
    assert n_extended > 10


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
