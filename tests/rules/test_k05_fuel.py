"""Clauses k5: fuel of the card game."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwright.engine.editions.card.vocabulary import FuelCardBought
from gridwright.engine.fuel import Plant
from tests.kit import facts, only
from tests.kit.card_scenario import CardScenario, CardTable, card_scenario

KINDS = ("coal", "gas", "oil", "uranium")
PLENTY = tuple(f"{kind}-single" for kind in KINDS for each in range(20))
PLANTS = ("4a", "6", "12", "5b", "14", "28", "4b", "11", "32", "7a", "16", "29", "8b", "26", "13")
"""Needs of 1, 2 and 3 of each kind, as far as there are such plants."""


def buyer(*plants: str, stored: tuple[str, ...] = ()) -> CardScenario:
    """Seat 0 buys first, and with money enough; the market is empty unless it is filled."""
    built = card_scenario(3).order(1, 2, 0).money(0, 500)
    return built.owns(0, *plants).stores(0, *stored)


def room(built: CardScenario, kind: str) -> int:
    """Return how many singles of a kind seat 0 can buy, one after the other."""
    table = built.column(1, *PLENTY).at("resources")
    line = f"0 buy-card {kind}-single 1"
    number = 0
    while table.actor == 0 and line in table.legal():
        table.do(line)
        number += 1
    return number


def needs(table: CardTable, seat: int) -> tuple[int, int, int, int, int]:
    """The letters C, G, O, H and U of k5.3, summed over the plants of a seat."""
    sums = Counter[str]()
    for plant in owned(table, seat):
        kinds = [table.notation.kinds[kind] for kind in plant.kinds]
        sums["hybrid" if len(kinds) == 2 else (kinds or ["none"])[0]] += plant.need
    return sums["coal"], sums["gas"], sums["oil"], sums["hybrid"], sums["uranium"]


def owned(table: CardTable, seat: int) -> list[Plant]:
    return [table.game.rules.deck.plants[card] for card in table.state.plants[seat]]


# Turns and prices


def test_k5_1_a_seat_buys_as_often_as_it_likes_and_then_finishes() -> None:
    """Columns and kinds in any order; only then the next seat has its turn."""
    built = buyer("12", "7a", "26").owns(2, "4a").column(1, "gas-single").column(2, "coal-2")
    table = built.column(3, "gas-2", "oil-1").column(4, "coal-1", "uranium-2").at("resources")
    for card, price in (
        *(("uranium-2", 4), ("oil-1", 3), ("gas-single", 1)),
        *(("coal-1", 4), ("gas-2", 3)),
    ):
        assert table.actor == 0
        table.do(f"0 buy-card {card} {price}")
    assert table.refused("2 buy-card coal-2 2").code == "not_your_turn"
    table.do("0 finish-buying")
    assert table.actor == 2
    assert table.storage(0) == ["coal-1", "gas-2", "oil-1", "uranium-2", "gas-single"]


def test_k5_1_a_seat_may_buy_nothing() -> None:
    table = buyer("12").column(2, "coal-2").at("resources")
    table.do("0 finish-buying")
    assert (table.storage(0), table.phase) == ([], "bureaucracy")


@pytest.mark.parametrize(
    ("plants", "stored", "money"),
    [
        pytest.param(("13",), (), 50, id="burns-nothing"),
        pytest.param(("14",), (), 50, id="burns-another-kind"),
        pytest.param(("12",), ("coal-3", "coal-3"), 50, id="full"),
        pytest.param(("12",), (), 2, id="poor"),
        pytest.param((), (), 50, id="no-plant"),
    ],
)
def test_k5_1_a_seat_that_can_buy_nothing_is_not_asked(
    plants: tuple[str, ...], stored: tuple[str, ...], money: int
) -> None:
    built = buyer(*plants, stored=stored).money(0, money).owns(2, "4a")
    table = built.column(3, "coal-2").at("resources")
    assert table.actor == 2


def test_k5_1_a_seat_that_could_take_a_purchase_back_has_its_turn() -> None:
    """The only card is bought, and still it is the turn of seat 0."""
    table = buyer("12").column(2, "coal-2").at("resources")
    table.do("0 buy-card coal-2 2")
    assert (table.actor, table.legal()) == (0, ["0 finish-buying"])


@pytest.mark.parametrize("card", ["coal-1", "coal-2", "coal-3"])
@pytest.mark.parametrize("price", [2, 3, 4])
def test_k5_2_a_card_costs_the_price_of_its_column(card: str, price: int) -> None:
    """However many units it shows."""
    table = buyer("12").column(price, card).at("resources")
    (event,) = only(table.do(f"0 buy-card {card} {price}"), FuelCardBought)
    assert (event.cost, table.money(0)) == (price, 500 - price)
    assert table.fuel(0) == {"coal": int(card[-1])}


def test_k5_2_each_single_costs_1() -> None:
    table = buyer("12").column(1, "coal-single", "coal-single").at("resources")
    table.do("0 buy-card coal-single 1", "0 buy-card coal-single 1")
    assert (table.money(0), table.fuel(0), table.column(1)) == (498, {"coal": 2}, [])


# The store


def loads(plant: Plant) -> Iterator[tuple[int, ...]]:
    """Everything that can be on one plant: its own kinds, together twice what it burns."""
    spaces = [range(2 * plant.need + 1) if kind in plant.kinds else (0,) for kind in range(4)]
    for load in product(*spaces):
        if sum(load) <= 2 * plant.need:
            yield load


def holdings(plants: list[Plant]) -> set[tuple[int, ...]]:
    """Everything that several plants can hold, by trying every load of each."""
    found: set[tuple[int, ...]] = {(0, 0, 0, 0)}
    for plant in plants:
        pairs = product(found, loads(plant))
        found = {tuple(a + b for a, b in zip(held, load, strict=True)) for held, load in pairs}
    return found


def is_held(table: CardTable, held: list[int]) -> bool:
    """The inequalities of k5.3."""
    c, g, o, h, u = needs(table, 0)
    coal, gas, oil, uranium = held
    return (
        (coal <= 2 * c and uranium <= 2 * u)
        and (gas <= 2 * (g + h) and oil <= 2 * (o + h))
        and gas + oil <= 2 * (g + o + h)
    )


@settings(max_examples=40)
@given(
    plants=st.lists(st.sampled_from(PLANTS), min_size=1, max_size=3, unique=True),
    wanted=st.lists(st.sampled_from(KINDS), max_size=20),
)
def test_k5_3_a_unit_is_bought_exactly_if_some_arrangement_holds_it(
    plants: list[str], wanted: list[str]
) -> None:
    """Unit by unit, against the inequalities and against every way to load the plants."""
    table = buyer(*plants).column(1, *PLENTY).at("resources")
    possible = holdings(owned(table, 0))
    for kind in wanted if table.phase == "resources" else ():
        held = table.state.fuel[0][:]
        held[KINDS.index(kind)] += 1
        assert is_held(table, held) == (tuple(held) in possible)
        line = f"0 buy-card {kind}-single 1"
        if is_held(table, held):
            table.do(line)
        else:
            refusal = table.refused(line)
            assert (refusal.clause, refusal.code) == ("k5.7", "no_room")


@settings(max_examples=60)
@given(
    plants=st.lists(st.sampled_from(PLANTS), min_size=1, max_size=3, unique=True),
    held=st.tuples(*[st.integers(0, 19)] * 4),
)
def test_k5_3_the_inequalities_say_what_can_be_stored(
    plants: list[str], held: tuple[int, int, int, int]
) -> None:
    table = buyer(*plants).at("auction")
    possible = holdings(owned(table, 0))
    fits = table.game.rules.fuel.fits(table.state.capacity[0], list(held))
    assert fits == is_held(table, list(held)) == (held in possible)


def test_k5_3_the_limit_holds_for_each_kind() -> None:
    """The summary limits the sum: 8 units for plants 12 and 14, of any of their kinds."""
    assert room(buyer("12", "14"), "coal") == 6
    assert room(buyer("12", "14", stored=("coal-2",)), "gas") == 2
    assert room(buyer("12", "14", stored=("gas-2",)), "coal") == 6


def test_k5_3_one_common_store() -> None:
    """One card serves two plants: three coal lie for plants that hold two each."""
    table = buyer("4a", "9b", stored=("coal-1",)).column(2, "coal-3").at("resources")
    table.do("0 buy-card coal-3 2")
    assert (table.storage(0), table.column(1)) == (["coal-1", "coal-3"], [])


@pytest.mark.parametrize("gas", range(7))
def test_k5_4_a_hybrid_holds_any_mix(gas: int) -> None:
    """Six units of plant 7a."""
    stored = ("gas-single",) * gas
    assert room(buyer("7a", stored=stored), "gas") == 6 - gas
    assert room(buyer("7a", stored=stored), "oil") == 6 - gas
    assert room(buyer("7a"), "coal") == room(buyer("7a"), "uranium") == 0


def test_k5_4_a_plant_without_need_holds_nothing() -> None:
    for kind in KINDS:
        assert room(buyer("13", "18", "22"), kind) == 0
    assert room(buyer("13", "12"), "coal") == room(buyer("12"), "coal") == 6


# The market


def test_k5_5_a_column_is_sorted_by_kind_and_then_by_units() -> None:
    """A column is sorted in any sequence of dealt cards, and offers follow it."""
    built = card_scenario(3).column(4).at("bureaucracy")
    for name in ("uranium-1", "oil-3", "gas-3", "coal-2", "uranium-2", "gas-1", "coal-1", "coal-3"):
        built.do(f"chance fuel {name}")
    assert built.column(2) == ["coal-2", "gas-3", "oil-3", "uranium-1"]
    assert built.column(3) == ["coal-1", "coal-3", "gas-1", "uranium-2"]
    table = buyer("12", "7a").column(2, "oil-1", "gas-3", "coal-3", "coal-1").at("resources")
    lines = [line.split()[2] for line in table.legal() if "buy-card" in line]
    assert lines == ["coal-1", "coal-3", "gas-3", "oil-1"]


def test_k5_5_singles_are_in_column_1_and_nothing_else_is() -> None:
    """No ordinary card is dealt or moved there, though it is empty."""
    table = card_scenario(3).column(4, "coal-2", "coal-3").at("bureaucracy")
    while table.legal()[0].startswith("chance fuel"):
        table.do(table.legal()[0])
    assert [len(table.column(price)) for price in (1, 2, 3, 4)] == [0, 4, 4, 4]
    table = buyer("12").column(1, "coal-single").column(2, "coal-1").at("resources")
    for card, price in (("coal-1", 1), ("coal-single", 2), ("coal-single", 3)):
        assert table.refused(f"0 buy-card {card} {price}").code == "sold_out"


def test_k5_6_no_one_buys_what_is_not_in_the_column() -> None:
    table = buyer("12").column(2, "coal-2").column(3, "coal-3").at("resources")
    for card, price in (("coal-3", 2), ("coal-2", 3), ("coal-1", 2), ("coal-2", 4)):
        refusal = table.refused(f"0 buy-card {card} {price}")
        numbers = {"card": table.notation.fuel_cards.index(card), "price": price}
        assert facts(refusal) == ("k5.6", "sold_out", numbers)
    assert table.refused("0 buy-card coal-2 5").clause == "k12.4"


def test_k5_6_no_one_buys_what_the_money_does_not_pay_for() -> None:
    table = buyer("12").money(0, 3).column(2, "coal-1").column(4, "coal-2").at("resources")
    numbers = {"cost": 4, "money": 3}
    assert facts(table.refused("0 buy-card coal-2 4")) == ("k5.6", "cannot_pay_fuel", numbers)
    table.do("0 buy-card coal-1 2")
    assert table.legal() == ["0 finish-buying"]


def test_k5_6_fuel_is_neither_sold_nor_thrown_away() -> None:
    """A seat can but buy and finish."""
    built = buyer("12", stored=("coal-2",)).column(1, "coal-single")
    table = built.at("resources")
    assert {line.split()[1] for line in table.legal()} == {"buy-card", "finish-buying"}
    table.do("0 finish-buying")
    assert table.storage(0) == ["coal-2"]


# Spilling


@pytest.mark.parametrize(
    ("stored", "kept"), [(5, 1), (4, 2), (3, 3), (0, 3)], ids=["one", "two", "three", "six"]
)
def test_k5_7_room_for_one_unit_is_enough(stored: int, kept: int) -> None:
    table = buyer("12", stored=("coal-single",) * stored).column(2, "coal-3").at("resources")
    (event,) = only(table.do("0 buy-card coal-3 2"), FuelCardBought)
    assert (event.kept, table.fuel(0)) == (kept, {"coal": stored + kept})


def test_k5_7_without_room_no_card_is_bought() -> None:
    """A seat without room buys neither a card nor a single; room for one unit would be enough."""
    built = buyer("12", "14", stored=("coal-3", "coal-3")).column(1, "coal-single")
    table = built.column(2, "coal-1", "coal-3", "gas-1", "uranium-1").at("resources")
    for line in ("coal-single 1", "coal-1 2", "coal-3 2"):
        numbers = {"kind": 0, "room": 0}
        assert facts(table.refused(f"0 buy-card {line}")) == ("k5.7", "no_room", numbers)
    assert table.refused("0 buy-card uranium-1 2").code == "no_room"
    table.do("0 buy-card gas-1 2")


def test_k5_7_cards_are_bought_one_at_a_time() -> None:
    """Two equal cards in a column are two purchases."""
    table = buyer("12").column(2, "coal-3", "coal-3").at("resources")
    assert len(only(table.do("0 buy-card coal-3 2"), FuelCardBought)) == 1
    assert (table.column(2), table.actor) == (["coal-3"], 0)


@pytest.mark.parametrize(
    ("stored", "shown", "singles"),
    [("coal-2:1", "coal-3", 0), ("coal-1", "coal-3", 0), ("coal-2", "coal-3:2", 1)],
)
def test_k5_8_exactly_the_units_without_room_are_spilled(
    stored: str, shown: str, singles: int
) -> None:
    """Off the card just bought, not off the one that lay there; nothing is paid back."""
    table = buyer("3", stored=(stored,)).column(3, "coal-3").at("resources")
    table.do("0 buy-card coal-3 3")
    assert sorted(table.storage(0)) == sorted([stored, shown])
    assert table.column(1) == ["coal-single"] * singles
    assert (table.column(3), table.money(0)) == ([], 497)


def test_k5_8_two_units_spilled_are_two_singles_for_everyone() -> None:
    """A later seat buys one of them for 1; seat 0 has no room for it."""
    table = buyer("4a", stored=("coal-1",)).owns(2, "9b").column(2, "coal-3").at("resources")
    table.do("0 buy-card coal-3 2")
    assert (table.storage(0), table.column(1)) == (["coal-1", "coal-3:1"], ["coal-single"] * 2)
    assert table.refused("0 buy-card coal-single 1").code == "no_room"
    table.do("0 finish-buying", "2 buy-card coal-single 1")
    assert (table.storage(2), table.column(1)) == (["coal-single"], ["coal-single"])


def test_k5_9_more_singles_than_the_box_has() -> None:
    """Four seats spill five coal and two of them two uranium; the box has two and one."""
    built = card_scenario(4).column(2, *["coal-3"] * 4).column(3, "uranium-2", "uranium-2")
    for seat, plants in enumerate((("4a", "8b"), ("9b", "15"), ("21",), ("6",))):
        built.owns(seat, *plants)
    for seat in (0, 1):
        built.stores(seat, "uranium-1")
    table = built.stores(3, "coal-2", "coal-2", "coal-1").at("resources")
    table.do("3 buy-card coal-3 2", "3 finish-buying", "2 buy-card coal-3 2", "2 finish-buying")
    for seat in (1, 0):
        table.do(f"{seat} buy-card coal-3 2", f"{seat} buy-card uranium-2 3")
        if seat:
            table.do(f"{seat} finish-buying")
    assert table.column(1) == ["coal-single"] * 5 + ["uranium-single"] * 2


def test_k5_9_used_singles_go_to_the_supply() -> None:
    """Used singles go neither to the discard pile nor back to the market."""
    table = buyer("9b", stored=("coal-single", "coal-1")).at("bureaucracy")
    before = table.discard()
    table.do("0 produce 9b 0 coal-single:1>0")
    assert (table.storage(0), table.discard(), table.column(1)) == (["coal-1"], before, [])


def test_k5_10_a_card_keeps_its_lower_figure_while_it_is_held() -> None:
    table = buyer("21", stored=("coal-2",)).at("bureaucracy")
    table.do("0 produce 21")
    table.deal()
    assert (table.state.round, table.storage(0)) == (3, ["coal-2:1"])


def test_k5_10_discarded_and_drawn_again_it_shows_its_full_units() -> None:
    """One of the three uranium cards of 2 is in the market and one waits aside."""
    built = buyer("26", stored=("uranium-2:1", "uranium-1")).column(2, "uranium-2")
    table = built.fuel_stack().at("bureaucracy")
    table.do("0 produce 26")
    assert table.fuel_stack().count("uranium-2") == 1
    table.do(table.legal()[0])  # a plant, for the reshuffle
    table.fuel_card("uranium-2")
    table.deal()
    while table.phase == "auction":
        table.do(f"{table.actor} pass" if table.actor >= 0 else table.legal()[0])
    assert (table.phase, table.column(2).count("uranium-2")) == ("resources", 2)
    table.do("0 buy-card uranium-2 2", "0 buy-card uranium-2 2")
    assert (table.storage(0), table.column(1)) == (["uranium-2", "uranium-2"], [])


def test_k5_11_cards_with_the_same_print_are_the_same_card() -> None:
    """Five ordinary coal cards of 3 and the two marked ones have one name and one offer."""
    table = card_scenario(4).reshuffles(1).owns(3, "12").column(2, *["coal-3"] * 5).at("resources")
    names = table.notation.fuel_cards
    assert len(set(names)) == len(names)
    assert sorted(table.legal()) == ["3 buy-card coal-3 2", "3 finish-buying"]
    cards = table.game.rules.cards
    assert cards.totals[names.index("coal-3")] == 5 + 1 + 1


# The last round


def last_room(table: CardTable, seat: int) -> dict[str, int]:
    """The rooms of k5.12, none below 0."""
    c, g, o, h, u = needs(table, seat)
    coal, gas, oil, uranium = table.state.fuel[seat]
    rooms = {
        "coal": c - coal,
        "gas": g + max(0, h - max(0, oil - o)) - gas,
        "oil": o + max(0, h - max(0, gas - g)) - oil,
        "uranium": u - uranium,
    }
    return {kind: max(0, number) for kind, number in rooms.items()}


LAST = [
    # plants, old stock, room for coal, gas, oil and uranium
    (("12",), "coal-1", (2, 0, 0, 0)),
    (("12", "27"), "", (6, 0, 0, 0)),
    (("13",), "", (0, 0, 0, 0)),
    (("7a",), "", (0, 3, 3, 0)),
    (("7a",), "oil-2", (0, 1, 1, 0)),
    (("7a",), "oil-3 oil-2", (0, 0, 0, 0)),
    (("7a", "11"), "oil-3 oil-1", (0, 1, 1, 0)),
    (("7a", "11"), "oil-3 oil-3 oil-2", (0, 0, 0, 0)),
    (("7a", "5b"), "gas-1 oil-2", (0, 2, 1, 0)),
    (("7a", "5b"), "oil-3 oil-3", (0, 2, 0, 0)),
    (("7a", "5b"), "gas-3 gas-3", (0, 0, 0, 0)),
    (("7a", "5b", "11"), "gas-3 gas-3 gas-1", (0, 0, 2, 0)),
    (("7a", "5b", "11"), "gas-2 oil-2", (0, 3, 3, 0)),
    (("12", "26"), "uranium-2 uranium-1", (3, 0, 0, 0)),
]


@pytest.mark.clause("k5.13")
@pytest.mark.parametrize(("plants", "old", "rooms"), LAST)
def test_k5_12_the_room_is_what_one_run_still_lacks(
    plants: tuple[str, ...], old: str, rooms: tuple[int, ...]
) -> None:
    """Oil beyond its own plants fills hybrids, and no more than the hybrids."""
    for kind, expected in zip(KINDS, rooms, strict=True):
        built = buyer(*plants, stored=tuple(old.split())).last_round()
        assert room(built, kind) == expected, kind


@settings(max_examples=30)
@given(
    plants=st.lists(st.sampled_from(PLANTS), min_size=1, max_size=3, unique=True),
    old=st.lists(st.sampled_from(KINDS), max_size=18),
    bought=st.lists(st.sampled_from(KINDS), max_size=12),
)
def test_k5_12_the_formula_holds_after_each_purchase(
    plants: list[str], old: list[str], bought: list[str]
) -> None:
    """The formula holds with any stock of earlier rounds that the plants can hold."""
    possible = holdings(owned(buyer(*plants).at("auction"), 0))
    held = [0, 0, 0, 0]
    for kind in old:
        more = [number + (each == kind) for each, number in zip(KINDS, held, strict=True)]
        held = more if tuple(more) in possible else held
    stored = [f"{kind}-single" for kind, n in zip(KINDS, held, strict=True) for each in range(n)]
    built = buyer(*plants, stored=tuple(stored)).last_round().column(1, *PLENTY)
    table = built.at("resources")
    assert (table.phase == "over") == (max(last_room(table, 0).values()) == 0)
    for kind in bought if table.phase != "over" else ():
        line = f"0 buy-card {kind}-single 1"
        if last_room(table, 0)[kind]:
            table.do(line)
        else:
            assert table.refused(line).code == "no_room"


def test_k5_12_what_exceeds_one_run_is_spilled() -> None:
    """Plant 12 could hold six, but keeps three; the price is that of the whole card."""
    table = buyer("12", stored=("coal-2",)).last_round().column(4, "coal-3").at("resources")
    table.do("0 buy-card coal-3 4")
    assert (table.storage(0), table.column(1)) == (["coal-2", "coal-3:1"], ["coal-single"] * 2)
    assert table.money(0) == 496
    built = buyer("12", stored=("coal-2",)).column(4, "coal-3").at("resources")
    built.do("0 buy-card coal-3 4")
    assert built.storage(0) == ["coal-2", "coal-3"], "not so in the round before"


def test_k5_13_old_stock_is_kept_and_bars_its_own_kind_only() -> None:
    """The summary bars buying anything."""
    built = buyer("12", "14", stored=("coal-3", "coal-2")).last_round()
    table = built.column(2, "coal-1", "gas-1").at("resources")
    refusal = table.refused("0 buy-card coal-1 2")
    assert (refusal.clause, refusal.code) == ("k5.7", "no_room")
    table.do("0 buy-card gas-1 2")
    assert table.storage(0) == ["coal-2", "coal-3", "gas-1"]


def test_k5_13_old_oil_bars_gas_only_as_far_as_it_fills_the_hybrids() -> None:
    """Six oil lie for hybrid 7a; the gas plant 5b still lacks its two."""
    built = buyer("5b", "7a", stored=("oil-3", "oil-3")).last_round()
    table = built.column(2, "gas-3", "oil-1").at("resources")
    assert table.refused("0 buy-card oil-1 2").code == "no_room"
    table.do("0 buy-card gas-3 2")
    assert table.storage(0) == ["gas-3:2", "oil-3", "oil-3"]
    assert table.column(1) == ["gas-single"]
