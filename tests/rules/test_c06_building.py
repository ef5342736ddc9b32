"""Clauses c6: building."""

from dataclasses import dataclass
from typing import Final

import pytest

from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.building import CityConnected, MayConnect
from gridwright.engine.vocabulary.turn import StepBegan
from tests.kit import Scenario, Table, facts, only, scenario
from tests.rules.presets import ALL, CLASSIC, DELUXE, MINIMUM_RULE

MARKET: Final = (37, 39, 40, 42, 44, 50)
"""Plants for any step that no network in these tests makes obsolete."""


@dataclass(frozen=True)
class BuildSite:
    """A part of a board: a start city, its neighbours, a far city behind one, and a remote pair."""

    board: str
    regions: tuple[str, ...]
    more: tuple[str, ...]
    """Two further regions, for five seats."""
    start: str
    near: str
    near_cost: int
    """The link from the start."""
    via: str
    via_cost: int
    far: str
    far_cost: int
    """The link from ``via``, over which the cheapest path from the start runs."""
    remote: str
    """Far from the start, and the city at its side."""
    side: str
    side_cost: int


EUROPE: Final = BuildSite(
    board="europe",
    regions=("centre", "northwest", "southwest"),
    more=("east", "south"),
    start="berlin",
    near="praha",
    near_cost=7,
    via="bremen",
    via_cost=6,
    far="randstad",
    far_cost=8,
    remote="lyon",
    side="marseille",
    side_cost=8,
)
NORTH_AMERICA: Final = BuildSite(
    board="north-america",
    regions=("mideast", "midwest", "south"),
    more=("mexico", "west"),
    start="kansas-city",
    near="oklahoma-city",
    near_cost=10,
    via="st-louis",
    via_cost=8,
    far="nashville",
    far_cost=9,
    remote="toronto",
    side="detroit",
    side_cost=8,
)


def build_site(preset: str) -> BuildSite:
    """Return the site where tests of a preset build: on a German board, or on the preset's own."""
    if preset in DELUXE:
        return EUROPE if preset == "europe" else NORTH_AMERICA
    return BuildSite(
        board="germany-recharged" if preset == "recharged" else "germany",
        regions=("blue", "red", "yellow"),
        more=("brown", "green"),
        start="essen",
        near="dusseldorf",
        near_cost=2,
        via="munster",
        via_cost=6,
        far="osnabruck",
        far_cost=7,
        remote="wurzburg",
        side="nurnberg",
        side_cost=8,
    )


def place(preset: str = "original", *regions: str) -> Scenario:
    """Three seats, seat 2 builds first and may build as it likes.

    The plants supply enough cities for the limit of ``reference``.
    """
    site = build_site(preset)
    table = scenario(preset=preset, board=site.board, seats=3, regions=regions or site.regions)
    return table.owns(2, 20, 25).money(2, 500).market(*MARKET)


def costs(table: Table) -> dict[str, int]:
    """Return what each city that may be connected costs."""
    found = [offer for offer in table.offers() if isinstance(offer, MayConnect)]
    if not found:
        return {}
    names = [table.notation.cities[city] for city in found[0].cities]
    return dict(zip(names, found[0].costs, strict=True))


def connect(table: Table, city: str) -> CityConnected:
    """Let the actor connect a city; money and event must agree with what was offered."""
    seat = table.actor
    money = table.money(seat)
    offered = costs(table)[city]
    (event,) = only(table.do(f"{seat} connect {city}"), CityConnected)
    assert (event.seat, table.notation.cities[event.city]) == (seat, city)
    assert money - table.money(seat) == event.house + event.connection == offered
    return event


def path(table: Table, event: CityConnected) -> list[str]:
    return [table.notation.cities[city] for city in event.path]


@pytest.mark.clause("d6.1")
@pytest.mark.parametrize("preset", ALL)
def test_c6_1_a_seat_connects_as_many_cities_as_it_likes(preset: str) -> None:
    """One after the other, until it finishes; only then the next seat has its turn."""
    table = place(preset).at("building")
    site = build_site(preset)
    cities = (site.start, site.far, site.side, site.near, site.remote)
    for city in cities:
        assert table.actor == 2
        refusal = table.refused(f"1 connect {site.via}")
        numbers = {"seat": 1, "actor": 2}
        assert facts(refusal) == (table.clause("c12.3", "d12.3"), "not_your_turn", numbers)
        connect(table, city)
    assert sorted(table.cities(2)) == sorted(cities)
    table.do("2 finish-building")
    assert table.actor == (1 if preset != "reference" else CHANCE)


@pytest.mark.clause("d6.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c6_1_a_seat_may_connect_nothing(preset: str) -> None:
    """Finishing immediately is allowed, and the turn goes from last to first in order."""
    table = place(preset).order(1, 2, 0).owns(1, 44).market(37, 39, 40, 42, 46, 50).at("building")
    table.do("0 finish-building", "2 finish-building")
    assert table.actor == 1
    table.do("1 finish-building")
    assert table.phase == "bureaucracy"
    assert [table.cities(seat) for seat in range(3)] == [[], [], []]


@pytest.mark.clause("d6.2")
@pytest.mark.parametrize("preset", ALL)
def test_c6_2_the_first_city_costs_the_house_only(preset: str) -> None:
    """Every city in play is open to a seat without one, at 10 each."""
    table = place(preset).at("building")
    area = table.state.grid.area
    assert len(area.cities) == 21
    assert costs(table) == {table.notation.cities[city]: 10 for city in area.cities}
    city = build_site(preset).remote
    event = connect(table, city)
    assert (event.house, event.connection, path(table, event)) == (10, 0, [city])


@pytest.mark.clause("d6.2")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c6_2_the_first_city_needs_an_open_space(preset: str) -> None:
    """A city that another seat took in step 1 is not open."""
    city = build_site(preset).start
    table = place(preset).cities(0, city).at("building")
    assert city not in costs(table)
    assert table.refused(f"2 connect {city}").code == "no_open_space"


@pytest.mark.clause("d6.2")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c6_2_the_second_city_pays_a_connection(preset: str) -> None:
    """The second city of a seat costs its connection; only the first is free of one."""
    site = build_site(preset)
    table = place(preset).at("building")
    connect(table, site.start)
    assert connect(table, site.near).connection == site.near_cost


@pytest.mark.clause("d6.3")
@pytest.mark.parametrize("preset", ALL)
def test_c6_3_the_cheapest_path_from_any_city_of_the_seat(preset: str) -> None:
    """The nearest own city is the start, not necessarily the last house."""
    site = build_site(preset)
    table = place(preset).cities(2, site.start, site.remote).at("building")
    event = connect(table, site.far)
    assert (event.house, event.connection) == (10, site.via_cost + site.far_cost)
    assert path(table, event) == [site.start, site.via, site.far]
    event = connect(table, site.side)
    assert (event.connection, path(table, event)) == (site.side_cost, [site.remote, site.side])


@pytest.mark.parametrize("preset", ["original", "reference"])
def test_c6_3_the_cheapest_path_may_have_more_links(preset: str) -> None:
    """The way from Cincinnati to Raleigh costs 7 + 7 by Pittsburgh, not 15 by the direct link."""
    built = scenario(preset=preset, board="usa", seats=3, regions=("brown", "green", "yellow"))
    table = built.owns(2, 20).cities(2, "cincinnati").market(*MARKET).at("building")
    event = connect(table, "raleigh")
    assert (event.connection, path(table, event)) == (14, ["cincinnati", "pittsburgh", "raleigh"])


@pytest.mark.clause("d6.3")
@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("preset", ALL)
def test_c6_3_the_path_may_run_through_full_cities(preset: str, step: int) -> None:
    """The city between is full for this step and still on the way."""
    site = build_site(preset)
    built = place(preset).cities(2, site.start).step(step)
    for seat in [0, 1][:step]:
        built.cities(seat, site.via)
    if step == 3:
        built.cities(2, site.via)
    table = built.at("building")
    assert site.via not in costs(table)
    event = connect(table, site.far)
    expected = [site.via, site.far] if step == 3 else [site.start, site.via, site.far]
    assert path(table, event) == expected
    assert event.connection == site.far_cost + (0 if step == 3 else site.via_cost)


@pytest.mark.clause("d6.3")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c6_3_a_connection_is_paid_in_full_each_time(preset: str) -> None:
    """A link that was paid for once is paid for again."""
    site = build_site(preset)
    table = place(preset).cities(2, site.start).at("building")
    event = connect(table, site.far)
    assert path(table, event) == [site.start, site.via, site.far]
    assert event.connection == site.via_cost + site.far_cost
    event = connect(table, site.via)
    assert (event.connection, path(table, event)) == (site.via_cost, [site.start, site.via])


@pytest.mark.clause("d6.3")
@pytest.mark.parametrize("preset", ALL)
@pytest.mark.parametrize(("step", "others", "house"), [(2, (0,), 15), (3, (0, 1), 20)])
def test_c6_3_each_player_pays_the_same_connection(
    preset: str, step: int, others: tuple[int, ...], house: int
) -> None:
    """The link is used by all, and the last to come pays for it as if it were the first."""
    site = build_site(preset)
    built = place(preset).step(step).cities(2, site.start)
    for other in others:
        built.cities(other, site.start, site.near).owns(other, 20 if other else 21)
    event = connect(built.owns(2, 25, 31).at("building"), site.near)
    assert (event.house, event.connection) == (house, site.near_cost)


@pytest.mark.clause("d6.3", "d13.2")
@pytest.mark.parametrize(
    ("board", "preset", "start", "end"),
    [
        ("germany", "original", "essen", "duisburg"),
        ("germany", "original", "leipzig", "halle"),
        ("germany-recharged", "recharged", "mainz", "frankfurt-main"),
        ("usa", "reference", "denver", "cheyenne"),
        ("usa-recharged", "recharged", "philadelphia", "new-york"),
        ("north-america", "north-america", "new-york-n", "new-york-s"),
        ("north-america", "north-america", "mexico-city-s", "mexico-city-n"),
    ],
)
def test_c6_3_a_link_that_costs_nothing(board: str, preset: str, start: str, end: str) -> None:
    """A free link leaves only the house to pay."""
    table = scenario(preset=preset, board=board, seats=3).owns(2, 20).cities(2, start)
    played = table.market(*MARKET).at("building")
    event = connect(played, end)
    assert (event.house, event.connection, path(played, event)) == (10, 0, [start, end])


@pytest.mark.clause("d6.4")
@pytest.mark.parametrize("preset", ALL)
def test_c6_4_the_spaces_cost_10_15_and_20(preset: str) -> None:
    """A house takes the cheapest free space."""
    site = build_site(preset)
    built = place(preset).step(3).cities(0, site.near, site.far).cities(1, site.far)
    table = built.cities(2, site.start).at("building")
    first = connect(table, site.via)
    second = connect(table, site.near)
    third = connect(table, site.far)
    assert [(each.space, each.house) for each in (first, second, third)] == [
        *((0, 10), (1, 15), (2, 20)),
    ]
    assert table.houses(site.via) == [2]
    assert table.houses(site.near) == [0, 2]
    assert table.houses(site.far) == [0, 1, 2]


@pytest.mark.clause("d6.5")
@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("preset", ALL)
def test_c6_5_as_many_spaces_are_open_as_the_step_says(preset: str, step: int) -> None:
    """A city has an open space while it has fewer houses than the step's number."""
    site = build_site(preset)
    crowd = [site.near, site.via, site.far]
    regions = (*site.regions, *site.more)
    built = scenario(preset=preset, board=site.board, seats=5, regions=regions)
    built.step(step).owns(4, 20, 25).money(4, 500).cities(4, site.start)
    built.market(*MARKET)
    for n_houses, city in enumerate(crowd, start=1):
        for seat in range(n_houses):
            built.cities(seat, city)
    table = built.at("building")
    for n_houses, city in enumerate(crowd, start=1):
        if n_houses < step:
            assert city in costs(table)
        else:
            refusal = table.refused(f"4 connect {city}")
            numbers = {
                "city": table.notation.cities.index(city),
                "houses": n_houses,
                "step": step,
            }
            assert facts(refusal) == (table.clause("c6.5", "d6.5"), "no_open_space", numbers)


@pytest.mark.clause("d6.4", "d6.5")
@pytest.mark.parametrize(("step", "n_houses", "house"), [(2, 1, 15), (3, 1, 15), (3, 2, 20)])
@pytest.mark.parametrize("preset", ALL)
def test_c6_5_a_late_start_pays_the_cheapest_open_space(
    preset: str, step: int, n_houses: int, house: int
) -> None:
    """A first city in step 2 or 3 costs its next space, and 10 only where no one is."""
    site = build_site(preset)
    built = place(preset).step(step)
    for seat in range(n_houses):
        built.cities(seat, site.start)
    table = built.at("building")
    assert costs(table)[site.start] == house
    assert costs(table)[site.far] == 10
    event = connect(table, site.start)
    assert (event.space, event.house, event.connection) == (n_houses, house, 0)


@pytest.mark.clause("d6.6")
@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("preset", ALL)
def test_c6_6_one_house_in_a_city(preset: str, step: int) -> None:
    """A seat cannot have a second house in a city, although a space may be free."""
    start = build_site(preset).start
    table = place(preset).step(step).cities(2, start).at("building")
    assert start not in costs(table)
    numbers = {"city": table.notation.cities.index(start)}
    refusal = table.refused(f"2 connect {start}")
    assert facts(refusal) == (table.clause("c6.6", "d6.6"), "already_connected", numbers)


@pytest.mark.clause("d6.3")
@pytest.mark.parametrize("preset", ALL)
def test_c6_7_a_city_connected_in_this_turn_is_a_start(preset: str) -> None:
    """The far city costs two links at first, and one once the city between belongs to the seat."""
    site = build_site(preset)
    table = place(preset).cities(2, site.start).at("building")
    assert costs(table)[site.far] == 10 + site.via_cost + site.far_cost
    connect(table, site.via)
    assert costs(table)[site.far] == 10 + site.far_cost
    event = connect(table, site.far)
    assert (event.connection, path(table, event)) == (site.far_cost, [site.via, site.far])
    table.do("2 take-back", "2 take-back")
    assert costs(table)[site.far] == 10 + site.via_cost + site.far_cost


@dataclass(frozen=True)
class Detour:
    """Two cities that are nearer to each other while a region is in play."""

    inside: tuple[str, ...]
    around: tuple[str, ...]
    """The same with another region instead."""
    out: str
    """A city that is out of play then."""
    start: str
    end: str
    cost: int
    dear: int
    last: tuple[str, ...]
    """The end of the dearer path."""


GERMAN_DETOUR: Final = Detour(
    inside=("blue", "purple", "yellow"),
    around=("blue", "purple", "red"),
    out="nurnberg",
    start="frankfurt-main",
    end="regensburg",
    cost=13 + 8 + 12,
    dear=0 + 11 + 6 + 15 + 13,
    last=("mannheim", "stuttgart", "augsburg", "regensburg"),
)
DETOURS: Final = {
    **dict.fromkeys(CLASSIC, GERMAN_DETOUR),
    "europe": Detour(
        inside=("centre", "northwest", "southwest"),
        around=("centre", "east", "southwest"),
        out="randstad",
        start="bordeaux",
        end="berlin",
        cost=12 + 13 + 10,
        dear=12 + 14 + 3 + 10,
        last=("paris", "stuttgart", "rhein-main", "berlin"),
    ),
    "north-america": Detour(
        inside=("mideast", "midwest", "south"),
        around=("mexico", "midwest", "south"),
        out="nashville",
        start="atlanta",
        end="indianapolis",
        cost=9 + 9,
        dear=12 + 9 + 8,
        last=("memphis", "st-louis", "indianapolis"),
    ),
}


@pytest.mark.clause("d6.7")
@pytest.mark.parametrize("preset", ALL)
def test_c6_8_no_house_outside_the_regions_in_play(preset: str) -> None:
    """A city outside the regions in play is refused as the first house and as a later one."""
    way = DETOURS[preset]
    table = place(preset, *way.around).at("building")
    numbers = {"city": table.notation.cities.index(way.out)}
    expected = (table.clause("c6.8", "d6.7"), "out_of_play", numbers)
    assert facts(table.refused(f"2 connect {way.out}")) == expected
    connect(table, way.end)
    assert way.out not in costs(table)
    assert facts(table.refused(f"2 connect {way.out}")) == expected


@pytest.mark.clause("d6.7")
@pytest.mark.parametrize("preset", ALL)
def test_c6_8_no_path_outside_the_regions_in_play(preset: str) -> None:
    """A seat pays another path if the cheapest one leaves the regions in play."""
    way = DETOURS[preset]
    inside = place(preset, *way.inside).cities(2, way.start).at("building")
    assert connect(inside, way.end).connection == way.cost
    around = place(preset, *way.around).cities(2, way.start).at("building")
    event = connect(around, way.end)
    assert event.connection == way.dear
    assert path(around, event)[0] == way.start
    assert path(around, event)[-len(way.last) :] == list(way.last)


@pytest.mark.clause("d6.8")
@pytest.mark.parametrize("preset", ALL)
def test_c6_9_a_connection_must_be_paid_from_the_money_held(preset: str) -> None:
    """One Elektro short is refused, exact money is enough."""
    site = build_site(preset)
    connection = site.via_cost + site.far_cost
    poor = place(preset).cities(2, site.start).money(2, 9 + connection).at("building")
    assert site.far not in costs(poor)
    numbers = {"cost": 10 + connection, "house": 10, "connection": connection}
    numbers["money"] = 9 + connection
    refusal = poor.refused(f"2 connect {site.far}")
    assert facts(refusal) == (poor.clause("c6.9", "d6.8"), "cannot_pay_connection", numbers)
    exact = place(preset).cities(2, site.start).money(2, 10 + connection).at("building")
    connect(exact, site.far)
    assert exact.money(2) == 0


@pytest.mark.clause("d6.8")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c6_9_income_to_come_pays_nothing(preset: str) -> None:
    """Money spent in this turn is gone."""
    site = build_site(preset)
    table = place(preset).cities(2, site.start).money(2, 30).at("building")
    connect(table, site.via)
    numbers = {"cost": 10 + site.far_cost, "house": 10, "connection": site.far_cost}
    numbers["money"] = 20 - site.via_cost
    refusal = table.refused(f"2 connect {site.far}")
    assert facts(refusal) == (table.clause("c6.9", "d6.8"), "cannot_pay_connection", numbers)


@pytest.mark.parametrize(
    ("preset", "round_", "phase"),
    [
        ("original", 1, "building"),
        ("recharged", 1, "building"),
        ("reference", 1, "bureaucracy"),
        ("reference", 2, "building"),
    ],
)
def test_c6_10_reference_has_no_building_in_round_1(preset: str, round_: int, phase: str) -> None:
    """The other presets build from the first round on."""
    table = place(preset).owns(2, 13).round(round_).at("building")
    assert table.phase == phase
    assert table.actor == 2


def test_c6_11_reference_limits_a_network_to_what_its_plants_supply() -> None:
    """Plants 4 and 18 supply three cities, with or without fuel."""
    table = place("reference").owns(2, 4, 18).cities(2, "essen").at("building")
    connect(table, "duisburg")
    connect(table, "munster")
    assert costs(table) == {}
    refusal = table.refused("2 connect dortmund")
    assert facts(refusal) == ("c6.11", "beyond_capacity", {"cities": 3})
    table.do("2 take-back")
    connect(table, "dortmund")


def test_c6_11_plants_for_2_3_and_4_cities_allow_9() -> None:
    """The sum of all plants is the limit: plants 8, 15 and 21."""
    table = place("reference").owns(2, 8, 15, 21).cities(2, "essen").at("building")
    while costs(table):
        connect(table, min(costs(table)))
    assert len(table.cities(2)) == 2 + 3 + 4
    assert table.money(2) > 100


def test_c6_11_reference_lets_no_one_build_without_plants() -> None:
    """A seat whose network is at its limit is passed over."""
    table = place("reference").owns(2).owns(1, 4).cities(1, "essen").owns(0, 13).at("building")
    assert table.actor == 0


@pytest.mark.parametrize("preset", ["original", "recharged"])
def test_c6_11_other_presets_have_no_such_limit(preset: str) -> None:
    """A seat without plants builds."""
    table = place(preset).owns(2).at("building")
    for city in ("essen", "duisburg", "dusseldorf"):
        connect(table, city)
    assert len(table.cities(2)) == 3


@pytest.mark.clause("d6.9")
@pytest.mark.parametrize("preset", ALL)
def test_c6_12_houses_are_not_limited(preset: str) -> None:
    """A seat may have more houses than the 22 in the box, up to every city in play."""
    built = scenario(preset=preset, seats=6).n_cities(5, 20).money(5, 2000)
    table = built.owns(5, 36, 38, 46).market(*MARKET).step(3).at("building")
    n_open = 21 if preset == "reference" else 35
    while costs(table):
        connect(table, next(iter(costs(table))))
    assert len(table.cities(5)) == n_open


@pytest.mark.clause("d6.1")
@pytest.mark.parametrize("preset", ALL)
def test_c6_13_a_seat_that_cannot_connect_is_not_asked(preset: str) -> None:
    """Nine Elektro pay for no house; the next seat in order has its turn."""
    table = place(preset).money(2, 9).money(1, 10).owns(1, 13).at("building")
    assert table.actor == 1


@pytest.mark.clause("d6.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c6_13_a_seat_that_can_take_back_has_its_turn(preset: str) -> None:
    """Even if it cannot connect another city."""
    site = build_site(preset)
    table = place(preset).money(2, 10).at("building")
    connect(table, site.start)
    assert table.actor == 2
    assert table.legal() == ["2 finish-building"]
    table.do("2 take-back")
    connect(table, site.far)
    table.do("2 finish-building")
    assert table.actor == 1


@pytest.mark.clause("d6.1", "d12.1")
@pytest.mark.parametrize("preset", MINIMUM_RULE)
def test_c6_13_a_seat_is_not_asked_again_after_a_card_was_revealed(preset: str) -> None:
    """Its last connection made a plant obsolete, so it can neither build nor take back."""
    site = build_site(preset)
    built = place(preset).money(2, 10 + site.near_cost).market(3, 11, 12, 14, 16, 17, 18, 19)
    table = built.owns(1, 13).cities(2, site.start, site.via).at("building")
    connect(table, site.near)
    assert (table.actor, table.gone()[0]) == (CHANCE, 3)
    table.reveal(table.possible_cards()[-1])
    assert table.actor == 1


@pytest.mark.clause("d6.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c6_13_no_one_has_a_turn_if_no_city_is_open(preset: str) -> None:
    """Every city has its one house of step 1, so the phase passes without a turn."""
    built = place(preset).n_cities(0, 11).n_cities(1, 10)
    table = built.money(1, 999).money(2, 999).market(*MARKET).at("building")
    assert table.phase != "building" or table.actor == CHANCE
    assert [event.step for event in only(table.began, StepBegan)] == [2]
