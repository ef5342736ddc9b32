"""Clauses d13: boards."""

import pytest

from gridwright.engine.vocabulary.building import CityConnected
from gridwright.engine.vocabulary.production import CitiesSupplied
from tests.kit import Table, facts, only, scenario

HALVES = [("new-york-n", "new-york-s"), ("mexico-city-n", "mexico-city-s")]
MARKET = (37, 39, 40, 42, 44, 50)


def connected(table: Table, city: str) -> tuple[int, int]:
    """Let the actor connect a city; returns what the house and the connection cost."""
    (event,) = only(table.do(f"{table.actor} connect {city}"), CityConnected)
    return event.house, event.connection


def test_d13_1_europe_has_no_rules_of_its_own() -> None:
    """No store, no plant that closes a kind, no link for nothing, three spaces in each city."""
    rules = scenario(preset="europe").game.rules
    assert [ladder.store_price for ladder in rules.market.ladders] == [0, 0, 0, 0]
    assert set(rules.market.closing_plants) == {0}
    assert min(cost for _a, _b, cost in rules.board.links) == 3
    assert rules.board.n_spaces == 3


def test_d13_2_only_the_halves_are_joined_at_no_cost() -> None:
    """Two links of the board cost nothing, each between two halves of one area."""
    board = scenario(preset="north-america").game.rules.board
    free = [(a, b) for a, b, cost in board.links if cost == 0]
    names = [{board.cities[a], board.cities[b]} for a, b in free]
    assert sorted(map(sorted, names)) == sorted(map(sorted, HALVES))
    for a, b in free:
        assert board.city_regions[a] == board.city_regions[b]


@pytest.mark.parametrize("halves", [*HALVES, *[pair[::-1] for pair in HALVES]])
def test_d13_2_a_seat_builds_in_both_halves_in_step_1(halves: tuple[str, str]) -> None:
    """Each costs a first house of 10, and each counts as a city."""
    first, second = halves
    regions = ("mexico", "south", "west")
    if first.startswith("new-york"):
        regions = ("mideast", "northeast", "south")
    built = scenario(preset="north-america", seats=3, regions=regions)
    table = built.market(*MARKET).at("building")
    assert connected(table, first) == (10, 0)
    assert connected(table, second) == (10, 0)
    assert sorted(table.cities(2)) == sorted(halves)
    assert table.state.grid.n_cities[2] == 2
    assert table.money(2) == 30


@pytest.mark.parametrize("halves", HALVES)
def test_d13_2_a_half_is_a_city_with_three_spaces(halves: tuple[str, str]) -> None:
    """Each half is full on its own, and a seat has one house in each at most."""
    north, south = halves
    for step in (1, 2, 3):
        built = scenario(preset="north-america", seats=4).step(step).cities(3, south)
        for seat in range(min(step, 3)):
            built.cities(seat, north)
        table = built.market(*MARKET).at("building")
        refusal = table.refused(f"3 connect {north}")
        numbers = {"city": table.notation.cities.index(north), "houses": step, "step": step}
        assert facts(refusal) == ("d6.5", "no_open_space", numbers)
        refusal = table.refused(f"3 connect {south}")
        numbers = {"city": table.notation.cities.index(south)}
        assert facts(refusal) == ("d6.6", "already_connected", numbers)
    built = scenario(preset="north-america", seats=4).step(3).cities(3, south)
    table = built.cities(0, north).cities(1, north).market(*MARKET).at("building")
    assert connected(table, north) == (20, 0)
    assert table.houses(north) == [0, 1, 3]
    assert table.houses(south) == [3]


def test_d13_2_two_seats_share_a_metropolis_in_step_1() -> None:
    """One half each."""
    built = scenario(preset="north-america", seats=3).cities(1, "new-york-n").market(*MARKET)
    table = built.at("building")
    assert connected(table, "new-york-s") == (10, 0)
    assert (table.houses("new-york-n"), table.houses("new-york-s")) == ([1], [2])


@pytest.mark.parametrize(
    ("halves", "city", "cost"),
    [
        (HALVES[0], "boston", 7),
        (HALVES[0], "philadelphia", 3),
        (HALVES[0], "montreal", 12),
        (HALVES[1], "guadalajara", 10),
        (HALVES[1], "monterrey", 17),
    ],
)
def test_d13_2_links_cost_the_same_from_either_half(
    halves: tuple[str, str], city: str, cost: int
) -> None:
    """The way from one half to the other is free, so links cost the same from both."""
    for half in halves:
        table = scenario(preset="north-america", seats=3).cities(2, half).market(*MARKET)
        assert connected(table.at("building"), city) == (10, cost)


def test_d13_2_each_half_is_paid_for() -> None:
    """Two halves supplied are two cities: 33."""
    built = scenario(preset="north-america", seats=3).cities(0, *HALVES[0]).owns(0, 17)
    table = built.market(*MARKET).at("bureaucracy")
    (event, *_others) = only(table.do("0 run 17"), CitiesSupplied)
    assert (event.n_cities, event.income) == (2, 33)


def test_d13_2_each_half_counts_for_step_2() -> None:
    """Six cities and the second half are seven."""
    cities = ("boston", "philadelphia", "montreal", "ottawa", "quebec", "new-york-n")
    built = scenario(preset="north-america", seats=3).cities(2, *cities).market(*MARKET)
    table = built.stack(top=[46]).at("building")
    table.do("2 connect new-york-s")
    while table.state.step == 1:
        assert table.phase == "building"
        table.do(f"{table.actor} finish-building")
    assert table.state.step == 2
