"""Clauses k6: production and income."""

import pytest

from gridwright.engine.editions.card.vocabulary import ElectricityProduced
from gridwright.engine.ids import CHANCE
from tests.kit import facts, only
from tests.kit.card_scenario import CardTable, card_scenario

COALS = ("9b", 12)
"""Plants that burn 1 and 3 coal and hold 8."""


def producer(*plants: int | str, fuel: tuple[str, ...] = ()) -> CardTable:
    """Three seats; the first has these plants and cards, the others have nothing."""
    return card_scenario(3).owns(0, *plants).stores(0, *fuel).at("bureaucracy")


def produce(table: CardTable, line: str) -> ElectricityProduced:
    """Let the actor run plants; its money must rise by the income of the event."""
    seat = table.actor
    money = table.money(seat)
    (event, *_later) = only(table.do(f"{seat} produce {line}"), ElectricityProduced)
    assert event.seat == seat
    assert table.money(seat) - money == event.income
    return event


def choices(table: CardTable) -> set[str]:
    """Plants and gas of everything the actor may produce, however cards are turned."""
    lines = [[*line.split(), "0"] for line in table.legal()]
    return {" ".join(words[2:4]) for words in lines}


def turns(table: CardTable, event: ElectricityProduced) -> list[str]:
    """The cards that were turned down."""
    return [table.notation.turns[turn] for turn in event.turns]


# Which plants run


def test_k6_1_any_set_of_the_plants_may_run() -> None:
    """Fewer than could, or none."""
    table = producer("4a", "8a", "9a", fuel=("coal-2", "gas-1"))
    names = ["nothing", "4a", "8a", "9a", "4a+8a", "4a+9a", "8a+9a", "4a+8a+9a"]
    assert choices(table) == {f"{plants} 0" for plants in names}
    event = produce(table, "8a")
    assert event.plants == 1 << table.notation.cards.index("8a")
    assert (event.income, table.storage(0)) == (6, ["coal-2", "gas-1"])


def test_k6_1_none_although_all_could() -> None:
    """The seat is paid 1 and keeps its fuel."""
    table = producer("4a", "8a", fuel=("coal-2",))
    assert produce(table, "nothing").income == 1
    assert table.storage(0) == ["coal-2"]


def test_k6_1_seats_choose_one_after_the_other_in_order() -> None:
    """First to last."""
    built = card_scenario(3).order(2, 0, 1).owns(0, "8a").owns(1, 13).owns(2, 18)
    table = built.at("bureaucracy")
    asked = []
    while table.actor != CHANCE:
        asked.append(table.actor)
        table.do(f"{table.actor} produce nothing")
    assert asked == [2, 0, 1]


@pytest.mark.parametrize(
    ("plants", "fuel"),
    [((), ()), ((12,), ("coal-2",)), (("9a", "9b"), ()), (("7a",), ("gas-1", "oil-1"))],
)
def test_k6_1_a_seat_that_could_run_none_is_not_asked(
    plants: tuple[int | str, ...], fuel: tuple[str, ...]
) -> None:
    """Too little fuel for each of its plants; the next seat has its turn."""
    built = card_scenario(3).owns(0, *plants).stores(0, *fuel).owns(1, "8a")
    table = built.at("bureaucracy")
    assert table.actor == 1
    (event,) = only(table.began, ElectricityProduced)
    assert (event.seat, event.plants, event.turns) == (0, 0, [])
    assert sorted(table.storage(0)) == sorted(fuel)


def test_k6_1_only_own_plants_run() -> None:
    """A plant of another seat, of the market or of no one is refused."""
    built = card_scenario(3).owns(0, "8a").owns(1, 13).market(10, 11, 12, 14, 15, 16, 17, 18)
    table = built.at("bureaucracy")
    for plants in ("13", "18", "38", "8a+13"):
        assert facts(table.refused(f"0 produce {plants}")) == ("k6.1", "cannot_run", {})


# What they burn


def test_k6_2_a_plant_burns_exactly_its_need_once() -> None:
    """A plant with fuel for two runs is still paid once."""
    table = producer(12, fuel=("coal-3", "coal-3"))
    assert produce(table, "12").income == 9
    assert table.fuel(0) == {"coal": 3}


def test_k6_2_a_plant_does_not_run_with_less_than_its_need() -> None:
    """A plant with less than its need cannot run, not even for a part of its income."""
    table = producer("8a", 12, fuel=("coal-2",))
    refusal = table.refused("0 produce 12")
    assert facts(refusal) == ("k6.2", "not_enough_fuel", {"tokens": 2})


def test_k6_2_a_unit_is_burned_by_one_plant_only() -> None:
    """Two coal run either plant, not both."""
    table = producer("4a", "5a", fuel=("coal-2",))
    assert choices(table) == {"nothing 0", "4a 0", "5a 0"}
    refusal = table.refused("0 produce 4a+5a")
    assert facts(refusal) == ("k6.2", "not_enough_fuel", {"tokens": 2})


def test_k6_2_units_of_one_card_may_go_to_several_plants() -> None:
    """One card of 3 feeds plants of 1 and 2."""
    table = producer("4a", "5a", fuel=("coal-3",))
    assert produce(table, "4a+5a").income == 4 + 6
    assert table.storage(0) == []


# Hybrids


@pytest.mark.parametrize(("gas", "left"), [(0, ["gas-2"]), (1, ["gas-2:1", "oil-3:1"])])
def test_k6_3_the_owner_says_how_much_of_each(gas: int, left: list[str]) -> None:
    """The rest of the need is oil."""
    table = producer("7a", fuel=("gas-2", "oil-3"))
    assert choices(table) == {"nothing 0", "7a 0", "7a 1", "7a 2"}
    assert produce(table, f"7a {gas}").income == 8
    assert table.storage(0) == left


@pytest.mark.parametrize(("gas", "least", "most"), [(0, 1, 3), (4, 1, 3)])
def test_k6_3_the_mix_must_be_stored(gas: int, least: int, most: int) -> None:
    """The gas of a mix is at most the need, and not less than oil leaves open."""
    table = producer("7a", fuel=("gas-3", "gas-1", "oil-2"))
    numbers = {"first": gas, "least": least, "most": most}
    assert facts(table.refused(f"0 produce 7a {gas}")) == ("k6.3", "wrong_fuel_mix", numbers)


def test_k6_3_any_stored_fuel_is_for_any_plant() -> None:
    """The hybrid burns gas that came for the gas plant; together they share what there is."""
    table = producer("7a", "9a", fuel=("gas-2", "oil-2"))
    assert choices(table) == {"nothing 0", "9a 0", "7a 1", "7a 2", "7a+9a 1"}
    assert produce(table, "7a 2").income == 8
    assert table.storage(0) == ["oil-2:1"]


def test_k6_3_several_hybrids_burn_one_mix() -> None:
    """The number is their gas in all."""
    table = producer("7a", 29, fuel=("gas-3", "oil-2"))
    assert choices(table) == {
        *("nothing 0", "7a 1", "7a 2", "7a 3", "29 0", "29 1", "29 2", "7a+29 3"),
    }


# Income


def test_k6_4_the_incomes_of_the_running_plants_are_added() -> None:
    """The incomes of the running plants are added, and no others."""
    table = producer("8a", "9b", 12, fuel=("coal-3", "coal-1"))
    assert produce(table, "8a+9b+12").income == 6 + 7 + 9
    table = producer("8a", "9b", 12, fuel=("coal-3", "coal-1"))
    assert produce(table, "9b+12").income == 7 + 9


def test_k6_5_a_seat_that_runs_no_plant_is_paid_1() -> None:
    """A seat is paid 1 with or without a turn; a seat that runs a plant gets nothing on top."""
    built = card_scenario(3).owns(0, "8a").owns(2, "4a").stores(2, "coal-1").order(1, 0, 2)
    table = built.at("bureaucracy")
    assert table.money(1) == 12 + 1
    assert produce(table, "8a").income == 6
    assert produce(table, "nothing").income == 1
    assert table.state.money == [18, 13, 13]


# Cards are turned down


@pytest.mark.parametrize(
    ("stored", "left"),
    [
        (("coal-2", "coal-3"), ["coal-2:1", "coal-3"]),
        (("coal-2", "coal-3:1"), ["coal-2"]),
        (("coal-2", "coal-3:2"), ["coal-2:1", "coal-3:2"]),
        (
            ("coal-1", "coal-2:1", "coal-3:1", "coal-single"),
            ["coal-2:1", "coal-3:1", "coal-single"],
        ),
        (("coal-2:1", "coal-3:1", "coal-single"), ["coal-3:1", "coal-single"]),
        (("coal-3:1", "coal-single"), ["coal-single"]),
        (("coal-2", "coal-single"), ["coal-2"]),
    ],
)
def test_k6_6_where_none_is_named_the_fewest_units_go_first(
    stored: tuple[str, ...], left: list[str]
) -> None:
    """Shown units count; among equals the card printed with fewer, and a single last."""
    table = producer(*COALS, fuel=stored)
    produce(table, "9b")
    assert table.storage(0) == left


@pytest.mark.parametrize(
    ("named", "left"),
    [
        ("coal-3:3>0", ["coal-2", "coal-single"]),
        ("coal-3:3>1+coal-single:1>0", ["coal-2", "coal-3:1"]),
        ("coal-2:2>1+coal-3:3>1", ["coal-2:1", "coal-3:1", "coal-single"]),
        ("coal-2:2>0+coal-single:1>0", ["coal-3"]),
    ],
)
def test_k6_6_the_owner_chooses_the_cards(named: str, left: list[str]) -> None:
    """Any that make up what is burned, the fewest units first or not."""
    table = producer(*COALS, fuel=("coal-2", "coal-3", "coal-single"))
    event = produce(table, f"12 0 {named}")
    assert turns(table, event) == named.split("+")
    assert table.storage(0) == left


@pytest.mark.parametrize(
    "named",
    [
        "coal-3:3>1",
        "coal-2:2>0+coal-3:3>1",
        "coal-3:2>0+coal-single:1>0",
        "coal-3:3>2+coal-3:3>1",
        "coal-1:1>0+coal-2:2>0",
        "coal-3:3>1+gas-1:1>0",
    ],
)
def test_k6_6_the_cards_must_make_up_what_is_burned(named: str) -> None:
    """Too little, too much, another face, one card twice, a card not held, another kind."""
    table = producer("9a", *COALS, fuel=("coal-2", "coal-3", "coal-single", "gas-1"))
    refusal = table.refused(f"0 produce 12 0 {named}")
    assert facts(refusal) == ("k6.6", "wrong_cards_turned", {"units": 3})


def test_k6_6_every_kind_is_made_up_on_its_own() -> None:
    """Coal by a named card needs gas by a named card too."""
    table = producer("9a", "9b", fuel=("coal-1", "gas-2"))
    refusal = table.refused("0 produce 9a+9b 0 coal-1:1>0")
    assert facts(refusal) == ("k6.6", "wrong_cards_turned", {"units": 2})
    produce(table, "9a+9b 0 coal-1:1>0+gas-2:2>1")
    assert table.storage(0) == ["gas-2:1"]


def test_k6_7_a_card_at_0_goes_to_the_discard_pile() -> None:
    """One that still shows units stays."""
    table = producer("9b", 12, fuel=("coal-1", "coal-2", "coal-3"))
    before = table.discard()
    produce(table, "9b+12")
    assert table.storage(0) == ["coal-3:2"]
    assert sorted(table.discard()) == sorted([*before, "coal-1", "coal-2"])


def test_k6_7_a_single_goes_to_the_supply() -> None:
    """A single goes neither to the discard pile nor to the market."""
    table = producer("9b", fuel=("coal-single", "coal-single"))
    before = table.discard()
    produce(table, "9b")
    assert table.storage(0) == ["coal-single"]
    assert (table.discard(), table.column(1)) == (before, [])
