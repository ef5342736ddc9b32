"""Clauses c7: bureaucracy."""

from itertools import combinations
from typing import Final

import pytest

from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.fuel import MarketRefilled
from gridwright.engine.vocabulary.market import CardWentUnder
from gridwright.engine.vocabulary.production import CitiesSupplied, MayRun
from tests.kit import STEP_3, Scenario, Table, facts, only, scenario
from tests.rules.presets import ALL, CLASSIC, DELUXE, TOKEN, cast

MARKET: Final = (37, 39, 40, 42, 44, 50)
"""Plants for any step that no network in these tests makes obsolete."""

PUBLISHED: Final = [
    *(10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145),
    *(148, 150, 150),
]
REFERENCE: Final = [
    *(10, 10, 11, 13, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 60, 60),
]
INCOME: Final = {preset: REFERENCE if preset == "reference" else PUBLISHED for preset in ALL}

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
"""Coal, oil, garbage and uranium by seats and step: as printed, and in ``reference``."""


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
    """Return what the actor may run, without its number and verb."""
    return [line.split(maxsplit=2)[2] for line in table.legal()]


def burned(table: Table, **tokens: int) -> list[int]:
    """Tokens by kind, as events tell them."""
    return [tokens.get(kind, 0) for kind in table.notation.kinds]


def choices(two: int, hybrid: int, wind: int) -> list[str]:
    """Two and a hybrid with three of the first and two of the second kind, and a wind plant."""
    mixes: list[tuple[list[int], list[str]]] = [
        ([], [""]),
        ([two], [""]),
        ([hybrid], ["", " 1", " 2"]),
        ([two, hybrid], ["", " 1"]),
    ]
    found = [
        ([*plants, *winds], mix) for plants, each in mixes for mix in each for winds in ([], [wind])
    ]
    # Sets of plants come in the order of their masks: the largest plant weighs most.
    found.sort(key=lambda each: (sorted(each[0], reverse=True), each[1]))
    return ["+".join(map(str, sorted(plants))) + mix or "nothing" for plants, mix in found]


@pytest.mark.clause("d7.1")
@pytest.mark.parametrize("preset", ALL)
def test_c7_1_a_seat_chooses_which_plants_run_and_what_hybrids_burn(preset: str) -> None:
    """Any set for which there is fuel, with any mix for the hybrid; in order, first to last."""
    part = cast(preset)
    two, hybrid, wind = part.two, part.hybrid, part.winds[0]
    built = runner(preset).order(1, 0, 2).owns(1, two, hybrid, wind).owns(0, part.winds[1])
    table = built.fuel(1, **{part.first: 3, part.second: 2}).at("bureaucracy")
    assert table.actor == 1
    assert runs(table) == choices(two, hybrid, wind)
    both = "+".join(map(str, sorted([hybrid, wind])))
    event = run(table, f"{both} 1")
    assert event.burned == burned(table, **{part.first: 1, part.second: 1})
    assert table.fuel(1) == {part.first: 2, part.second: 1}
    assert table.actor == 0


def test_c7_1_the_choices_in_full() -> None:
    """Expected values of the test above for the first edition."""
    assert choices(4, 5, 13) == [
        *("nothing", "4", "5", "5 1", "5 2", "4+5", "4+5 1"),
        *("13", "4+13", "5+13", "5+13 1", "5+13 2", "4+5+13", "4+5+13 1"),
    ]


@pytest.mark.clause("d7.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c7_1_only_own_plants_run(preset: str) -> None:
    """A plant of another seat, or one on the market, does not."""
    own, other, _third = cast(preset).winds
    table = runner(preset).owns(0, own).owns(1, other).at("bureaucracy")
    for plants in (f"{other}", f"{own}+37"):
        refusal = table.refused(f"0 run {plants}")
        assert facts(refusal) == (table.clause("c7.1", "d7.1"), "cannot_run", {})


@pytest.mark.clause("d7.2")
@pytest.mark.parametrize("preset", ALL)
def test_c7_2_a_plant_burns_exactly_its_need(preset: str) -> None:
    """A plant burns three, however much it holds."""
    part = cast(preset)
    built = runner(preset).owns(0, part.three).fuel(0, **{part.first: 5}).owns(1, part.winds[0])
    table = built.at("bureaucracy")
    assert run(table, f"{part.three}").burned == burned(table, **{part.first: 3})
    assert table.fuel(0) == {part.first: 2}


@pytest.mark.clause("d7.2")
@pytest.mark.parametrize("preset", ALL)
def test_c7_2_plants_without_need_run_without_fuel(preset: str) -> None:
    """Three of them run, and nothing is burned."""
    winds = cast(preset).winds
    table = runner(preset).owns(0, *winds).at("bureaucracy")
    event = run(table, "+".join(map(str, winds)))
    assert event.income == INCOME[preset][3]
    assert event.burned == burned(table)


@pytest.mark.parametrize(
    ("plant", "fuel", "n_cities"),
    [
        (3, {"oil": 2}, 1),
        (13, {}, 1),
        (23, {"uranium": 1}, 3),
        (12, {"coal": 1, "oil": 1}, 2),
        (44, {}, 5),
    ],
)
@pytest.mark.parametrize("preset", CLASSIC)
def test_c7_2_c7_3_plants_named_as_examples(
    preset: str, plant: int, fuel: dict[str, int], n_cities: int
) -> None:
    """What they burn and supply, with more cities than any of them reaches."""
    market = [card for card in MARKET if card != plant]
    built = scenario(preset=preset, seats=3).n_cities(0, 6).market(*market, 46)
    table = built.owns(0, plant).fuel(0, **fuel).at("bureaucracy")
    line = f"{plant} 1" if plant == 12 else f"{plant}"
    event = run(table, line)
    assert event.burned == burned(table, **fuel)
    assert event.income == INCOME[preset][n_cities]
    assert table.fuel(0) == {}


@pytest.mark.clause("d7.2")
@pytest.mark.parametrize("preset", ALL)
def test_c7_2_a_plant_needs_all_its_fuel(preset: str) -> None:
    """A plant with one token too few cannot run at all."""
    part = cast(preset)
    wind = part.winds[0]
    table = runner(preset).owns(0, part.three, wind).fuel(0, **{part.first: 2}).at("bureaucracy")
    assert runs(table) == ["nothing", str(wind)]
    both = "+".join(map(str, sorted([part.three, wind])))
    expected = (table.clause("c7.2", "d7.2"), "not_enough_fuel", {"tokens": 2})
    assert facts(table.refused(f"0 run {part.three}")) == expected
    assert facts(table.refused(f"0 run {both}")) == expected


@pytest.mark.clause("d7.2")
@pytest.mark.parametrize(
    ("preset", "plants", "kind"),
    [("original", (4, 10), "coal"), ("europe", (5, 16), "gas"), ("north-america", (4, 12), "coal")],
)
def test_c7_2_one_token_burns_once(preset: str, plants: tuple[int, int], kind: str) -> None:
    """Two plants need the fuel of both."""
    table = runner(preset).owns(0, *plants).fuel(0, **{kind: 3}).at("bureaucracy")
    assert runs(table) == ["nothing", *map(str, plants)]
    refusal = table.refused(f"0 run {plants[0]}+{plants[1]}")
    assert facts(refusal) == (table.clause("c7.2", "d7.2"), "not_enough_fuel", {"tokens": 3})


@pytest.mark.clause("d7.2")
@pytest.mark.parametrize("preset", ALL)
def test_c7_2_fuel_burns_where_it_lies(preset: str) -> None:
    """Four of the second kind fill the hybrid; with three one of the first can be there."""
    part = cast(preset)
    two, hybrid = part.two, part.hybrid
    built = runner(preset).owns(0, two, hybrid)
    full = built.fuel(0, **{part.first: 4, part.second: 4}).at("bureaucracy")
    assert runs(full) == ["nothing", f"{two}", f"{hybrid}", f"{two}+{hybrid}"]
    numbers = {"first": 1, "least": 0, "most": 0}
    expected = (full.clause("c7.2", "d7.2"), "wrong_fuel_mix", numbers)
    assert facts(full.refused(f"0 run {hybrid} 1")) == expected
    loose = built.fuel(0, **{part.first: 4, part.second: 3}).at("bureaucracy")
    assert runs(loose) == [
        *("nothing", f"{two}", f"{hybrid}", f"{hybrid} 1"),
        *(f"{two}+{hybrid}", f"{two}+{hybrid} 1"),
    ]
    numbers = {"first": 2, "least": 0, "most": 1}
    expected = (loose.clause("c7.2", "d7.2"), "wrong_fuel_mix", numbers)
    assert facts(loose.refused(f"0 run {hybrid} 2")) == expected


@pytest.mark.clause("d7.2")
@pytest.mark.parametrize("preset", ALL)
def test_c7_2_all_plants_run_together(preset: str) -> None:
    """Four of the first kind would be enough by number, but the second is on the hybrid.

    It could not burn first to make room: nothing is moved while plants run.
    """
    part = cast(preset)
    both = f"{part.two}+{part.hybrid}"
    built = runner(preset).owns(0, part.two, part.hybrid)
    table = built.fuel(0, **{part.first: 4, part.second: 3}).at("bureaucracy")
    numbers = {"first": 2, "least": 0, "most": 1}
    expected = (table.clause("c7.2", "d7.2"), "wrong_fuel_mix", numbers)
    assert facts(table.refused(f"0 run {both} 2")) == expected
    table = built.fuel(0, **{part.first: 4, part.second: 2}).at("bureaucracy")
    assert run(table, f"{both} 2").burned == burned(table, **{part.first: 4})


@pytest.mark.clause("d7.2")
@pytest.mark.parametrize("preset", ALL)
def test_c7_2_a_hybrid_has_too_little_of_one_kind(preset: str) -> None:
    """A hybrid with one token of the second kind burns at least one of the first."""
    part = cast(preset)
    two, hybrid = part.two, part.hybrid
    built = runner(preset).owns(0, two, hybrid).fuel(0, **{part.first: 7, part.second: 1})
    table = built.at("bureaucracy")
    assert runs(table) == [
        *("nothing", f"{two}", f"{hybrid} 1", f"{hybrid} 2"),
        *(f"{two}+{hybrid} 1", f"{two}+{hybrid} 2"),
    ]
    numbers = {"first": 0, "least": 1, "most": 2}
    expected = (table.clause("c7.2", "d7.2"), "wrong_fuel_mix", numbers)
    assert facts(table.refused(f"0 run {hybrid}")) == expected


@pytest.mark.clause("d7.2")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c7_2_plants_without_hybrids_have_no_mix(preset: str) -> None:
    """A mix for nothing is refused."""
    table = runner(preset).owns(0, 4).fuel(0, coal=2).at("bureaucracy")
    numbers = {"first": 1, "least": 0, "most": 0}
    expected = (table.clause("c7.2", "d7.2"), "wrong_fuel_mix", numbers)
    assert facts(table.refused("0 run 4 1")) == expected


@pytest.mark.clause("d7.3")
@pytest.mark.parametrize("n_cities", range(22))
@pytest.mark.parametrize("preset", ALL)
def test_c7_3_income_for_the_cities_supplied(preset: str, n_cities: int) -> None:
    """Three plants supply 21 cities (deluxe: 20); a seat is paid for those it has."""
    plants, fuel = (36, 38, 46), {"coal": 3, "garbage": 3, "oil": 3}
    if preset in DELUXE:
        plants, fuel = (38, 46, 50), {"oil": 3, "gas": 2, "uranium": 2}
    table = (
        scenario(preset=preset, seats=6)
        .n_cities(0, n_cities)
        .owns(0, *plants)
        .fuel(0, **fuel)
        .owns(1, cast(preset).winds[0])
        .market(37, 39, 40, 42, 44)
        .at("bureaucracy")
    )
    event = run(table, "+".join(map(str, plants)))
    supplied = min(n_cities, 20) if preset in DELUXE else n_cities
    assert (event.n_cities, event.income) == (supplied, INCOME[preset][n_cities])
    assert table.money(0) == 50 + INCOME[preset][n_cities]


@pytest.mark.clause("d7.3")
@pytest.mark.parametrize("preset", ALL)
def test_c7_3_income_for_more_than_twenty_cities(preset: str) -> None:
    """Beyond the table the last figure is paid."""
    rules = scenario(preset=preset).game.rules
    assert [rules.payment(n_cities) for n_cities in (20, 21, 22, 42)] == [INCOME[preset][-1]] * 4


@pytest.mark.clause("d7.3")
@pytest.mark.parametrize("preset", ALL)
def test_c7_3_income_is_for_what_the_running_plants_supply(preset: str) -> None:
    """The sum over running plants, at most the seat's cities; the offer names it for each set."""
    outputs = dict(zip(cast(preset).winds, (1, 2, 3 if preset in DELUXE else 2), strict=True))
    one, two, more = outputs
    table = runner(preset).owns(0, *outputs).at("bureaucracy")
    (offer,) = table.offers()
    assert isinstance(offer, MayRun)
    expected = [
        INCOME[preset][min(3, sum(outputs[plant] for plant in plants))]
        for plants in [
            *((), (one,), (two,), (one, two)),
            *((more,), (one, more), (two, more), (one, two, more)),
        ]
    ]
    assert offer.incomes() == expected
    event = run(table, f"{one}+{more}")
    assert (event.n_cities, event.income) == (3, INCOME[preset][3])


@pytest.mark.clause("d7.1")
@pytest.mark.parametrize("preset", ALL)
def test_c7_4_a_seat_may_run_fewer_plants_than_it_could(preset: str) -> None:
    """A seat that runs fewer plants or none is paid for those only and keeps the other fuel."""
    part = cast(preset)
    first, wind = part.first, part.winds[0]
    built = runner(preset).owns(0, part.three, wind).fuel(0, **{first: 3}).owns(1, part.winds[1])
    table = built.at("bureaucracy")
    event = run(table, "nothing")
    assert (event.n_cities, event.income, table.fuel(0)) == (0, 10, {first: 3})
    table = built.at("bureaucracy")
    event = run(table, f"{wind}")
    assert (event.n_cities, event.income) == (1, INCOME[preset][1])
    assert table.fuel(0) == {first: 3}


@pytest.mark.clause("d7.4")
@pytest.mark.parametrize("preset", ALL)
def test_c7_5_burned_fuel_goes_to_the_supply(preset: str) -> None:
    """Burned fuel goes to the supply and not to the market."""
    coal, uranium = (9, 13) if preset in DELUXE else (8, 11)
    built = runner(preset).owns(0, coal, uranium).fuel(0, coal=6, uranium=1)
    built.owns(1, cast(preset).winds[1])
    table = built.tokens(coal=10).at("bureaucracy")
    tokens = table.tokens()
    supply = table.supply()
    run(table, f"{coal}+{uranium}")
    assert table.actor == 1
    assert table.tokens() == tokens
    assert table.supply() == {
        **supply,
        "coal": supply["coal"] + 3,
        "uranium": supply["uranium"] + 1,
    }


def table_total(built: Scenario, kind: str) -> int:
    """All tokens of a kind."""
    market = built.game.rules.market
    return market.token_totals[market.kinds.index(kind)]


@pytest.mark.parametrize("preset", CLASSIC)
@pytest.mark.parametrize(("seats", "step"), REFILL)
def test_c7_6_refill_by_seats_and_step(preset: str, seats: int, step: int) -> None:
    """The table for the number of seats and the step in force."""
    built = scenario(preset=preset, seats=seats).step(step).market(*MARKET)
    table = built.tokens(coal=0, oil=0, garbage=0, uranium=0).at("bureaucracy")
    row = REFILL[seats, step][1 if preset == "reference" else 0]
    assert [event.amounts for event in only(table.began, MarketRefilled)] == [row]
    assert table.state.tokens == row
    assert table.state.supply == [24 - row[0], 24 - row[1], 24 - row[2], 12 - row[3]]


@pytest.mark.clause("d7.5")
@pytest.mark.parametrize("preset", ALL)
def test_c7_6_refill_fills_from_the_dearest_free_space_down(preset: str) -> None:
    """Four coal are on 8, 8, 8 and 7; one more uranium beside the one on 16 is on 14.

    Deluxe: two coal are on 9 and 9, the fifth oil beside four on 9 is on 8.
    """
    built = scenario(preset=preset, seats=3).market(*MARKET)
    table = built.tokens(coal=0, oil=3, uranium=1).at("bureaucracy")
    ladders = table.game.rules.market.ladders
    prices = [ladders[kind].next_price(table.state.tokens[kind], 0) for kind in (0, 2, 3)]
    if preset in DELUXE:
        assert prices == [9, 8, 9 if preset == "europe" else 8]
    else:
        assert [prices[0], prices[2]] == [7, 14]


@pytest.mark.clause("d7.5")
@pytest.mark.parametrize("preset", ALL)
def test_c7_6_a_short_supply_gives_what_there_is(preset: str) -> None:
    """Too little coal is left, of uranium nothing; oil comes in full."""
    built = scenario(preset=preset, seats=4).market(*MARKET)
    coal = (20, 33, 9) if preset in DELUXE else (20, 31, 36)
    held = table_total(built, "coal") - 18
    built.owns(0, *coal).fuel(0, coal=18).tokens(coal=held - 2, oil=10, uranium=12)
    table = built.at("bureaucracy")
    run(table, "nothing")
    assert table.tokens()["coal"] == held
    assert table.tokens()["oil"] == 13
    assert table.tokens()["uranium"] == 12
    assert table.supply().get("coal", 0) == 0


@pytest.mark.clause("d7.5")
@pytest.mark.parametrize("preset", ALL)
def test_c7_6_what_burned_in_this_round_is_refilled_already(preset: str) -> None:
    """All plants run first: the supply was empty before."""
    built = scenario(preset=preset, seats=4).market(*MARKET)
    coal = (20, 33, 9) if preset in DELUXE else (20, 31, 36)
    held = table_total(built, "coal") - 18
    built.owns(0, *coal).fuel(0, coal=18).tokens(coal=held)
    table = built.at("bureaucracy")
    assert "coal" not in table.supply()
    run(table, f"{coal[0]}+{coal[1]}")
    row = 3 if preset in DELUXE else 5
    assert (table.tokens()["coal"], table.supply()["coal"]) == (held + row, 6 - row)


@pytest.mark.clause("d7.6")
@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("preset", ALL)
def test_c7_7_the_largest_plant_goes_under_the_stack(preset: str, step: int) -> None:
    """The largest plant goes below the Step 3 card, and one card is drawn."""
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


@pytest.mark.clause("d7.6")
@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c7_7_the_card_drawn_instead_may_be_larger(preset: str, step: int) -> None:
    """The drawn card stays, even if it is larger than the plant that went under the stack."""
    table = (
        scenario(preset=preset, seats=3)
        .step(step)
        .market(11, 12, 13, 14, 16, 17, 30, 40)
        .at("bureaucracy")
    )
    table.reveal(50)
    assert table.market() == [11, 12, 13, 14, 16, 17, 30, 50]


@pytest.mark.clause("d7.7")
@pytest.mark.parametrize("preset", ALL)
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


@pytest.mark.clause("d7.7", "d8.3")
@pytest.mark.parametrize("preset", ALL)
def test_c7_8_the_smallest_leaves_also_after_step_3_began_in_auctions(preset: str) -> None:
    """The Step 3 card takes the smallest plant with it, and the bureaucracy the next one."""
    built = scenario(preset=preset, seats=3).step(2).market(16, 18, 19, 20, 30, 31, 32, 40)
    table = built.stack(top=[STEP_3], rest=[33, 34, 35, 36, 37]).at("auction")
    table.do("0 offer 18 18", "1 drop", "2 drop")
    table.reveal(STEP_3)
    table.shuffle()
    table.do("1 pass", "2 pass")
    if preset in TOKEN:  # The plant under the discount token leaves as well (c3.20).
        table.reveal(33)
    before = table.market()
    with_token = [20, 30, 31, 32, 33, 40]
    assert before == (with_token if preset in TOKEN else [19, 20, 30, 31, 32, 40])
    while table.actor != CHANCE:
        assert table.state.step == 3
        idle = [line for line in table.legal() if "finish" in line or "run nothing" in line]
        table.do(idle[0])
    assert before[0] in table.gone()
    assert table.market() == before[1:]
    table.reveal(34)
    assert table.market() == sorted([*before[1:], 34], key=str)
    assert (table.phase, table.state.round) == ("auction", 3)


@pytest.mark.clause("d7.1")
@pytest.mark.parametrize("preset", ALL)
def test_c7_9_a_seat_that_could_not_run_a_plant_is_not_asked(preset: str) -> None:
    """A seat without plants, or without enough fuel for one, is paid for no city."""
    table = (
        scenario(preset=preset, seats=4)
        .n_cities(0, 2)
        .n_cities(1, 2)
        .n_cities(2, 2)
        .owns(1, 4)
        .owns(2, 12)
        .fuel(2, coal=1)
        .owns(3, cast(preset).winds[0])
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


@pytest.mark.clause("d7.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c7_9_every_pair_of_fuel_for_a_hybrid_is_enough(preset: str) -> None:
    """The hybrid runs on any two tokens, so its owner must choose."""
    part = cast(preset)
    for first, second in combinations(range(3), 2):
        fuel = {part.first: first, part.second: second}
        table = runner(preset).owns(0, part.hybrid).fuel(0, **fuel).at("bureaucracy")
        assert (table.actor == 0) == (first + second >= 2)
