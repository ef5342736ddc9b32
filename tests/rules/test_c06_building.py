"""Clauses c6: building."""

from typing import Final

import pytest

from gridwright.engine.errors import IllegalAction
from gridwright.engine.events import CityConnected, StepBegan
from gridwright.engine.ids import CHANCE
from gridwright.engine.offers import MayConnect
from tests.kit import Scenario, Table, only, scenario

PRESETS: Final = ("original", "recharged", "reference")
MARKET: Final = (37, 39, 40, 42, 44, 50)
"""Plants for any step that no network in these tests makes obsolete."""


def germany(preset: str = "original", *regions: str) -> Scenario:
    """Three seats on a German board, seat 2 builds first and may build as it likes.

    The plants supply enough cities for the limit of ``reference``.
    """
    board = "germany-recharged" if preset == "recharged" else "germany"
    table = scenario(
        preset=preset, board=board, seats=3, regions=regions or ("blue", "red", "yellow")
    )
    return table.owns(2, 20, 25).money(2, 500).market(*MARKET)


def facts(refusal: IllegalAction) -> tuple[str, str, dict[str, int]]:
    return refusal.clause, refusal.code, refusal.numbers


def costs(table: Table) -> dict[str, int]:
    """What each city that may be connected costs."""
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


@pytest.mark.parametrize("preset", PRESETS)
def test_c6_1_a_seat_connects_as_many_cities_as_it_likes(preset: str) -> None:
    """One after the other, until it finishes; only then the next seat is asked."""
    table = germany(preset).at("building")
    for city in ("essen", "munster", "koln", "aachen", "fulda"):
        assert table.actor == 2
        refusal = table.refused("1 connect trier")
        assert facts(refusal) == ("c12.3", "not_your_turn", {"seat": 1, "actor": 2})
        connect(table, city)
    assert sorted(table.cities(2)) == ["aachen", "essen", "fulda", "koln", "munster"]
    table.do("2 finish-building")
    assert table.actor == (1 if preset != "reference" else CHANCE)


def test_c6_1_a_seat_may_connect_nothing() -> None:
    """Finishing at once is allowed, and the turn goes from last to first in order."""
    table = germany().order(1, 2, 0).at("building")
    table.do("0 finish-building", "2 finish-building")
    assert table.actor == 1
    table.do("1 finish-building")
    assert table.phase == "bureaucracy"
    assert [table.cities(seat) for seat in range(3)] == [[], [], []]


@pytest.mark.parametrize("preset", PRESETS)
def test_c6_2_the_first_city_costs_the_house_only(preset: str) -> None:
    """Every city in play is open to a seat without one, at 10 each."""
    table = germany(preset).at("building")
    area = table.state.grid.area
    assert len(area.cities) == 21
    assert costs(table) == {table.notation.cities[city]: 10 for city in area.cities}
    event = connect(table, "saarbrucken")
    assert (event.house, event.connection, path(table, event)) == (10, 0, ["saarbrucken"])


def test_c6_2_the_first_city_needs_an_open_space() -> None:
    """A city that another seat took in step 1 is not open."""
    table = germany().cities(0, "essen").at("building")
    assert "essen" not in costs(table)
    assert table.refused("2 connect essen").code == "no_open_space"


def test_c6_2_the_second_city_pays_a_connection() -> None:
    """Only the first one is free of it."""
    table = germany().at("building")
    connect(table, "essen")
    assert connect(table, "dusseldorf").connection == 2


@pytest.mark.parametrize("preset", PRESETS)
def test_c6_3_the_cheapest_path_from_any_city_of_the_seat(preset: str) -> None:
    """The nearest own city is the start, wherever the last house went."""
    table = germany(preset).cities(2, "essen", "wurzburg").at("building")
    event = connect(table, "koln")
    assert (event.house, event.connection) == (10, 2 + 4)
    assert path(table, event) == ["essen", "dusseldorf", "koln"]
    event = connect(table, "nurnberg")
    assert (event.connection, path(table, event)) == (8, ["wurzburg", "nurnberg"])


@pytest.mark.parametrize("preset", ["original", "reference"])
def test_c6_3_the_cheapest_path_may_have_more_links(preset: str) -> None:
    """From Cincinnati to Raleigh 7 + 7 by Pittsburgh, not 15 by the one link between them."""
    built = scenario(preset=preset, board="usa", seats=3, regions=("brown", "green", "yellow"))
    table = built.owns(2, 20).cities(2, "cincinnati").market(*MARKET).at("building")
    event = connect(table, "raleigh")
    assert (event.connection, path(table, event)) == (14, ["cincinnati", "pittsburgh", "raleigh"])


@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("preset", PRESETS)
def test_c6_3_the_path_may_run_through_full_cities(preset: str, step: int) -> None:
    """Münster is full for this step and still on the way from Essen to Osnabrück."""
    built = germany(preset).cities(2, "essen").step(step)
    for seat in [0, 1][:step]:
        built.cities(seat, "munster")
    if step == 3:
        built.cities(2, "munster")
    table = built.at("building")
    assert "munster" not in costs(table)
    event = connect(table, "osnabruck")
    expected = ["munster", "osnabruck"] if step == 3 else ["essen", "munster", "osnabruck"]
    assert path(table, event) == expected
    assert event.connection == (7 if step == 3 else 13)


def test_c6_3_a_connection_is_paid_in_full_each_time() -> None:
    """A link that was paid for once is paid for again."""
    table = germany().cities(2, "essen").at("building")
    event = connect(table, "osnabruck")
    assert (event.connection, path(table, event)) == (6 + 7, ["essen", "munster", "osnabruck"])
    assert costs(table)["munster"] == 10 + 6
    table.do("2 take-back")
    first = connect(table, "dortmund")
    assert (first.connection, path(table, first)) == (4, ["essen", "dortmund"])
    again = connect(table, "frankfurt-main")
    assert (again.connection, path(table, again)) == (20, ["dortmund", "frankfurt-main"])


@pytest.mark.parametrize(
    ("board", "preset", "start", "end"),
    [
        ("germany", "original", "essen", "duisburg"),
        ("germany", "original", "leipzig", "halle"),
        ("germany-recharged", "recharged", "mainz", "frankfurt-main"),
        ("usa", "reference", "denver", "cheyenne"),
        ("usa-recharged", "recharged", "philadelphia", "new-york"),
    ],
)
def test_c6_3_a_link_that_costs_nothing(board: str, preset: str, start: str, end: str) -> None:
    """Only the house is paid."""
    table = scenario(preset=preset, board=board, seats=3).owns(2, 20).cities(2, start)
    played = table.market(*MARKET).at("building")
    event = connect(played, end)
    assert (event.house, event.connection, path(played, event)) == (10, 0, [start, end])


@pytest.mark.parametrize("preset", PRESETS)
def test_c6_4_the_spaces_cost_10_15_and_20(preset: str) -> None:
    """A house goes on the cheapest free space."""
    table = (
        germany(preset)
        .step(3)
        .cities(0, "essen", "koln")
        .cities(1, "koln")
        .cities(2, "duisburg")
        .at("building")
    )
    first = connect(table, "dusseldorf")
    second = connect(table, "essen")
    third = connect(table, "koln")
    assert [(each.space, each.house) for each in (first, second, third)] == [
        *((0, 10), (1, 15), (2, 20)),
    ]
    assert table.houses("dusseldorf") == [2]
    assert table.houses("essen") == [0, 2]
    assert table.houses("koln") == [0, 1, 2]


@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("preset", PRESETS)
def test_c6_5_as_many_spaces_are_open_as_the_step_says(preset: str, step: int) -> None:
    """With one house fewer there is a space, with as many houses as steps there is none."""
    crowd = ["aachen", "koln", "trier"]
    built = scenario(
        preset=preset,
        board="germany-recharged" if preset == "recharged" else "germany",
        seats=5,
        regions=("blue", "brown", "green", "red", "yellow"),
    )
    built.step(step).owns(4, 20, 25).money(4, 500).cities(4, "dusseldorf")
    built.market(*MARKET)
    for n_houses, city in enumerate(crowd, start=1):
        for seat in range(min(n_houses, 3)):
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
            assert facts(refusal) == ("c6.5", "no_open_space", numbers)


@pytest.mark.parametrize(("step", "n_houses", "house"), [(2, 1, 15), (3, 1, 15), (3, 2, 20)])
@pytest.mark.parametrize("preset", PRESETS)
def test_c6_5_a_late_start_pays_the_cheapest_open_space(
    preset: str, step: int, n_houses: int, house: int
) -> None:
    """A first city in step 2 or 3 costs its next space, and 10 only where nobody is."""
    built = germany(preset).step(step)
    for seat in range(n_houses):
        built.cities(seat, "essen")
    table = built.at("building")
    assert costs(table)["essen"] == house
    assert costs(table)["koln"] == 10
    event = connect(table, "essen")
    assert (event.space, event.house, event.connection) == (n_houses, house, 0)


@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("preset", PRESETS)
def test_c6_6_one_house_in_a_city(preset: str, step: int) -> None:
    """Not a second one, although a space may be free."""
    table = germany(preset).step(step).cities(2, "essen").at("building")
    assert "essen" not in costs(table)
    city = table.notation.cities.index("essen")
    assert facts(table.refused("2 connect essen")) == ("c6.6", "already_connected", {"city": city})


@pytest.mark.parametrize("preset", PRESETS)
def test_c6_7_a_city_connected_in_this_turn_is_a_start(preset: str) -> None:
    """Aachen costs 11 from Düsseldorf's side, but 7 once Köln belongs to the network."""
    table = germany(preset).cities(2, "essen").at("building")
    assert costs(table)["aachen"] == 10 + 2 + 9
    connect(table, "koln")
    assert costs(table)["aachen"] == 10 + 7
    event = connect(table, "aachen")
    assert (event.connection, path(table, event)) == (7, ["koln", "aachen"])
    table.do("2 take-back", "2 take-back")
    assert costs(table)["aachen"] == 10 + 2 + 9


@pytest.mark.parametrize("preset", PRESETS)
def test_c6_8_no_house_outside_the_regions_in_play(preset: str) -> None:
    """Neither the first one nor a later one."""
    table = germany(preset, "blue", "purple", "red").at("building")
    city = table.notation.cities.index("nurnberg")
    assert facts(table.refused("2 connect nurnberg")) == ("c6.8", "out_of_play", {"city": city})
    connect(table, "regensburg")
    assert "nurnberg" not in costs(table)
    assert facts(table.refused("2 connect nurnberg")) == ("c6.8", "out_of_play", {"city": city})


@pytest.mark.parametrize("preset", PRESETS)
def test_c6_8_no_path_outside_the_regions_in_play(preset: str) -> None:
    """From Frankfurt to Regensburg 33 by Würzburg and Nürnberg, 45 without the yellow region."""
    inside = germany(preset, "blue", "purple", "yellow").cities(2, "frankfurt-main").at("building")
    assert connect(inside, "regensburg").connection == 13 + 8 + 12
    around = germany(preset, "blue", "purple", "red").cities(2, "frankfurt-main").at("building")
    event = connect(around, "regensburg")
    assert event.connection == 0 + 11 + 6 + 15 + 13
    assert path(around, event)[0] == "frankfurt-main"
    assert path(around, event)[2:] == ["mannheim", "stuttgart", "augsburg", "regensburg"]


@pytest.mark.parametrize("preset", PRESETS)
def test_c6_9_a_connection_must_be_paid_from_the_money_held(preset: str) -> None:
    """One Elektro short is refused, exact money is enough."""
    poor = germany(preset).cities(2, "essen").money(2, 22).at("building")
    assert "osnabruck" not in costs(poor)
    numbers = {"cost": 23, "house": 10, "connection": 13, "money": 22}
    assert facts(poor.refused("2 connect osnabruck")) == ("c6.9", "cannot_pay_connection", numbers)
    exact = germany(preset).cities(2, "essen").money(2, 23).at("building")
    connect(exact, "osnabruck")
    assert exact.money(2) == 0


def test_c6_9_income_to_come_pays_nothing() -> None:
    """What was spent in this turn is gone."""
    table = germany().cities(2, "essen").money(2, 30).at("building")
    connect(table, "munster")
    numbers = {"cost": 17, "house": 10, "connection": 7, "money": 14}
    assert facts(table.refused("2 connect osnabruck")) == ("c6.9", "cannot_pay_connection", numbers)


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
    table = germany(preset).owns(2, 13).round(round_).at("building")
    assert table.phase == phase
    assert table.actor == 2


def test_c6_11_reference_limits_a_network_to_what_its_plants_supply() -> None:
    """Plants 4 and 18 supply three cities, with or without fuel."""
    table = germany("reference").owns(2, 4, 18).cities(2, "essen").at("building")
    connect(table, "duisburg")
    connect(table, "munster")
    assert costs(table) == {}
    refusal = table.refused("2 connect dortmund")
    assert facts(refusal) == ("c6.11", "beyond_capacity", {"cities": 3})
    table.do("2 take-back")
    connect(table, "dortmund")


def test_c6_11_reference_lets_nobody_build_without_plants() -> None:
    """A seat whose network is at its limit is passed over."""
    table = germany("reference").owns(2).owns(1, 4).cities(1, "essen").owns(0, 13).at("building")
    assert table.actor == 0


@pytest.mark.parametrize("preset", ["original", "recharged"])
def test_c6_11_other_presets_have_no_such_limit(preset: str) -> None:
    """A seat without plants builds."""
    table = germany(preset).owns(2).at("building")
    for city in ("essen", "duisburg", "dusseldorf"):
        connect(table, city)
    assert len(table.cities(2)) == 3


@pytest.mark.parametrize("preset", PRESETS)
def test_c6_12_houses_are_not_limited(preset: str) -> None:
    """A seat may have more houses than the 22 in the box, up to every city in play."""
    built = scenario(preset=preset, seats=6).n_cities(5, 20).money(5, 2000)
    table = built.owns(5, 36, 38, 46).market(*MARKET).step(3).at("building")
    n_open = 21 if preset == "reference" else 35
    while costs(table):
        connect(table, next(iter(costs(table))))
    assert len(table.cities(5)) == n_open


@pytest.mark.parametrize("preset", PRESETS)
def test_c6_13_a_seat_that_cannot_connect_is_not_asked(preset: str) -> None:
    """Nine Elektro pay for no house; the next seat in turn is asked at once."""
    table = germany(preset).money(2, 9).money(1, 10).owns(1, 13).at("building")
    assert table.actor == 1


def test_c6_13_a_seat_that_can_take_back_is_asked() -> None:
    """Even if it cannot connect another city."""
    table = germany().money(2, 10).at("building")
    connect(table, "essen")
    assert table.actor == 2
    assert table.legal() == ["2 finish-building"]
    table.do("2 take-back")
    connect(table, "koln")
    table.do("2 finish-building")
    assert table.actor == 1


def test_c6_13_a_seat_is_not_asked_again_after_a_card_was_revealed() -> None:
    """Its last connection made a plant obsolete, so it can neither build nor take back."""
    table = germany().money(2, 10).market(3, 11, 12, 13, 14, 16, 17, 18)
    built = table.cities(2, "essen", "munster").at("building")
    connect(built, "duisburg")
    assert (built.actor, built.gone()[0]) == (CHANCE, 3)
    built.deal()
    assert built.actor == 1


def test_c6_13_nobody_is_asked_if_no_city_is_open() -> None:
    """Every city has its one house of step 1, so the phase passes without a turn."""
    built = scenario(seats=3, regions=("cyan", "purple", "red")).n_cities(0, 11).n_cities(1, 10)
    table = built.money(1, 999).money(2, 999).market(*MARKET).at("building")
    assert table.actor == CHANCE
    assert [event.step for event in only(table.began, StepBegan)] == [2]
