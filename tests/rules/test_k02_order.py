"""Clauses k2: the player order of the card game."""

import pytest

from gridwright.engine.vocabulary.setup import OrderSet
from gridwright.engine.vocabulary.turn import PhaseBegan
from tests.kit import only
from tests.kit.card_scenario import CardScenario, CardTable, card_scenario, play_phase_out


def ecological(*plants: str, order: tuple[int, ...]) -> CardTable:
    """Each seat owns one plant that burns nothing, and may run it."""
    built = card_scenario(len(plants)).order(*order)
    for seat, plant in enumerate(plants):
        built.owns(seat, plant)
    return built.at("bureaucracy")


def asked(table: CardTable) -> list[int]:
    """Return the seats that act in a phase, if each of them declines."""
    phase, seats = table.phase, []
    while table.phase == phase and table.actor >= 0:
        seats.append(table.actor)
        idle = [line for line in table.legal() if line.split()[1] in ("pass", "finish-buying")]
        table.do(idle[0] if idle else f"{table.actor} produce nothing")
    return seats


def test_k2_1_the_higher_income_of_this_production_stands_first() -> None:
    """13 pays 7, 22 pays 9, 36 pays 13; neither money nor the plants owned matter."""
    table = ecological("13", "22", "36", order=(0, 1, 2))
    table.state.money[0] = 500
    (event,) = only(table.do("0 produce 13", "1 produce 22", "2 produce 36"), OrderSet)
    assert event.order == table.state.order == [2, 1, 0]


def test_k2_1_only_what_was_produced_counts() -> None:
    """Seat 2 leaves its best plant off and falls behind."""
    table = ecological("13", "22", "36", order=(0, 1, 2))
    table.do("0 produce 13", "1 produce 22", "2 produce nothing")
    assert table.state.order == [1, 0, 2]


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("larger_first", [True, False])
def test_k2_1_the_larger_plant_breaks_ties_for_every_place(place: int, larger_first: bool) -> None:
    """13 and 9a both pay 7. The rule book's wording covers the first place only."""
    others = {0: ("8a", "4a"), 1: ("36", "8a"), 2: ("36", "30")}[place]
    seats = {"13": 0, "9a": 1} if larger_first else {"9a": 0, "13": 1}
    built = card_scenario(4).owns(seats["13"], "13").owns(seats["9a"], "9a")
    built.stores(seats["9a"], "gas-1").owns(2, others[0])
    built.owns(3, others[1])
    table = built.at("bureaucracy")
    while table.actor >= 0:
        (plant,) = table.named(table.state.plants[table.actor])
        table.do(f"{table.actor} produce {plant}")
    assert table.state.order[place : place + 2] == [seats["13"], seats["9a"]]


def test_k2_2_after_the_first_auctions_the_larger_plant_stands_first() -> None:
    """The larger plant stands first, and fuel is bought in that order, last to first."""
    table = card_scenario(3).round(1).order(0, 1, 2).column(2, "coal-1").at("auction")
    table.sold("0 offer 3 3", "9b")
    table.sold("1 offer 5a 5", "9a")
    table.do("2 offer 4a 4")
    (event,) = only(play_phase_out(table), OrderSet)
    assert event.order == table.state.order == [1, 2, 0]
    assert (table.phase, table.state.round, table.actor) == ("resources", 1, 0)


def test_k2_2_three_plants_of_one_number_tie_three_seats() -> None:
    """5a, 5b and 5c: of three tied seats the first and the third change places (k2.4)."""
    built = card_scenario(3).round(1).order(0, 1, 2).column(2, "coal-1")
    built.market("5a", "5b", "5c", "8a", "9a", "10", "11", "12").stack(top=["20", "21"])
    table = built.at("auction")
    table.sold("0 offer 5b 5", "20")
    table.sold("1 offer 5a 5", "21")
    table.do("2 offer 5c 5")
    play_phase_out(table)
    assert table.state.order == [2, 1, 0]


def test_k2_2_auctions_of_a_later_round_set_no_order() -> None:
    table = card_scenario(3).round(2).owns(2, "13").at("auction")
    assert only(play_phase_out(table), OrderSet) == []
    assert table.state.order == [0, 1, 2]


def test_k2_3_auctions_and_production_forwards_fuel_backwards() -> None:
    built = card_scenario(3).order(2, 0, 1).owns(0, "4a").owns(1, "9b").owns(2, "21")
    built.column(2, "coal-1", "coal-2", "coal-2")
    for seat in range(3):
        built.stores(seat, "coal-single")
    assert asked(built.at("auction")) == [2, 0, 1]
    assert asked(built.at("resources")) == [1, 0, 2]
    assert asked(built.at("bureaucracy")) == [2, 0, 1]


# Ties


def penniless(seats: int, order: tuple[int, ...]) -> CardScenario:
    """No one owns anything or can pay for anything."""
    built = card_scenario(seats).order(*order)
    for seat in range(seats):
        built.money(seat, 0)
    return built


ORDERS = [(1, 0), (2, 0, 1), (3, 0, 2, 1), (2, 0, 4, 1, 3), (5, 0, 2, 4, 1, 3)]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("phase", ["auction", "bureaucracy"])
def test_k2_4_a_tied_group_is_reversed(phase: str, order: tuple[int, ...]) -> None:
    """The first and the third of four do not change places, as they do in the summary."""
    table = penniless(len(order), order).round(1).at(phase)
    events = play_phase_out(table) if phase == "auction" else table.began
    assert only(events, OrderSet)[0].order == list(reversed(order))


def test_k2_4_each_tied_group_is_reversed_within_the_places_it_holds() -> None:
    """Plants of one number tie for the second place, the seats without a plant for the fourth."""
    built = card_scenario(5).order(0, 1, 2, 3, 4)
    built.owns(0, "4a").stores(0, "coal-1").owns(2, "4b").stores(2, "oil-1").owns(3, "13")
    table = built.at("bureaucracy")
    table.do("0 produce 4a", "2 produce 4b", "3 produce 13")
    assert table.state.order == [3, 2, 0, 4, 1]


def test_k2_4_a_tied_group_is_reversed_after_the_first_auctions_too() -> None:
    """Two of three have the same number, and the third is behind them."""
    table = card_scenario(3).round(1).order(1, 0, 2).column(2, "oil-1").at("auction")
    table.sold("1 offer 4b 4", "9b")
    table.sold("0 offer 4a 4", "9a")
    table.do("2 offer 3 1")
    play_phase_out(table)
    assert (table.phase, table.state.order) == ("resources", [0, 1, 2])


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2)])
@pytest.mark.parametrize("second", ["3", "4b"])
def test_k2_5_neither_second_plants_nor_letters_are_compared(
    order: tuple[int, ...], second: str
) -> None:
    """Both earn 7 and own a 9: the first of them becomes second."""
    built = card_scenario(3).order(*order)
    built.owns(0, "9a", second).stores(0, "gas-1").owns(1, "9b").stores(1, "coal-1")
    table = built.at("bureaucracy")
    table.do(*[f"{seat} produce {'9a' if seat == 0 else '9b'}" for seat in order[:2]])
    assert table.state.order == [order[1], order[0], 2]


def test_k2_6_a_seat_that_produced_nothing_counts_with_1() -> None:
    """Asked or not, with a plant or without: three seats tie, and the larger plant decides."""
    built = card_scenario(4).order(3, 0, 1, 2).owns(0, "12").owns(1, "13").owns(2, "18")
    table = built.at("bureaucracy")
    assert table.actor == 1
    table.do("1 produce 13", "2 produce nothing")
    assert table.depot.incomes == [1, 7, 1, 1]
    assert table.state.order == [1, 2, 0, 3]


@pytest.mark.parametrize("preset", ["standard", "reference"])
def test_k2_7_the_three_phases_of_a_round(preset: str) -> None:
    """Auctions, fuel, bureaucracy; then the next round begins with its auctions."""
    table = card_scenario(3, preset=preset).full_columns().owns(0, "8a").at("bureaucracy")
    events = list(table.began)
    while (table.state.round, table.phase) != (4, "bureaucracy"):
        idle = [line for line in table.legal() if line.split()[1] in ("pass", "finish-buying")]
        events += table.do(idle[0] if idle else table.legal()[0])
    begun = [(each.round, table.game.phases[each.phase].NAME) for each in only(events, PhaseBegan)]
    start = begun.index((3, "auction"))
    names = ["auction", "resources", "bureaucracy"]
    assert begun[start : start + 3] == [(3, name) for name in names]
    assert begun[start + 3 :] == [(4, name) for name in names]
