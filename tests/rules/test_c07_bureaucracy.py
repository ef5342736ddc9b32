"""Clauses c7: bureaucracy."""

from itertools import combinations
from typing import Final

import pytest

from gridwright.engine.errors import IllegalAction
from gridwright.engine.events import CardWentUnder, CitiesSupplied, MarketRefilled
from gridwright.engine.ids import CHANCE
from gridwright.engine.offers import MayRun
from tests.kit import STEP_3, Scenario, Table, only, scenario

PRESETS: Final = ("original", "recharged", "reference")
MARKET: Final = (37, 39, 40, 42, 44, 50)
"""Plants for any step that no network in these tests makes obsolete."""

PUBLISHED: Final = [
    *(10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145),
    *(148, 150, 150),
]
REFERENCE: Final = [
    *(10, 10, 11, 13, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 60, 60),
]
INCOME: Final = {"original": PUBLISHED, "recharged": PUBLISHED, "reference": REFERENCE}

REFILL: Final = {
    (2, 1): ([3, 2, 1, 1], [3, 2, 1, 1]),
    (2, 2): ([4, 2, 2, 1], [4, 2, 2, 1]),
    (2, 3): ([3, 4, 3, 1], [3, 4, 3, 1]),
    (3, 1): ([4, 2, 1, 1], [4, 2, 1, 1]),
    (3, 2): ([5, 3, 2, 1], [5, 3, 2, 2]),
    (3, 3): ([3, 4, 3, 1], [4, 5, 3, 2]),
    (4, 1): ([5, 3, 2, 1], [5, 3, 2, 1]),
    (4, 2): ([6, 4, 3, 2], [6, 4, 3, 2]),
    (4, 3): ([4, 5, 4, 2], [5, 6, 4, 2]),
    (5, 1): ([5, 4, 3, 2], [5, 4, 3, 2]),
    (5, 2): ([7, 5, 3, 3], [7, 5, 4, 3]),
    (5, 3): ([5, 6, 5, 2], [6, 7, 5, 3]),
    (6, 1): ([7, 5, 3, 2], [7, 5, 3, 2]),
    (6, 2): ([9, 6, 5, 3], [9, 6, 5, 3]),
    (6, 3): ([6, 7, 6, 3], [7, 9, 6, 4]),
}
"""By seats and step: coal, oil, garbage and uranium as printed, and in ``reference``."""


def facts(refusal: IllegalAction) -> tuple[str, str, dict[str, int]]:
    return refusal.clause, refusal.code, refusal.numbers


def runner(preset: str = "original", seats: int = 3) -> Scenario:
    """Seat 0 is first in order and has three cities."""
    return scenario(preset=preset, seats=seats).n_cities(0, 3).market(*MARKET)


def run(table: Table, line: str) -> CitiesSupplied:
    """Let a seat run plants; its money must rise by the income of the event."""
    seat = table.actor
    money = table.money(seat)
    (event, *_later) = only(table.do(f"{seat} run {line}"), CitiesSupplied)
    assert event.seat == seat
    assert table.money(seat) - money == event.income
    return event


def runs(table: Table) -> list[str]:
    """What the actor may run, without its number and verb."""
    return [line.split(maxsplit=2)[2] for line in table.legal()]


@pytest.mark.parametrize("preset", PRESETS)
def test_c7_1_a_seat_chooses_which_plants_run_and_what_hybrids_burn(preset: str) -> None:
    """Any set for which there is fuel, with any mix for the hybrid; in order, first to last."""
    built = runner(preset).order(1, 0, 2).owns(1, 4, 5, 13).fuel(1, coal=3, oil=2).owns(0, 18)
    table = built.at("bureaucracy")
    assert table.actor == 1
    assert runs(table) == [
        *("nothing", "4", "5", "5 1", "5 2", "4+5", "4+5 1"),
        *("13", "4+13", "5+13", "5+13 1", "5+13 2", "4+5+13", "4+5+13 1"),
    ]
    event = run(table, "5+13 1")
    assert event.burned == [1, 1, 0, 0]
    assert table.fuel(1) == {"coal": 2, "oil": 1}
    assert table.actor == 0


def test_c7_1_only_own_plants_run() -> None:
    """A plant of somebody else, or one on the market, does not."""
    table = runner().owns(0, 13).owns(1, 18).at("bureaucracy")
    assert facts(table.refused("0 run 18")) == ("c7.1", "cannot_run", {})
    assert facts(table.refused("0 run 13+37")) == ("c7.1", "cannot_run", {})


@pytest.mark.parametrize("preset", PRESETS)
def test_c7_2_a_plant_burns_exactly_its_need(preset: str) -> None:
    """Plant 8 burns three coal, however much it holds."""
    table = runner(preset).owns(0, 8).fuel(0, coal=5).owns(1, 13).at("bureaucracy")
    assert run(table, "8").burned == [3, 0, 0, 0]
    assert table.fuel(0) == {"coal": 2}


@pytest.mark.parametrize("preset", PRESETS)
def test_c7_2_a_plant_needs_all_its_fuel(preset: str) -> None:
    """With one token too few it cannot run at all."""
    table = runner(preset).owns(0, 8, 13).fuel(0, coal=2).at("bureaucracy")
    assert runs(table) == ["nothing", "13"]
    assert facts(table.refused("0 run 8")) == ("c7.2", "not_enough_fuel", {"tokens": 2})
    assert facts(table.refused("0 run 8+13")) == ("c7.2", "not_enough_fuel", {"tokens": 2})


def test_c7_2_one_token_burns_once() -> None:
    """Two coal plants need the fuel of both."""
    table = runner().owns(0, 4, 10).fuel(0, coal=3).at("bureaucracy")
    assert runs(table) == ["nothing", "4", "10"]
    assert facts(table.refused("0 run 4+10")) == ("c7.2", "not_enough_fuel", {"tokens": 3})


@pytest.mark.parametrize("preset", PRESETS)
def test_c7_2_fuel_burns_where_it_lies(preset: str) -> None:
    """Four oil fill plant 5, so no coal lies there; with three oil one coal can."""
    full = runner(preset).owns(0, 4, 5).fuel(0, coal=4, oil=4).at("bureaucracy")
    assert runs(full) == ["nothing", "4", "5", "4+5"]
    numbers = {"first": 1, "least": 0, "most": 0}
    assert facts(full.refused("0 run 5 1")) == ("c7.2", "wrong_fuel_mix", numbers)
    loose = runner(preset).owns(0, 4, 5).fuel(0, coal=4, oil=3).at("bureaucracy")
    assert runs(loose) == ["nothing", "4", "5", "5 1", "4+5", "4+5 1"]
    numbers = {"first": 2, "least": 0, "most": 1}
    assert facts(loose.refused("0 run 5 2")) == ("c7.2", "wrong_fuel_mix", numbers)


def test_c7_2_all_plants_run_at_once() -> None:
    """Four coal would be enough for plants 4 and 5 by number, but oil lies on plant 5.

    That oil could not burn first to make room: nothing is moved while plants run.
    """
    table = runner().owns(0, 4, 5).fuel(0, coal=4, oil=3).at("bureaucracy")
    numbers = {"first": 2, "least": 0, "most": 1}
    assert facts(table.refused("0 run 4+5 2")) == ("c7.2", "wrong_fuel_mix", numbers)
    table = runner().owns(0, 4, 5).fuel(0, coal=4, oil=2).at("bureaucracy")
    assert run(table, "4+5 2").burned == [4, 0, 0, 0]


def test_c7_2_a_hybrid_has_too_little_of_one_kind() -> None:
    """With one oil at least one coal burns."""
    table = runner().owns(0, 4, 5).fuel(0, coal=7, oil=1).at("bureaucracy")
    assert runs(table) == ["nothing", "4", "5 1", "5 2", "4+5 1", "4+5 2"]
    numbers = {"first": 0, "least": 1, "most": 2}
    assert facts(table.refused("0 run 5")) == ("c7.2", "wrong_fuel_mix", numbers)


def test_c7_2_plants_without_hybrids_have_no_mix() -> None:
    """A mix for nothing is refused."""
    table = runner().owns(0, 4).fuel(0, coal=2).at("bureaucracy")
    numbers = {"first": 1, "least": 0, "most": 0}
    assert facts(table.refused("0 run 4 1")) == ("c7.2", "wrong_fuel_mix", numbers)


@pytest.mark.parametrize("n_cities", range(22))
@pytest.mark.parametrize("preset", PRESETS)
def test_c7_3_income_for_the_cities_supplied(preset: str, n_cities: int) -> None:
    """Plants 36, 38 and 46 supply 21 cities; a seat is paid for those it has."""
    table = (
        scenario(preset=preset, seats=6)
        .n_cities(0, n_cities)
        .owns(0, 36, 38, 46)
        .fuel(0, coal=3, garbage=3, oil=3)
        .owns(1, 13)
        .market(*MARKET)
        .at("bureaucracy")
    )
    event = run(table, "36+38+46")
    assert (event.n_cities, event.income) == (n_cities, INCOME[preset][n_cities])
    assert table.money(0) == 50 + INCOME[preset][n_cities]


@pytest.mark.parametrize("preset", PRESETS)
def test_c7_3_income_for_more_than_twenty_cities(preset: str) -> None:
    """Beyond the table the last figure is paid."""
    rules = scenario(preset=preset).game.rules
    assert [rules.payment(n_cities) for n_cities in (20, 21, 22, 42)] == [INCOME[preset][-1]] * 4


@pytest.mark.parametrize("preset", PRESETS)
def test_c7_3_income_is_for_what_the_running_plants_supply(preset: str) -> None:
    """The sum over running plants, at most the seat's cities; the offer names it for each set."""
    outputs = {13: 1, 18: 2, 22: 2}
    table = runner(preset).owns(0, *outputs).at("bureaucracy")
    (offer,) = table.offers()
    assert isinstance(offer, MayRun)
    expected = [
        INCOME[preset][min(3, sum(outputs[plant] for plant in plants))]
        for plants in [(), (13,), (18,), (13, 18), (22,), (13, 22), (18, 22), (13, 18, 22)]
    ]
    assert offer.incomes() == expected
    event = run(table, "13+22")
    assert (event.n_cities, event.income) == (3, INCOME[preset][3])


@pytest.mark.parametrize("preset", PRESETS)
def test_c7_4_a_seat_may_run_fewer_plants_than_it_could(preset: str) -> None:
    """Or none: it is then paid for no city and keeps its fuel."""
    built = runner(preset).owns(0, 8, 13).fuel(0, coal=3).owns(1, 18)
    table = built.at("bureaucracy")
    event = run(table, "nothing")
    assert (event.n_cities, event.income, table.fuel(0)) == (0, 10, {"coal": 3})
    table = built.at("bureaucracy")
    event = run(table, "13")
    assert (event.n_cities, event.income) == (1, INCOME[preset][1])
    assert table.fuel(0) == {"coal": 3}


@pytest.mark.parametrize("preset", PRESETS)
def test_c7_5_burned_fuel_goes_to_the_supply(preset: str) -> None:
    """Not to the market."""
    built = runner(preset).owns(0, 8, 11).fuel(0, coal=6, uranium=1).owns(1, 13)
    table = built.tokens(coal=10).at("bureaucracy")
    tokens = table.tokens()
    supply = table.supply()
    run(table, "8+11")
    assert table.actor == 1
    assert table.tokens() == tokens
    assert table.supply() == {
        **supply,
        "coal": supply["coal"] + 3,
        "uranium": supply["uranium"] + 1,
    }


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("seats", "step"), REFILL)
def test_c7_6_refill_by_seats_and_step(preset: str, seats: int, step: int) -> None:
    """The table for the number of seats and the step in force."""
    built = scenario(preset=preset, seats=seats).step(step).market(*MARKET)
    table = built.tokens(coal=0, oil=0, garbage=0, uranium=0).at("bureaucracy")
    row = REFILL[seats, step][1 if preset == "reference" else 0]
    assert [event.amounts for event in only(table.began, MarketRefilled)] == [row]
    assert table.state.tokens == row
    assert table.state.supply == [24 - row[0], 24 - row[1], 24 - row[2], 12 - row[3]]


@pytest.mark.parametrize("preset", PRESETS)
def test_c7_6_refill_fills_from_the_dearest_free_space_down(preset: str) -> None:
    """Four coal lie on 8, 8, 8 and 7; one more uranium beside the one on 16 lies on 14."""
    built = scenario(preset=preset, seats=3).market(*MARKET)
    table = built.tokens(coal=0, uranium=1).at("bureaucracy")
    ladders = table.game.rules.market.ladders
    prices = [ladders[kind].next_price(table.state.tokens[kind], 0) for kind in (0, 3)]
    assert prices == [7, 14]


@pytest.mark.parametrize("preset", PRESETS)
def test_c7_6_a_short_supply_gives_what_there_is(preset: str) -> None:
    """Of five coal two are left, of uranium none; oil comes in full."""
    built = scenario(preset=preset, seats=4).market(*MARKET)
    built.owns(0, 20, 31, 36).fuel(0, coal=18).tokens(coal=4, oil=20, uranium=12)
    table = built.at("bureaucracy")
    run(table, "nothing")
    assert table.state.tokens[:2] == [6, 23]
    assert table.tokens()["uranium"] == 12
    assert table.supply().get("coal", 0) == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_c7_6_what_burned_in_this_round_is_refilled_already(preset: str) -> None:
    """All plants run first: the supply was empty before."""
    built = scenario(preset=preset, seats=4).market(*MARKET)
    built.owns(0, 20, 31, 36).fuel(0, coal=18).tokens(coal=6)
    table = built.at("bureaucracy")
    assert "coal" not in table.supply()
    run(table, "20+31")
    assert (table.tokens()["coal"], table.supply()["coal"]) == (6 + 5, 1)


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("preset", PRESETS)
def test_c7_7_the_largest_plant_goes_under_the_stack(preset: str, step: int) -> None:
    """It lies below the Step 3 card, and one card is drawn."""
    built = scenario(preset=preset, seats=3).step(step).stack(top=[20])
    table = built.market(11, 12, 13, 14, 16, 17, 30, 40).at("bureaucracy")
    assert [table.notation.cards[each.card] for each in only(table.began, CardWentUnder)] == ["40"]
    assert table.market() == [11, 12, 13, 14, 16, 17, 30]
    assert table.layers()[-2:] == [[STEP_3], [40]]
    assert table.actor == CHANCE
    table.reveal(20)
    assert table.market() == [11, 12, 13, 14, 16, 17, 20, 30]
    assert 40 not in table.gone()
    assert (table.phase, table.state.round) == ("auction", 3)


@pytest.mark.parametrize("step", [1, 2])
def test_c7_7_the_card_drawn_instead_may_be_larger(step: int) -> None:
    """Only one plant goes, whatever comes."""
    table = scenario(seats=3).step(step).market(11, 12, 13, 14, 16, 17, 30, 40).at("bureaucracy")
    table.reveal(50)
    assert table.market() == [11, 12, 13, 14, 16, 17, 30, 50]


@pytest.mark.parametrize("preset", PRESETS)
def test_c7_8_in_step_3_the_smallest_plant_leaves(preset: str) -> None:
    """One card is drawn for it, and nothing goes under the stack."""
    built = scenario(preset=preset, seats=3).step(3).market(16, 17, 19, 20, 30, 40)
    table = built.stack(top=[46]).at("bureaucracy")
    assert table.market() == [17, 19, 20, 30, 40]
    assert 16 in table.gone()
    assert only(table.began, CardWentUnder) == []
    table.reveal(46)
    assert table.market() == [17, 19, 20, 30, 40, 46]
    assert (table.phase, table.state.round) == ("auction", 3)


@pytest.mark.parametrize("preset", PRESETS)
def test_c7_8_also_in_the_round_in_which_step_3_began_in_the_auctions(preset: str) -> None:
    """The Step 3 card takes the smallest plant with it, and the bureaucracy the next one."""
    built = scenario(preset=preset, seats=3).step(2).market(16, 18, 19, 20, 30, 31, 32, 40)
    table = built.stack(top=[STEP_3], rest=[33, 34, 35, 36, 37]).at("auction")
    table.do("0 offer 18 18", "1 drop", "2 drop")
    table.reveal(STEP_3)
    table.shuffle()
    table.do("1 pass", "2 pass")
    if preset == "recharged":  # The plant under the discount token leaves as well (c3.20).
        table.reveal(33)
    before = table.market()
    assert before == {"recharged": [20, 30, 31, 32, 33, 40]}.get(preset, [19, 20, 30, 31, 32, 40])
    while table.phase == "building":
        assert table.state.step == 3
        table.do(f"{table.actor} finish-building")
    table.do("0 run nothing")
    assert before[0] in table.gone()
    assert table.market() == before[1:]
    table.reveal(34)
    assert table.market() == sorted([*before[1:], 34], key=str)
    assert (table.phase, table.state.round) == ("auction", 3)


@pytest.mark.parametrize("preset", PRESETS)
def test_c7_9_a_seat_that_could_not_run_a_plant_is_not_asked(preset: str) -> None:
    """Without plants, without fuel, or with too little: it is paid for no city."""
    table = (
        scenario(preset=preset, seats=4)
        .n_cities(0, 2)
        .n_cities(1, 2)
        .n_cities(2, 2)
        .owns(1, 4)
        .owns(2, 12)
        .fuel(2, coal=1)
        .owns(3, 13)
        .market(*MARKET)
        .at("bureaucracy")
    )
    assert table.actor == 3
    events = only(table.began, CitiesSupplied)
    assert [(each.seat, each.plants, each.n_cities, each.income) for each in events] == [
        *((0, 0, 0, 10), (1, 0, 0, 10), (2, 0, 0, 10)),
    ]
    assert [table.money(seat) for seat in range(4)] == [60, 60, 60, 50]
    assert table.fuel(2) == {"coal": 1}


def test_c7_9_every_pair_of_fuel_for_a_hybrid_is_enough() -> None:
    """Plant 5 runs on any two tokens, so its owner is asked."""
    for coal, oil in combinations(range(3), 2):
        table = runner().owns(0, 5).fuel(0, coal=coal, oil=oil).at("bureaucracy")
        assert (table.actor == 0) == (coal + oil >= 2)
