"""Clauses d10: two players, against the Trust of the deluxe game and without it."""

from typing import Any

import pytest

from gridwright.engine.ids import CHANCE, NONE, TRUST
from gridwright.engine.masks import members
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import CardLeft
from gridwright.engine.vocabulary.trust import TrustBuilt, TrustTookFuel, TrustTookPlant
from gridwright.engine.vocabulary.turn import StepBegan
from tests.kit import Card, Scenario, Table, facts, only, opening, scenario
from tests.rules.presets import DELUXE

MARKET = (11, 12, 14, 16, 17, 18, 19, 20)
HIGH = (37, 39, 40, 42, 44, 50)
PLAIN = ("plain-two-players",)
REGIONS = {
    "europe": ("centre", "northwest", "southwest"),
    "north-america": ("mideast", "northeast", "south"),
}


def against_trust(preset: str = "europe", **options: Any) -> Scenario:
    """Seats 0 and 1, in that order, and the Trust."""
    return scenario(preset=preset, seats=2, **options)


def region_cities(table: Table, region: str) -> list[str]:
    """The cities of a region, independent of who is in play."""
    board = table.game.rules.board
    place = board.regions.index(region)
    return [
        name for name, own in zip(board.cities, board.city_regions, strict=True) if own == place
    ]


def took(table: Table, events: list[Event]) -> list[tuple[Card | None, Card | None]]:
    """The plants that the Trust took and scrapped."""
    names: dict[int, Card | None] = {NONE: None}
    names |= {card: int(name) for card, name in enumerate(table.notation.cards[:-1])}
    return [(names[each.plant], names[each.scrapped]) for each in only(events, TrustTookPlant)]


def finish_building(table: Table) -> list[Event]:
    """Everyone finishes; returns what happened."""
    events: list[Event] = []
    while table.phase == "building" and table.actor != CHANCE:
        events += table.do(f"{table.actor} finish-building")
    return events


# The set-up


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_1_two_players_play_against_the_trust(preset: str) -> None:
    """Its region is drawn, and it takes a plant."""
    table = opening(preset=preset, seats=2, order=(0, 1))
    phases = set()
    while table.actor == CHANCE:
        phases.add(table.phase)
        table.act(table.game.legal(table.state)[0])
    assert phases == {"regions", "opening-market", "trust-region"}
    assert (table.phase, table.state.round) == ("auction", 1)
    table.do("0 offer 3 50")
    table.deal()
    assert len(table.trust_plants()) == 1


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_2_the_trust_has_no_seat_and_no_money(preset: str) -> None:
    """Two seats act, are paid and are ordered."""
    table = opening(preset=preset, seats=2)
    table.deal()
    state = table.state
    assert len(state.money) == len(state.plants) == len(state.order) == 2
    assert sorted(state.order) == [0, 1]


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_3_one_of_the_areas_in_play_is_drawn_by_lot(preset: str) -> None:
    """Any of the three gets a house on the first space of each of its seven cities."""
    regions = REGIONS[preset]
    for region in regions:
        table = opening(preset=preset, seats=2, order=(0, 1), regions=regions)
        while table.phase != "trust-region":
            table.act(table.game.legal(table.state)[0])
        assert table.legal() == [
            f"chance trust-region {table.notation.regions[each]}"
            for each in members(table.state.grid.area.regions)
        ]
        events = only(table.do(f"chance trust-region {region}"), TrustBuilt)
        cities = region_cities(table, region)
        assert len(cities) == 7
        assert [(each.seat, each.space) for each in events] == [(NONE, 0)] * 7
        assert [table.notation.cities[each.city] for each in events] == cities
        houses = {city: table.houses(city) for city in table.notation.cities}
        assert {city for city, owners in houses.items() if owners} == set(cities)
        assert all(houses[city] == [TRUST] for city in cities)
        assert table.state.trust.n_houses == 0
        assert (table.phase, table.state.round) == ("auction", 1)


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_3_an_area_out_of_play_is_not_drawn(preset: str) -> None:
    """An area out of play or a name that is no area cannot be drawn."""
    table = opening(preset=preset, seats=2, order=(0, 1), regions=REGIONS[preset])
    while table.phase != "trust-region":
        table.act(table.game.legal(table.state)[0])
    refusal = table.refused("chance trust-region " + ("east" if preset == "europe" else "west"))
    assert (refusal.clause, refusal.code) == ("d12.2", "impossible_outcome")


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_3_the_first_space_is_taken(preset: str) -> None:
    """No one enters in step 1; from step 2 on a house there costs 15, and in step 3 still 15."""
    region = REGIONS[preset][0]
    for step in (1, 2, 3):
        built = against_trust(preset, regions=REGIONS[preset]).trust_region(region).step(step)
        table = built.market(*HIGH).at("building")
        for city in region_cities(table, region):
            if step == 1:
                refusal = table.refused(f"1 connect {city}")
                numbers = {"city": table.notation.cities.index(city), "houses": 1, "step": 1}
                assert facts(refusal) == ("d6.5", "no_open_space", numbers)
            else:
                table.do(f"1 connect {city}")
                assert (table.money(1), table.houses(city)) == (50 - 15, [TRUST, 1])
                table.do("1 take-back")
        assert len([line for line in table.legal() if "connect" in line]) == (
            14 if step == 1 else 21
        )


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_3_no_house_of_the_trust_follows_the_players(preset: str) -> None:
    """Its seven houses are all it has."""
    table = against_trust(preset).market(*HIGH).at("building")
    city = next(line.split()[2] for line in table.legal() if "connect" in line)
    assert only(table.do(f"1 connect {city}"), TrustBuilt) == []
    assert table.houses(city) == [1]


# Plants


@pytest.mark.parametrize("preset", DELUXE)
@pytest.mark.parametrize(
    ("owned", "row", "scrapped"),
    [
        pytest.param((), (16,), None, id="none-yet"),
        pytest.param((30, 31), (30, 31, 16), None, id="two"),
        pytest.param((10, 30, 31), (30, 31, 16), 10, id="oldest-is-smallest"),
        pytest.param((31, 30, 10), (30, 10, 16), 31, id="oldest-is-largest"),
        pytest.param((30, 10, 31), (10, 31, 16), 30, id="oldest-is-in-between"),
        pytest.param((40, 42, 50), (42, 50, 16), 40, id="all-are-larger"),
    ],
)
def test_d10_4_the_trust_takes_the_largest_current_plant_and_its_oldest_goes(
    preset: str, owned: tuple[int, ...], row: tuple[int, ...], scrapped: int | None
) -> None:
    """Always, however small it is beside those it has; the oldest leaves the game."""
    built = against_trust(preset).market(*MARKET).trust(*owned).stack(top=[22])
    table = built.at("auction")
    assert took(table, table.do("0 pass")) == [(16, scrapped)]
    assert table.trust_plants() == list(row)
    assert (scrapped in table.gone()) == (scrapped is not None)
    table.reveal(22)
    assert table.market() == [11, 12, 14, 17, 18, 19, 20, 22]
    assert table.actor == 1


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_4_plants_go_in_the_order_in_which_they_came(preset: str) -> None:
    """Five rounds: the fourth plant pushes out the first, the fifth the second."""
    built = against_trust(preset).market(11, 12, 14, 40, 42, 44, 46, 50)
    table = built.stack(top=[20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]).at("auction")
    came: list[Card] = []
    gone: list[Card] = []
    while len(came) < 5:
        if table.actor == CHANCE:
            (events,) = (table.deal(),)
        else:
            idle = [line for line in table.legal() if "pass" in line or "finish" in line]
            events = table.do(idle[0] if idle else table.legal()[0])
        for plant, scrapped in took(table, events):
            assert plant is not None
            came.append(plant)
            if scrapped is not None:
                gone.append(scrapped)
            assert table.trust_plants() == came[-3:]
    assert gone == came[:2]
    assert came[0] == 40
    assert came != sorted(came)


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_4_in_step_3_the_largest_of_six(preset: str) -> None:
    """All of them are current."""
    built = against_trust(preset).step(3).market(20, 21, 22, 23, 24, 50).stack(top=[30])
    table = built.at("auction")
    assert took(table, table.do("0 pass")) == [(50, None)]


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_4_in_round_1_after_the_first_sale(preset: str) -> None:
    """No one may pass then."""
    built = against_trust(preset).round(1).market(*MARKET).stack(top=[22, 23])
    table = built.at("auction")
    table.do("0 offer 11 50")
    assert took(table, table.reveal(22)) == [(17, None)]


# Fuel


def trust_buys(plants: tuple[int, ...], **tokens: int) -> Table:
    """No one but the Trust buys fuel."""
    table = against_trust().trust(*plants).tokens(**tokens).at("resources")
    taken = [event.amounts for event in only(table.began, TrustTookFuel)]
    assert taken == ([table.state.trust.fuel] if sum(table.state.trust.fuel) else [])
    for kind, name in enumerate(table.notation.kinds):
        if name in tokens:
            assert table.state.tokens[kind] == tokens[name] - table.state.trust.fuel[kind]
    return table


@pytest.mark.parametrize(
    ("plants", "taken"),
    [
        ((4, 34, 38), [2, 3, 3, 0]),
        ((13, 11, 37), [0, 0, 0, 3]),
        ((20, 33), [6, 0, 0, 0]),
        ((24, 28, 36), [0, 0, 0, 0]),
    ],
)
def test_d10_5_one_run_of_fuel_for_each_plant(plants: tuple[int, ...], taken: list[int]) -> None:
    """The Trust takes one run of fuel for each plant from the opening market."""
    assert trust_buys(plants).state.trust.fuel == taken


@pytest.mark.parametrize("preset", DELUXE)
@pytest.mark.parametrize("plants", [(35, 39), (39, 35)])
def test_d10_5_plants_of_one_kind_come_before_hybrids(preset: str, plants: tuple[int, ...]) -> None:
    """However old: the gas plant takes the last two gas, and the hybrid is left with oil."""
    table = against_trust(preset).trust(*plants).tokens(gas=2, oil=2).at("resources")
    assert table.trust_fuel() == {"gas": 2, "oil": 2}
    table = against_trust(preset).trust(*plants).tokens(gas=3, oil=0).at("resources")
    assert table.trust_fuel() == {"gas": 3}


@pytest.mark.parametrize(
    ("plants", "gas", "oil", "taken"),
    [
        pytest.param((22,), 18, 16, (3, 0), id="3-3-3-against-3-3-4"),
        pytest.param((22,), 17, 16, (2, 1), id="3-3-4-against-3-3-4"),
        pytest.param((22,), 15, 16, (1, 2), id="4-4-4-against-3-3-4"),
        pytest.param((22,), 15, 17, (0, 3), id="4-4-4-against-2-3-3"),
        pytest.param((22,), 16, 12, (3, 0), id="3-4-4-against-5-5-6"),
        pytest.param((22,), 1, 1, (1, 1), id="too-few"),
        pytest.param((22,), 0, 2, (0, 2), id="no-gas"),
        pytest.param((22,), 5, 0, (3, 0), id="no-oil"),
        pytest.param((22,), 1, 20, (0, 3), id="8-against-1-1-2"),
        pytest.param((22, 35), 17, 16, (3, 2), id="two-hybrids"),
        pytest.param((35, 22), 17, 16, (3, 2), id="two-hybrids-the-other-way"),
        pytest.param((35, 16), 17, 16, (2, 2), id="after-a-gas-plant"),
        pytest.param((35, 10), 15, 16, (2, 2), id="after-an-oil-plant"),
    ],
)
def test_d10_5_a_hybrid_takes_each_token_from_the_cheaper_kind(
    plants: tuple[int, ...], gas: int, oil: int, taken: tuple[int, int]
) -> None:
    """Token by token, after what the Trust already took; gas if both cost the same."""
    table = trust_buys(plants, gas=gas, oil=oil)
    assert tuple(table.state.trust.fuel[1:3]) == taken


# No triggers


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_7_its_houses_start_no_step(preset: str) -> None:
    """Seven of them, and six of a seat: step 2 takes seven of one seat."""
    table = against_trust(preset).n_cities(0, 6).market(*MARKET).at("building")
    events = finish_building(table)
    assert only(events, StepBegan) == []
    assert (table.state.step, table.market()[0]) == (1, 11)
    table = against_trust(preset).n_cities(0, 7).market(*MARKET).at("building")
    assert [event.step for event in only(finish_building(table), StepBegan)] == [2]


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_7_its_houses_do_not_end_the_game(preset: str) -> None:
    """Seventeen of a seat and its seven are no eighteen."""
    for n_cities, is_over in ((17, False), (18, True)):
        built = against_trust(preset).step(2).n_cities(0, n_cities).market(*HIGH)
        table = built.at("building")
        finish_building(table)
        assert (table.phase == "over") == is_over


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_7_its_houses_do_not_count_for_the_minimum_rule(preset: str) -> None:
    """Plants 3 to 7 stay on the market beside seven houses of the Trust."""
    built = against_trust(preset).market(3, 4, 5, 6, 7, 21, 22, 23).at("building")
    line = next(line for line in built.legal() if "connect" in line)
    assert only(built.do(line), CardLeft) == []
    assert built.market() == [3, 4, 5, 6, 7, 21, 22, 23]
    assert built.actor == 1


# Without the Trust


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_9_plain_two_players_play_without_the_trust(preset: str) -> None:
    """No region is drawn for it, and it takes no plant and no fuel."""
    table = opening(preset=preset, seats=2, order=(0, 1), house_rules=PLAIN)
    phases = set()
    while table.actor == CHANCE:
        phases.add(table.phase)
        table.act(table.game.legal(table.state)[0])
    assert phases == {"regions", "opening-market"}
    assert not any(table.houses(city) for city in table.notation.cities)
    built = scenario(preset=preset, seats=2, house_rules=PLAIN).market(*MARKET)
    table = built.at("auction")
    assert took(table, table.do("0 pass")) == []
    assert table.actor == 1
    assert table.market() == list(MARKET)


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_9_plain_plant_limit_is_four(preset: str) -> None:
    """The fifth plant pushes one out."""
    built = scenario(preset=preset, seats=2, house_rules=PLAIN).market(*MARKET)
    table = built.owns(0, 3, 4, 5).owns(1, 6, 7, 8, 9).stack(top=[22, 23]).at("auction")
    table.do("0 offer 12 50")
    table.reveal(22)
    assert table.plants(0) == [3, 4, 5, 12]
    table.do("1 offer 14 14")
    assert [line.split()[:2] for line in table.legal()] == [["1", "scrap"]] * 4


@pytest.mark.parametrize("preset", DELUXE)
@pytest.mark.parametrize(("step", "threshold"), [(1, 10), (2, 21)])
def test_d10_9_plain_step_2_at_10_and_end_at_21(preset: str, step: int, threshold: int) -> None:
    """One city fewer changes nothing."""
    for n_cities, is_reached in ((threshold - 1, False), (threshold, True)):
        built = scenario(preset=preset, seats=2, house_rules=PLAIN).step(step)
        table = built.n_cities(0, n_cities).market(*HIGH).at("building")
        events = [*table.began, *finish_building(table)]
        if step == 1:
            assert bool(only(events, StepBegan)) == is_reached
        else:
            assert (table.phase == "over") == is_reached


# The contractor


@pytest.mark.parametrize("preset", DELUXE)
def test_d10_8_the_trust_scraps_for_nothing(preset: str) -> None:
    """A seat counts as the first to scrap, although the Trust pushed out plants of its own."""
    built = against_trust(preset, contractor=True).contractor(3).market(*MARKET)
    table = built.trust(40, 3, 30).owns(0, 4, 5, 6).owns(1, 7, 8, 9).stack(top=[22, 23, 24])
    played = table.at("auction")
    played.do("0 offer 11 50", "0 scrap 4")
    assert played.money(0) == 20
    assert took(played, played.reveal(22)) == [(17, 40)]
    played.reveal(23)
    played.do("1 offer 12 12", "1 scrap 7")
    assert played.money(1) == 50 - 12 + 10
    played.deal()
    assert played.state.contractor == 4
