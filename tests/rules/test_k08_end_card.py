"""Clauses k8: the end card."""

from collections.abc import Sequence

import pytest

from gridwright.engine.editions.card.vocabulary import (
    ElectricityProduced,
    FuelReshuffled,
    LastRoundSet,
)
from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.auction import OfferPlant
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import CardWentUnder, DiscountMoved
from gridwright.engine.vocabulary.turn import GameEnded, PhaseBegan
from tests.kit import facts, only
from tests.kit.card_scenario import (
    LAST_ROUND,
    CardScenario,
    CardTable,
    card_scenario,
    play_phase_out,
)

MARKET = (10, 11, 12, 13, 14, 15, 16, 17)
SIX = (20, 21, 22, 23, 24, 25)


def ending() -> CardScenario:
    """The end card is on top of three plants; the last seat could buy uranium."""
    built = card_scenario(3).full_columns().market(*MARKET).owns(2, 38)
    return built.stack(top=[LAST_ROUND], rest=[30, 31, 32])


def sell(table: CardTable, plant: int, price: int) -> list[Event]:
    """The chooser buys a plant against no one."""
    return table.sold(f"{table.actor} offer {plant} {price}")


def announce() -> CardTable:
    """The first seat bought plant 11, and the end card was drawn for it."""
    table = ending().at("auction")
    sell(table, 11, 11)
    table.reveal(LAST_ROUND)
    return table


def pass_all(table: CardTable) -> list[Event]:
    """Every seat passes in its turn."""
    events: list[Event] = []
    while table.phase == "auction" and table.actor != CHANCE:
        events += table.do(f"{table.actor} pass")
    return events


def play_out(table: CardTable) -> list[Event]:
    """Everyone declines until the game is over, which must be at the end of the next round."""
    events: list[Event] = []
    while table.phase != "over":
        events += play_phase_out(table)
        assert table.state.round <= 3
    return events


def due(table: CardTable) -> str:
    """Return what chance has to decide."""
    assert table.actor == CHANCE
    return table.legal()[0].split()[1]


def at_reshuffle() -> CardTable:
    """A plant is due for a reshuffle, and the end card is on top."""
    built = card_scenario(3).column(2, *["coal-3"] * 4).column(3, *["gas-2"] * 4)
    built.column(4, *["oil-2"] * 3).fuel_stack().market(*MARKET)
    return built.stack(top=[LAST_ROUND], rest=[30, 31, 32]).at("bureaucracy")


def went_under(table: CardTable, events: Sequence[Event]) -> list[str]:
    return table.named([event.card for event in only(events, CardWentUnder)])


# In the auctions


def test_k8_1_in_the_auctions_the_end_card_is_the_largest_of_the_market() -> None:
    """The end card takes the place of the plant that was sold."""
    table = announce()
    assert table.row() == ["10", "12", "13", "14", "15", "16", "17", LAST_ROUND]


def test_k8_1_the_stack_is_shuffled_immediately() -> None:
    """No one acts before; the seat that follows chooses after it."""
    table = announce()
    assert due(table) == "shuffle"
    table.shuffle()
    assert (table.phase, table.actor) == ("auction", 1)
    assert table.layers() == [[30, 31, 32]]


def test_k8_1_cards_below_the_end_card_are_drawn_in_the_same_phase() -> None:
    """The next draw comes from the shuffled stack, the cards put under it included."""
    built = ending().stack(top=[LAST_ROUND], rest=(), under=[37, 30])
    table = built.at("auction")
    sell(table, 11, 11)
    table.reveal(LAST_ROUND)
    table.shuffle()
    sell(table, 12, 12)
    assert table.possible_cards() == [30, 37]


def test_k8_1_the_end_card_may_follow_a_card_that_cost_the_token() -> None:
    """The smaller card leaves, the end card comes instead of it, and the stack is shuffled."""
    built = ending().stack(top=["9a", LAST_ROUND], rest=[30, 31])
    table = built.at("auction")
    sell(table, 11, 11)
    events = table.reveal("9a")
    assert table.left(events) == ["9a"]
    table.reveal(LAST_ROUND)
    assert (due(table), len(table.row()), table.row()[-1]) == ("shuffle", 8, LAST_ROUND)


def test_k8_1_the_end_card_may_follow_the_plant_of_the_trust() -> None:
    """Drawn in the auctions, it waits in the market."""
    built = card_scenario(2).full_columns().market(*MARKET)
    table = built.stack(top=[LAST_ROUND], rest=[30, 31, 32]).at("auction")
    table.do("0 pass")
    table.reveal(LAST_ROUND)
    assert (due(table), table.row()[-1], table.trust_plants()) == ("shuffle", LAST_ROUND, [13])
    table.shuffle()
    assert (table.actor, table.current()) == (1, [10, 11, 12, 14])


def test_k8_1_nothing_is_shuffled_where_nothing_is_left() -> None:
    """The next seat chooses immediately."""
    table = ending().stack(top=[LAST_ROUND], rest=()).at("auction")
    sell(table, 11, 11)
    table.reveal(LAST_ROUND)
    assert table.actor == 1


@pytest.mark.clause("k3.23")
def test_k8_1_the_end_card_leaves_after_the_unsold_plant_under_the_token() -> None:
    """The unsold plant is replaced first; then the smallest of seven leaves with the end card."""
    table = announce()
    table.shuffle()
    events = pass_all(table)
    assert table.left(events) == ["10"]
    assert table.possible_cards() == [30, 31, 32]
    events = table.reveal(30)
    assert table.left(events) == [LAST_ROUND, "12"]
    assert table.market() == [13, 14, 15, 16, 17, 30]


@pytest.mark.clause("k3.23")
def test_k8_1_the_end_card_leaves_with_the_smallest_after_the_phase() -> None:
    """The end card and the smallest plant leave without replacement after the auctions."""
    table = ending().at("auction")
    sell(table, 10, 1)
    table.reveal(LAST_ROUND)
    table.shuffle()
    assert len(table.row()) == 8
    events = pass_all(table)
    assert table.left(events) == [LAST_ROUND, "11"]
    assert table.market() == [12, 13, 14, 15, 16, 17]
    assert table.layers() == [[30, 31, 32]]


def test_k8_2_an_end_card_for_the_unsold_plant_fills_the_eighth_place() -> None:
    """The stack is shuffled, the end card leaves with the smallest plant, and six remain."""
    table = ending().at("auction")
    events = pass_all(table)
    assert table.left(events) == ["10"]
    table.reveal(LAST_ROUND)
    assert table.row() == ["11", "12", "13", "14", "15", "16", "17", LAST_ROUND]
    assert due(table) == "shuffle"
    events = table.shuffle()
    assert table.left(events) == [LAST_ROUND, "11"]
    assert table.market() == [12, 13, 14, 15, 16, 17]
    assert table.layers() == [[30, 31, 32]]
    assert [event.waited for event in only(events, LastRoundSet)] == [True]


def test_k8_2_the_update_of_that_round_exchanges_the_smallest() -> None:
    """The update exchanges the smallest plant, as after any end card of the auctions."""
    table = ending().at("auction")
    pass_all(table)
    table.reveal(LAST_ROUND)
    table.shuffle()
    events = table.do("2 finish-buying")
    assert (table.phase, table.left(events)) == ("bureaucracy", ["12"])
    table.reveal(30)
    assert table.market() == [13, 14, 15, 16, 17, 30]


def test_k8_3_the_market_keeps_eight_cards_seven_of_them_plants() -> None:
    """The four smallest plants are the current market, and each sale is replaced."""
    table = announce()
    table.shuffle()
    assert (len(table.row()), table.current()) == (8, [10, 12, 13, 14])
    sell(table, 12, 12)
    table.reveal(31)
    assert table.row() == ["10", "13", "14", "15", "16", "17", "31", LAST_ROUND]
    assert table.current() == [10, 13, 14, 15]


def test_k8_3_a_plant_of_the_future_market_is_not_on_offer() -> None:
    """Six open plants there are only in the last round."""
    table = announce()
    table.shuffle()
    assert facts(table.refused("1 offer 15 15"))[:2] == ("k3.2", "not_on_offer")


@pytest.mark.parametrize("market", [MARKET, (10, 11, 12)])
def test_k8_3_no_one_can_offer_the_end_card(market: tuple[int, ...]) -> None:
    """The end card cannot be offered, not even as one of the four smallest cards."""
    built = ending().market(*market).stack(top=[LAST_ROUND], rest=()).money(1, 100)
    table = built.at("auction")
    sell(table, 11, 11)
    table.reveal(LAST_ROUND)
    card = table.game.rules.deck.step_card
    assert table.row()[-1] == LAST_ROUND
    assert facts(table.refused_action(OfferPlant(1, card, 50))) == (
        "k3.2",
        "not_on_offer",
        {"plant": card},
    )
    assert len(table.current()) == min(4, len(market) - 1)


def test_k8_3_a_low_card_still_costs_the_token() -> None:
    """Draws of the phase follow the same rules as before."""
    table = ending().stack(top=[LAST_ROUND], rest=["9a", 30]).at("auction")
    sell(table, 11, 11)
    table.reveal(LAST_ROUND)
    table.shuffle("small")
    sell(table, 12, 12)
    events = table.reveal("9a")
    assert table.left(events) == ["9a"]
    assert len(only(events, DiscountMoved)) == 1
    table.reveal(30)
    assert len(table.row()) == 8


# The rounds that follow


def test_k8_4_fuel_and_bureaucracy_follow_and_then_one_more_round() -> None:
    """The phases after an end card in the auctions of round 2."""
    table = ending().owns(1, "8a").at("auction")
    sell(table, 10, 1)
    events = table.reveal(LAST_ROUND)
    events += play_out(table)
    names = [table.game.phases[each.phase].NAME for each in only(events, PhaseBegan)]
    assert names == ["resources", "bureaucracy", "auction", "resources"]
    assert [each.round for each in only(events, PhaseBegan)] == [2, 2, 3, 3]
    assert len(only(events, ElectricityProduced)) == 3
    assert [event.round for event in only(events, LastRoundSet)] == [3]


@pytest.mark.parametrize("where", ["auction", "reshuffle", "update"])
def test_k8_4_the_next_round_is_the_last_in_each_phase(where: str) -> None:
    """All seats play it: auctions, fuel, end."""
    table = at_reshuffle() if where == "reshuffle" else ending().at("bureaucracy")
    if where == "auction":
        table = ending().at("auction")
        pass_all(table)
    assert LAST_ROUND in table.notation.text(table.game.legal(table.state)[0])
    events = table.reveal(LAST_ROUND)
    events += play_out(table)
    assert table.state.round == 3
    assert len(only(events, GameEnded)) == 1


def test_k8_5_the_update_exchanges_the_smallest_of_six() -> None:
    """No plant goes under the stack, and the card is drawn from the shuffled one."""
    built = card_scenario(3).full_columns().announced(waited=True)
    table = built.market(*SIX).stack(rest=[30, 31]).at("bureaucracy")
    assert table.left(table.began) == ["20"]
    assert went_under(table, table.began) == []
    assert table.possible_cards() == [30, 31]
    events = table.reveal(31)
    assert table.market() == [21, 22, 23, 24, 25, 31]
    assert (table.left(events), went_under(table, events)) == ([], [])
    assert (table.phase, table.state.round) == ("auction", 3)


def test_k8_5_the_end_card_is_gone_before_fuel_is_bought() -> None:
    """The end card left with the auctions, before fuel is bought."""
    built = ending().owns(2, 12).market(10, 11, 13, 14, 15, 16, 17, 18)
    table = built.column(2, "coal-3").at("auction")
    sell(table, 10, 1)
    table.reveal(LAST_ROUND)
    table.shuffle()
    pass_all(table)
    assert (table.phase, table.actor) == ("resources", 2)
    assert table.market() == [13, 14, 15, 16, 17, 18]


def test_k8_5_with_an_empty_stack_five_remain() -> None:
    """The smallest leaves all the same."""
    built = card_scenario(3).full_columns().announced(waited=True)
    table = built.market(*SIX).stack(rest=()).at("bureaucracy")
    assert (table.phase, table.market()) == ("auction", [21, 22, 23, 24, 25])


def test_k8_6_at_a_reshuffle_it_and_the_smallest_leave_immediately() -> None:
    """One plant left for the reshuffle, one leaves with the end card: six remain."""
    table = at_reshuffle()
    assert table.left(table.began) == ["10"]
    events = table.reveal(LAST_ROUND)
    assert LAST_ROUND not in table.row()
    assert due(table) == "shuffle"
    events += table.shuffle()
    assert table.left(events) == [LAST_ROUND, "11"]
    assert table.market() == [12, 13, 14, 15, 16, 17]
    assert due(table) == "fuel"


def test_k8_6_the_update_of_that_round_does_nothing() -> None:
    """No plant leaves, none goes under, none is drawn."""
    table = at_reshuffle()
    table.reveal(LAST_ROUND)
    table.shuffle()
    events = table.fuel_card("coal-1")
    assert (table.left(events), went_under(table, events)) == ([], [])
    assert (table.phase, table.state.round) == ("auction", 3)
    assert (table.market(), table.layers()) == ([12, 13, 14, 15, 16, 17], [[30, 31, 32]])


def test_k8_6_another_reshuffle_of_the_round_exchanges_among_six() -> None:
    """The reshuffle exchanges a plant of its own (k7.8), and the update still does nothing."""
    built = card_scenario(3).announced(waited=False).column(2, *["coal-3"] * 4)
    built.column(3, *["gas-2"] * 4).column(4, *["oil-2"] * 3).fuel_stack().market(*SIX)
    table = built.stack(rest=[30, 31]).at("bureaucracy")
    assert len(only(table.began, FuelReshuffled)) == 1
    table.reveal(30)
    table.fuel_card("coal-1")
    assert (table.phase, table.market()) == ("auction", [21, 22, 23, 24, 25, 30])


def test_k8_7_in_the_update_the_end_card_and_the_smallest_leave_immediately() -> None:
    """No card replaces the two, and the plant just put under the stack is shuffled in."""
    table = ending().at("bureaucracy")
    assert went_under(table, table.began) == ["17"]
    events = table.reveal(LAST_ROUND)
    assert due(table) == "shuffle"
    events += table.shuffle()
    assert table.left(events) == [LAST_ROUND, "10"]
    assert table.market() == [11, 12, 13, 14, 15, 16]
    assert table.layers() == [[17, 30, 31, 32]]
    assert (table.phase, table.state.round) == ("auction", 3)
    assert table.current() == [11, 12, 13, 14, 15, 16]


def test_k8_8_the_end_card_leaves_the_game_for_good() -> None:
    """Gone with the plants, and in no stack that is shuffled later."""
    table = announce()
    table.shuffle()
    pass_all(table)
    table.reveal(30)
    card = table.game.rules.deck.step_card
    assert table.state.gone >> card & 1
    assert not any(pool >> card & 1 for pool in table.state.stack.pools)
    assert LAST_ROUND not in table.row()
