"""Clauses c10: fuel, houses and place of the Trust."""

from typing import Any, Final

import pytest

from gridwright.engine.ids import TRUST
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.fuel import MarketRefilled
from gridwright.engine.vocabulary.trust import (
    TrustBuilt,
    TrustBurnedFuel,
    TrustTookFuel,
    TrustTookPlant,
)
from gridwright.engine.vocabulary.turn import StepBegan
from tests.kit import Scenario, Table, only, scenario
from tests.rules.presets import DELUXE
from tests.rules.presets import TRUST as AGAINST_TRUST

BOARDS: Final = ("usa-recharged", "germany-recharged")
MARKET: Final = (11, 12, 14, 16, 17, 18, 19, 20)


def against_trust(preset: str = "recharged", **options: Any) -> Scenario:
    """Seats 0 and 1, in that order, and the Trust."""
    return scenario(preset=preset, seats=2, **options)


def fuel(events: list[Event]) -> list[list[int]]:
    return [event.amounts for event in only(events, TrustTookFuel)]


def trust_buys(plants: tuple[int, ...], **tokens: int) -> Table:
    """No one but the Trust buys fuel."""
    return against_trust().trust(*plants).tokens(**tokens).at("resources")


@pytest.mark.parametrize(
    ("plants", "tokens", "taken"),
    [
        ((4, 7, 14), {"coal": 24, "oil": 18, "garbage": 9}, [2, 3, 2, 0]),
        ((11, 13, 17), {"uranium": 2}, [0, 0, 0, 2]),
        ((5,), {"coal": 24, "oil": 18}, [1, 1, 0, 0]),
        ((46,), {"coal": 24, "oil": 18}, [2, 1, 0, 0]),
        ((5, 12), {"coal": 24, "oil": 18}, [2, 2, 0, 0]),
        ((29, 46), {"coal": 24, "oil": 18}, [3, 1, 0, 0]),
    ],
)
def test_c10_5_one_run_of_fuel_for_each_plant(
    plants: tuple[int, ...], tokens: dict[str, int], taken: list[int]
) -> None:
    """Hybrids by turns, each beginning with coal."""
    table = trust_buys(plants, **tokens)
    assert fuel(table.began) == [taken]
    assert table.state.trust.fuel == taken
    for kind, name in enumerate(table.notation.kinds):
        if name in tokens:
            assert table.state.tokens[kind] == tokens[name] - taken[kind]


@pytest.mark.parametrize(
    ("coal", "oil", "taken"),
    [
        (1, 5, [1, 2]),
        (0, 5, [0, 3]),
        (5, 0, [3, 0]),
        (1, 1, [1, 1]),
        (0, 2, [0, 2]),
        (2, 1, [2, 1]),
    ],
)
def test_c10_5_a_hybrid_takes_the_other_kind_where_one_is_missing(
    coal: int, oil: int, taken: list[int]
) -> None:
    """Plant 46 burns three."""
    table = trust_buys((46,), coal=coal, oil=oil)
    assert table.state.trust.fuel[:2] == taken


def test_c10_5_plants_take_in_ascending_order() -> None:
    """Plant 5 takes one of the two coal before plant 8 takes the rest."""
    table = trust_buys((5, 8), coal=2, oil=18)
    assert table.state.trust.fuel == [2, 1, 0, 0]


@pytest.mark.clause("d10.5")
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_5_the_trust_takes_what_there_is(preset: str) -> None:
    """Two of the three coal that its plant burns, and nothing from the supply."""
    plants, total = ((9, 13), 27) if preset in DELUXE else ((8, 11), 24)
    built = against_trust(preset).trust(*plants)
    table = built.tokens(coal=2, uranium=0).at("resources")
    assert table.state.trust.fuel == [2, 0, 0, 0]
    assert table.supply()["coal"] == total - 2
    table = built.tokens(coal=0, uranium=0).at("resources")
    assert fuel(table.began) == []
    assert table.supply()["coal"] == total


@pytest.mark.clause("d10.5")
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_5_the_trust_takes_fuel_between_the_last_and_the_first_player(preset: str) -> None:
    """The last player may buy it off, the first player finds what is left."""
    trust, one, other, price = (13, 21, 32, 9) if preset in DELUXE else (11, 17, 23, 14)
    built = against_trust(preset).trust(trust).owns(1, one).owns(0, other)
    table = built.tokens(uranium=2).at("resources")
    assert fuel(table.began) == []
    assert fuel(table.do("1 buy uranium 1")) == []
    assert fuel(table.do("1 finish-buying")) == [[0, 0, 0, 1]]
    assert "uranium" not in table.tokens()
    assert table.phase == "building"
    assert [table.money(seat) for seat in (0, 1)] == [50, 50 - price]


@pytest.mark.clause("d10.5")
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_5_the_trust_takes_fuel_also_if_no_seat_can_buy(preset: str) -> None:
    """Players without plants are passed over, the Trust is not."""
    table = against_trust(preset).trust(4).at("resources")
    assert fuel(table.began) == [[2, 0, 0, 0]]
    assert table.phase == "building"


@pytest.mark.parametrize("board", BOARDS)
def test_c10_6_a_house_of_the_trust_follows_into_an_empty_city(board: str) -> None:
    """The house of the Trust takes the second space, at no one's cost."""
    table = scenario(board=board, seats=2).market(*MARKET).at("building")
    city = table.legal()[0].split()[2]
    (event,) = only(table.do(f"1 connect {city}"), TrustBuilt)
    assert (event.seat, table.notation.cities[event.city], event.space) == (1, city, 1)
    assert table.houses(city) == [1, TRUST]
    assert (table.state.trust.n_houses, table.money(1)) == (15, 40)


@pytest.mark.parametrize(("step", "house"), [(2, 15), (3, 15)])
def test_c10_6_no_house_follows_into_a_city_with_a_house(step: int, house: int) -> None:
    """A house of the Trust or of the other player keeps the Trust from following."""
    built = against_trust().step(step).trust(cities=["dallas"]).cities(0, "houston")
    table = built.market(16, 17, 18, 19, 20, 22).money(1, 200).at("building")
    assert only(table.do("1 connect dallas"), TrustBuilt) == []
    assert table.houses("dallas") == [TRUST, 1]
    assert only(table.do("1 connect houston"), TrustBuilt) == []
    assert table.houses("houston") == [0, 1]
    assert table.money(1) == 200 - house - house - 5
    assert table.state.trust.n_houses == 15


def test_c10_6_the_followed_city_is_full_until_step_3() -> None:
    """Its third space is open to the other player in step 3 only."""
    for step, n_houses in ((1, 2), (2, 2)):
        built = against_trust().step(step).market(*MARKET).money(0, 100)
        table = built.at("building")
        city = table.legal()[0].split()[2]
        table.do(f"1 connect {city}", "1 finish-building")
        refusal = table.refused(f"0 connect {city}")
        assert refusal.numbers["houses"] == n_houses
    table = against_trust().step(3).market(16, 17, 18, 19, 20, 22).at("building")
    city = table.legal()[0].split()[2]
    table.do(f"1 connect {city}", "1 finish-building", f"0 connect {city}")
    assert table.houses(city) == [1, TRUST, 0]
    assert table.money(0) == 50 - 20


def test_c10_6_houses_follow_while_the_trust_has_some() -> None:
    """No house follows once all sixteen are placed."""
    names = against_trust(regions=("brown", "green", "yellow")).at("building").legal()
    cities = [line.split()[2] for line in names if "connect" in line]
    built = against_trust(regions=("brown", "green", "yellow")).trust(cities=cities[:15])
    table = built.money(1, 100).market(*MARKET).at("building")
    assert table.state.trust.n_houses == 1
    table.do(f"1 connect {cities[15]}")
    assert table.houses(cities[15]) == [1, TRUST]
    assert only(table.do(f"1 connect {cities[16]}"), TrustBuilt) == []
    assert table.houses(cities[16]) == [1]


@pytest.mark.clause("d10.6", "d10.8")
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_7_fuel_of_the_trust_goes_to_the_supply(preset: str) -> None:
    """The Trust's fuel goes to the supply in the bureaucracy, all of it and before the refill."""
    total = 27 if preset in DELUXE else 24
    built = against_trust(preset).market(*MARKET)
    if preset in DELUXE:
        built.trust(4, 9, coal=5, oil=1)
    else:
        built.trust(4, 8, coal=5, garbage=1)
    table = built.tokens(coal=total - 5).at("bureaucracy")
    events = only(table.began, TrustBurnedFuel)
    assert [event.amounts for event in events] == [[5, 0, 1, 0]]
    assert table.trust_fuel() == {}
    rows = {"recharged": [3, 2, 1, 1], "europe": [2, 2, 2, 1], "north-america": [2, 2, 3, 2]}
    assert [event.amounts for event in only(table.began, MarketRefilled)] == [rows[preset]]
    coal = rows[preset][0]
    assert (table.tokens()["coal"], table.supply()["coal"]) == (total - 5 + coal, 5 - coal)


def test_c10_8_houses_of_the_trust_start_no_step_and_end_nothing() -> None:
    """Sixteen of them are more than step 2 takes; only players count."""
    names = against_trust(regions=("brown", "green", "yellow")).at("building").legal()
    cities = [line.split()[2] for line in names if "connect" in line]
    built = against_trust(regions=("brown", "green", "yellow")).trust(13, cities=cities[:16])
    built.cities(0, *cities[16:]).owns(0, 22)
    table = built.market(*MARKET).at("building")
    events = []
    while table.phase == "building":
        events += table.do(f"{table.actor} finish-building")
    assert only(events, StepBegan) == []
    assert (table.phase, table.state.step) == ("bureaucracy", 1)


@pytest.mark.clause("d10.7")
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_8_the_trust_is_not_ranked(preset: str) -> None:
    """Two places for two players, independent of the Trust's supply."""
    built = against_trust(preset).step(3).n_cities(0, 18).owns(0, 13)
    if preset in DELUXE:
        built.trust(33, 38, 46, coal=6, oil=3, gas=2)
    else:
        built.trust(36, 38, 46, coal=6, garbage=3)
    table = built.market(37, 39, 40, 42, 44, 50).at("building")
    while table.phase == "building":
        table.do(f"{table.actor} finish-building")
    assert table.phase == "over"
    assert table.state.ranking == [1, 2]


@pytest.mark.parametrize(("step", "row"), [(1, [3, 2, 1, 1]), (2, [4, 2, 2, 1]), (3, [3, 4, 3, 1])])
@pytest.mark.parametrize("board", BOARDS)
def test_c10_9_the_refill_uses_the_two_seat_row(board: str, step: int, row: list[int]) -> None:
    """The refill uses the row of two seats, not that of three."""
    built = scenario(board=board, seats=2).step(step).trust(4).market(16, 17, 18, 19, 20, 22)
    table = built.tokens(coal=0, oil=0, garbage=0, uranium=0).at("bureaucracy")
    assert [event.amounts for event in only(table.began, MarketRefilled)] == [row]


@pytest.mark.clause("d10.8", "d11.1")
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_10_the_trust_is_not_the_first_to_scrap(preset: str) -> None:
    """Seat 1 is paid as the first to scrap, although the Trust gave up plant 3 before."""
    built = against_trust(preset, contractor=True).contractor(1).market(*MARKET).trust(3, 22, 30)
    table = built.owns(1, 4, 5, 6).stack(top=[31, 32]).at("auction")
    (taken,) = only(table.do("0 pass"), TrustTookPlant)
    assert table.notation.cards[taken.scrapped] == "3"
    table.reveal(31)
    table.do("1 offer 14 14", "1 scrap 4")
    assert table.money(1) == 50 - 14 + 10


@pytest.mark.clause("d10.8", "d11.2")
@pytest.mark.parametrize("preset", AGAINST_TRUST)
def test_c10_10_the_trust_earns_nothing_and_moves_no_card(preset: str) -> None:
    """The contractor card stays after a phase in which only the Trust scrapped."""
    built = against_trust(preset, contractor=True).contractor(1).market(*MARKET).trust(3, 22, 30)
    table = built.stack(top=[31, 32]).at("auction")
    table.do("0 pass")
    table.deal()
    table.do("1 pass")
    table.deal()
    assert table.phase == "building"
    assert table.state.contractor == 1
    assert table.state.money == [50, 50]
