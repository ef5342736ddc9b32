"""Clauses k7: bureaucracy, with resupply, reshuffles and the update of the plant market."""

from collections.abc import Sequence

import pytest

from gridwright.engine.editions.card.vocabulary import (
    ElectricityProduced,
    FuelDealt,
    FuelMoved,
    FuelReshuffled,
    TrustBurnedCards,
)
from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import CardJoined, CardWentUnder
from gridwright.engine.vocabulary.setup import OrderSet
from tests.kit import only
from tests.kit.card_scenario import LAST_ROUND, CardScenario, CardTable, card_scenario

MARKET = (10, 11, 12, 13, 14, 15, 16, 17)
SIX = (20, 21, 22, 23, 24, 25)
GAP_IN_4 = {2: ("coal-3",) * 4, 3: ("gas-2",) * 4, 4: ("oil-2",) * 3}
"""Columns of three seats with one free place."""
GAPS_IN_4 = {2: ("coal-3",) * 4, 3: ("gas-2",) * 4, 4: ("oil-3",)}
SECOND_PILE = ["coal-3", "gas-3", "oil-3", "uranium-2"]


def with_columns(built: CardScenario, columns: dict[int, tuple[str, ...]]) -> CardScenario:
    for price, cards in columns.items():
        built.column(price, *cards)
    return built


def resupply(columns: dict[int, tuple[str, ...]]) -> CardTable:
    """Three seats without plants; the columns as they lie before the resupply."""
    return with_columns(card_scenario(3), columns).at("bureaucracy")


def short(reshuffles: int, gap: dict[int, tuple[str, ...]] = GAP_IN_4) -> CardScenario:
    """The fuel stack is empty and a place is free; cards that are not named are discarded."""
    built = with_columns(card_scenario(3), gap).reshuffles(reshuffles).fuel_stack()
    return built.market(*MARKET).stack(top=[30, 31, 32, 33])


def hoarded(columns: dict[int, tuple[str, ...]], discard: Sequence[str], n: int) -> CardTable:
    """Return a table after ``n`` reshuffles; three seats hold all cards but these and burn none."""
    built = with_columns(card_scenario(3), columns).reshuffles(n).fuel_stack()
    built.owns(0, 12, 19, 27).owns(1, "7a", 16, 29).owns(2, 26, 31, 38)
    cards = built.game.rules.cards
    held: dict[int, list[str]] = {0: [], 1: [], 2: []}
    for card in range(cards.n_printed):
        name = cards.names[card]
        lying = [*discard, *(each for column in columns.values() for each in column)].count(name)
        waiting = 0 if n else cards.second_pile[card]
        face = f"{name}:1" if cards.units_of[card] > 1 else name
        seat = (0, 1, 1, 2)[cards.kind_of[card]]
        held[seat] += [face] * (cards.totals[card] - lying - waiting)
    for seat in range(3):
        built.stores(seat, *held[seat])
    built.market(10, 11, 13, 14, 15, 17, 18, 20).stack(top=[30, 32, 33, 34])
    return built.at("bureaucracy")


def decline(table: CardTable) -> list[Event]:
    """Everyone produces nothing."""
    events: list[Event] = []
    while table.actor != CHANCE:
        events += table.do(f"{table.actor} produce nothing")
    return events


def deal_all(table: CardTable) -> list[Event]:
    """Deal the first possible fuel card as long as one is due."""
    events: list[Event] = []
    while table.actor == CHANCE and table.legal()[0].startswith("chance fuel"):
        events += table.do(table.legal()[0])
    return events


def dealt_to(table: CardTable, events: Sequence[Event]) -> list[int]:
    """The prices of the columns that got cards from the stack, in this order."""
    prices = table.game.rules.cards.prices
    return [prices[event.column] for event in only(events, FuelDealt)]


def story(events: Sequence[Event], *kinds: type[Event]) -> list[str]:
    """The names of the events of these classes, as they happened, repeated ones once."""
    names = [type(event).__name__ for event in events if isinstance(event, kinds)]
    return [name for place, name in enumerate(names) if place == 0 or names[place - 1] != name]


# The three steps


def test_k7_1_production_and_order_then_fuel_then_plants() -> None:
    """The steps follow in this sequence, and then the next round begins."""
    built = with_columns(card_scenario(2), {3: ("coal-1",)}).owns(1, "8a")
    built.trust_stores("oil-2").market(*MARKET).stack(top=[30])
    table = built.at("bureaucracy")
    events = [*table.began, *table.do("1 produce 8a"), *deal_all(table), *table.reveal(30)]
    steps = (ElectricityProduced, TrustBurnedCards, OrderSet, FuelMoved, FuelDealt)
    assert story(events, *steps, CardWentUnder, CardJoined) == [
        "ElectricityProduced",
        "TrustBurnedCards",
        "OrderSet",
        "FuelMoved",
        "FuelDealt",
        "CardWentUnder",
        "CardJoined",
    ]
    assert (table.phase, table.state.round, table.actor) == ("auction", 3, 1)


# Moves


def test_k7_2_cards_move_from_3_to_2_from_4_to_2_and_from_4_to_3() -> None:
    """Column 2 takes from 4 what 3 could not give."""
    columns = {2: ("coal-3",), 3: ("gas-3", "oil-1"), 4: ("gas-1", "gas-2", "oil-2", "oil-3")}
    table = resupply(columns)
    assert table.moved(table.began) == [
        *("gas-3 3>2", "oil-1 3>2"),
        "gas-1 4>2",
        *("gas-2 4>3", "oil-2 4>3", "oil-3 4>3"),
    ]
    assert table.column(2) == ["coal-3", "gas-1", "gas-3", "oil-1"]
    assert table.column(3) == ["gas-2", "oil-2", "oil-3"]
    assert table.column(4) == []


def test_k7_2_column_2_takes_from_3_before_4() -> None:
    """Even where coal is in 4; the gap in 3 is filled from 4 only afterwards."""
    columns = {2: ("coal-3",) * 3, 3: ("uranium-1", "uranium-1"), 4: ("coal-1", "coal-2")}
    table = resupply(columns)
    assert table.moved(table.began) == ["uranium-1 3>2", "coal-1 4>3", "coal-2 4>3"]


def test_k7_2_only_free_places_are_filled() -> None:
    """Full columns keep their cards."""
    table = card_scenario(3).full_columns().at("bureaucracy")
    assert only(table.began, FuelMoved) == []
    assert [len(table.column(price)) for price in (2, 3, 4)] == [4, 4, 4]
    table = resupply({2: ("coal-3",) * 4, 3: ("gas-2",), 4: ("oil-2",)})
    assert table.moved(table.began) == ["oil-2 4>3"]


@pytest.mark.parametrize(
    ("free", "moved"),
    [
        (1, ["coal-3"]),
        (2, ["coal-3", "gas-1"]),
        (3, ["coal-3", "gas-1", "gas-3"]),
        (4, ["coal-3", "gas-1", "gas-3", "uranium-1"]),
    ],
)
@pytest.mark.parametrize(("dear", "cheap"), [(3, 2), (4, 2), (4, 3)])
def test_k7_3_coal_first_and_the_fewest_units_first(
    dear: int, cheap: int, free: int, moved: list[str]
) -> None:
    """Each of the three moves takes coal, gas, oil, uranium, and within a kind by units."""
    others = [price for price in (2, 3, 4) if price not in (dear, cheap)]
    columns = {cheap: ("oil-2", "coal-2", "coal-2", "oil-2")[free:]}
    columns[dear] = ("uranium-1", "gas-3", "gas-1", "coal-3")
    if others == [2]:
        columns[2] = ("gas-2",) * 4
    table = resupply(columns)
    first = [line for line in table.moved(table.began) if line.endswith(f"{dear}>{cheap}")]
    assert first == [f"{card} {dear}>{cheap}" for card in moved]


def test_k7_3_oil_before_uranium() -> None:
    """Cards of any units."""
    table = resupply({2: ("coal-3",) * 3, 3: ("uranium-1", "oil-3", "oil-2")})
    assert table.moved(table.began)[0] == "oil-2 3>2"
    table = resupply({2: ("coal-3",) * 3, 3: ("uranium-2", "uranium-1")})
    assert table.moved(table.began)[0] == "uranium-1 3>2"


# Cards from the stack


def test_k7_4_column_2_is_filled_first_then_3_then_4() -> None:
    """Each column gets as many cards as are missing after the moves."""
    table = resupply({2: ("coal-3", "coal-3"), 4: ("gas-1",)})
    assert table.column(2) == ["coal-3", "coal-3", "gas-1"]
    assert dealt_to(table, deal_all(table)) == [2, *[3] * 4, *[4] * 4]
    assert [len(table.column(price)) for price in (2, 3, 4)] == [4, 4, 4]


@pytest.mark.parametrize(("seats", "places"), [(2, 4), (3, 4), (4, 5), (5, 6), (6, 6)])
def test_k7_4_as_many_places_as_in_the_set_up(seats: int, places: int) -> None:
    """The places of a column follow the number of seats."""
    table = card_scenario(seats).at("bureaucracy")
    assert dealt_to(table, deal_all(table)) == [2] * places + [3] * places + [4] * places


def test_k7_4_nothing_moves_into_or_out_of_column_1() -> None:
    """Singles stay, and no printed card joins them."""
    table = resupply({1: ("coal-single", "oil-single"), 3: ("coal-1",)})
    events = [*table.began, *deal_all(table)]
    assert table.moved(events) == ["coal-1 3>2"]
    assert table.column(1) == ["coal-single", "oil-single"]
    table = resupply({2: ("coal-1",), 3: ("coal-2",) * 3})
    assert (table.column(1), table.column(2)) == ([], ["coal-1", "coal-2", "coal-2", "coal-2"])


# Reshuffles


def test_k7_5_the_discard_pile_becomes_the_stack() -> None:
    """A card is needed and the stack is empty."""
    built = with_columns(card_scenario(3), GAP_IN_4).fuel_stack()
    table = built.market(*MARKET).stack(top=[30, 31]).at("bureaucracy")
    assert [event.number for event in only(table.began, FuelReshuffled)] == [1]
    expected = {"coal-1": 1, "coal-2": 3, "gas-1": 1, "gas-3": 3, "oil-1": 1, "oil-3": 3}
    expected |= {"coal-3": 1, "uranium-1": 2, "uranium-2": 2}
    pile = table.fuel_stack()
    assert {card: pile.count(card) for card in pile} == expected
    table.reveal(30)
    table.fuel_card("uranium-2")
    assert table.column(4) == ["oil-2", "oil-2", "oil-2", "uranium-2"]


def test_k7_5_the_stack_is_made_only_when_a_card_is_needed() -> None:
    """The last card of the stack fills the last place: no reshuffle, the stack stays empty."""
    built = with_columns(card_scenario(3), GAP_IN_4).fuel_stack("coal-1").market(*MARKET)
    table = built.stack(top=[30]).at("bureaucracy")
    before = table.discard()
    events = table.fuel_card("coal-1")
    assert only([*table.began, *events], FuelReshuffled) == []
    assert (table.fuel_stack(), table.discard()) == ([], before)
    assert table.left(events) == []


def test_k7_5_the_rest_of_the_stack_is_dealt_before() -> None:
    """The reshuffle comes in the midst of the resupply."""
    built = with_columns(card_scenario(3), GAPS_IN_4).fuel_stack("coal-1", "gas-1")
    table = built.market(*MARKET).stack(top=[30, 31]).at("bureaucracy")
    assert only(table.began, FuelReshuffled) == []
    assert only(table.fuel_card("gas-1"), FuelReshuffled) == []
    assert len(only(table.fuel_card("coal-1"), FuelReshuffled)) == 1
    table.reveal(30)
    table.fuel_card("oil-1")
    assert table.column(4) == ["coal-1", "gas-1", "oil-1", "oil-3"]


def test_k7_5_what_is_burned_in_this_phase_is_in_it() -> None:
    """The pile is shuffled after the production."""
    built = short(1).owns(0, "8b").stores(0, "uranium-1")
    table = built.at("bureaucracy")
    table.do("0 produce 8b")
    assert table.fuel_stack().count("uranium-1") == 2


def test_k7_6_at_the_first_reshuffle_the_second_set_is_the_new_pile() -> None:
    """The second set waits aside until the first reshuffle; the first was in the first pile."""
    table = card_scenario(3).at("bureaucracy")
    assert table.discard() == SECOND_PILE
    assert table.aside() == SECOND_PILE
    table = short(0).at("bureaucracy")
    assert (table.discard(), table.aside()) == (SECOND_PILE, [])
    assert table.fuel_stack().count("uranium-2") == 2


@pytest.mark.parametrize("before", [1, 2, 3])
def test_k7_7_later_piles_begin_empty(before: int) -> None:
    """The discard pile begins empty at the second and each later reshuffle."""
    table = short(before).at("bureaucracy")
    (event,) = only(table.began, FuelReshuffled)
    assert event.number == before + 1
    assert (table.discard(), table.aside()) == ([], [])


def test_k7_7_cards_held_or_in_the_market_are_not_in_the_stack() -> None:
    """All uranium and all oil-3 cards lie elsewhere, ``+`` and ``++`` cards among them."""
    columns = {2: ("uranium-1", "uranium-1", "uranium-2", "uranium-2"), 3: ("oil-3",) * 4}
    built = with_columns(card_scenario(3), {**columns, 4: ("gas-2",) * 3})
    built.reshuffles(1).fuel_stack().owns(0, 26).stores(0, "uranium-2").market(*MARKET)
    table = built.stack(top=[30]).at("bureaucracy")
    table.do("0 produce nothing")
    assert table.depot.n_reshuffles == 2
    assert {"uranium-1", "uranium-2", "oil-3"} & set(table.fuel_stack()) == set()
    assert table.aside() == []


@pytest.mark.parametrize("before", range(4))
def test_k7_8_each_reshuffle_costs_the_smallest_plant(before: int) -> None:
    """The third and fourth too: it leaves, and one card is drawn before the next fuel card."""
    table = short(before).at("bureaucracy")
    assert table.left(table.began) == ["10"]
    assert table.possible_cards() == [30]
    table.reveal(30)
    assert table.market() == [11, 12, 13, 14, 15, 16, 17, 30]
    assert table.legal()[0].startswith("chance fuel")


def test_k7_8_a_smaller_card_may_be_drawn() -> None:
    """No token is there that it could cost: it joins the market."""
    built = short(0).stack(top=["9a", 31])
    table = built.at("bureaucracy")
    events = table.reveal("9a")
    assert table.left(events) == []
    assert table.row() == ["9a", "11", "12", "13", "14", "15", "16", "17"]


def test_k7_8_two_reshuffles_in_one_resupply_cost_two_plants() -> None:
    """One card is in the first pile; three places are free."""
    table = hoarded(GAPS_IN_4, ["coal-1"], 0)
    events = decline(table)
    assert table.left(events) == ["10"]
    table.reveal(30)
    assert table.fuel_stack() == ["coal-1"]
    events = table.fuel_card("coal-1")
    assert [event.number for event in only(events, FuelReshuffled)] == [2]
    assert table.left(events) == ["11"]
    assert (table.fuel_stack(), table.discard()) == (SECOND_PILE, [])
    table.reveal(32)
    assert len(deal_all(table)) > 0
    assert (len(table.column(4)), len(table.fuel_stack())) == (4, 2)


def test_k7_9_places_stay_free_if_both_piles_are_empty() -> None:
    """No reshuffle, so no plant leaves; the update comes as always."""
    table = hoarded(GAP_IN_4, [], 1)
    events = decline(table)
    assert only(events, FuelReshuffled) == []
    assert table.left(events) == []
    assert (table.fuel_stack(), table.discard(), table.depot.n_reshuffles) == ([], [], 1)
    assert [len(table.column(price)) for price in (2, 3, 4)] == [4, 4, 3]
    assert table.named([event.card for event in only(events, CardWentUnder)]) == ["20"]
    assert table.possible_cards() == [30]


def test_k7_9_places_stay_free_after_a_reshuffle_that_gave_too_little() -> None:
    """One card, three free places."""
    table = hoarded(GAPS_IN_4, ["coal-1"], 1)
    decline(table)
    table.reveal(30)
    events = table.fuel_card("coal-1")
    assert only(events, FuelReshuffled) == []
    assert len(table.column(4)) == 2


@pytest.mark.parametrize("waited", [False, True])
def test_k7_10_a_reshuffle_with_six_plants_exchanges_the_smallest(waited: bool) -> None:
    """Six remain, however the end card came."""
    built = with_columns(card_scenario(3), GAP_IN_4).fuel_stack().announced(waited=waited)
    table = built.market(*SIX).stack(rest=[30, 31, 32]).at("bureaucracy")
    assert table.left(table.began) == ["20"]
    table.reveal(30)
    assert table.market() == [21, 22, 23, 24, 25, 30]
    assert table.legal()[0].startswith("chance fuel")


# Update


def test_k7_11_the_largest_plant_goes_under_the_stack() -> None:
    """Below the end card, and one card is drawn."""
    built = card_scenario(3).full_columns().market(*MARKET)
    table = built.stack(top=[30], under=[LAST_ROUND]).at("bureaucracy")
    assert table.named([event.card for event in only(table.began, CardWentUnder)]) == ["17"]
    assert table.layers()[-1] == [17]
    table.reveal(30)
    assert table.market() == [10, 11, 12, 13, 14, 15, 16, 30]
    assert (table.left(table.began), table.phase) == ([], "auction")


def test_k7_11_the_largest_plant_goes_even_if_drawn_at_a_reshuffle() -> None:
    """The largest plant at that time."""
    table = short(0).at("bureaucracy")
    table.reveal(30)
    events = deal_all(table)
    assert table.named([event.card for event in only(events, CardWentUnder)]) == ["30"]
    table.reveal(31)
    assert table.market() == [11, 12, 13, 14, 15, 16, 17, 31]
