"""Worked examples of the card game's rule book, from the Trust's purchase to the final score."""

import pytest

from gridwright.engine.editions.card.vocabulary import (
    ElectricityProduced,
    FuelDealt,
    TrustTookCards,
)
from gridwright.engine.vocabulary.auction import PlantScrapped
from gridwright.engine.vocabulary.setup import OrderSet
from gridwright.engine.vocabulary.turn import GameEnded
from tests.kit import only
from tests.kit.card_scenario import LAST_ROUND, CardTable, card_scenario

MARKET = (10, 11, 12, 13, 14, 15, 16, 17)
SIX = (31, 32, 33, 34, 35, 36)


@pytest.mark.clause("k10.8", "k10.9", "k10.10")
def test_the_trust_takes_a_single_two_gas_cards_and_spills_one_gas() -> None:
    """The last player spilled the coal that it takes first; the hybrid gets what gas is left over.

    Its plants need 1 coal, 1 gas, and 3 of gas or oil.
    """
    built = card_scenario(2).trust_owns(21, 14, "7a").owns(1, "3", "4a", "8b").owns(0, 38)
    built.stores(1, "coal-2").column(2, "coal-2", "coal-3", "gas-2", "gas-3")
    table = built.column(3, "uranium-1").column(4, "uranium-2").at("resources")
    table.do("1 buy-card uranium-1 3", "1 buy-card coal-2 2", "1 buy-card coal-3 2")
    assert (table.money(1), table.column(1)) == (12 - 7, ["coal-single"])
    (event,) = only(table.do("1 finish-buying"), TrustTookCards)
    names = table.notation.fuel_cards
    assert [(names[card], kept) for card, _column, kept in event.taken] == [
        ("coal-single", 1),
        ("gas-2", 2),
        ("gas-3", 2),
    ]
    assert table.trust_storage() == ["gas-2", "gas-3:2", "coal-single"]
    assert table.column(1) == ["gas-single"]


@pytest.mark.clause("k6.4", "k6.7")
def test_production_with_three_plants_for_16() -> None:
    """The uranium card and one coal card are discarded, another coal card is turned to 1."""
    built = card_scenario(2).owns(0, 3, "4a", "8b")
    table = built.stores(0, "coal-2", "coal-2", "coal-3:2", "uranium-1").at("bureaucracy")
    before = table.discard()
    (event, *_others) = only(table.do("0 produce 3+4a+8b"), ElectricityProduced)
    assert (event.income, table.money(0)) == (16, 12 + 16)
    assert table.storage(0) == ["coal-2:1", "coal-3:2"]
    assert sorted(table.discard()) == sorted([*before, "coal-2", "uranium-1"])


@pytest.mark.clause("k2.1", "k10.7")
def test_the_order_after_incomes_of_16_and_18() -> None:
    """The two players change places, and the Trust stays between them."""
    built = card_scenario(2).full_columns().owns(0, 13, 22).owns(1, 18, 25).trust_owns(36)
    table = built.at("bureaucracy")
    events = table.do("0 produce 13+22", "1 produce 18+25")
    assert [event.income for event in only(events, ElectricityProduced)] == [16, 18]
    assert [event.order for event in only(events, OrderSet)] == [[1, 0]]


@pytest.mark.clause("k7.2", "k7.3", "k7.4")
def test_the_resupply_moves_cards_and_then_draws() -> None:
    """Column 2 is filled by both cards of column 3 and one of column 4, the rest goes to 3."""
    built = card_scenario(2).column(2, "uranium-1").column(3, "coal-3", "gas-2")
    table = built.column(4, "gas-1", "oil-1", "oil-2", "uranium-2").at("bureaucracy")
    assert table.moved(table.began) == [
        *("coal-3 3>2", "gas-2 3>2", "gas-1 4>2"),
        *("oil-1 4>3", "oil-2 4>3", "uranium-2 4>3"),
    ]
    assert table.column(2) == ["coal-3", "gas-1", "gas-2", "uranium-1"]
    drawn = ("gas-3", "oil-3", "coal-2", "coal-1", "gas-2")
    events = [event for card in drawn for event in table.fuel_card(card)]
    assert [event.column + 1 for event in only(events, FuelDealt)] == [3, 4, 4, 4, 4]
    assert table.column(3) == ["gas-3", "oil-1", "oil-2", "uranium-2"]
    assert table.column(4) == ["coal-1", "coal-2", "gas-2", "oil-3"]


def reduced(phase: str) -> CardTable:
    """The end card comes next."""
    built = card_scenario(3).full_columns().owns(2, 38).market(*MARKET)
    return built.stack(top=[LAST_ROUND], rest=[30, 31]).at(phase)


@pytest.mark.clause("k3.23")
def test_the_end_card_reduces_the_market_to_six_after_the_auctions() -> None:
    """The end card waits as the largest card until the end of the phase."""
    table = reduced("auction")
    table.sold("0 offer 10 1", LAST_ROUND)
    table.shuffle()
    assert table.row() == ["11", "12", "13", "14", "15", "16", "17", LAST_ROUND]
    table.do("1 pass", "2 pass")
    assert (table.phase, table.market()) == ("resources", [12, 13, 14, 15, 16, 17])


@pytest.mark.clause("k8.7")
def test_the_end_card_reduces_the_market_to_six_in_the_update() -> None:
    """The market shrinks in the phase in which the end card is drawn."""
    table = reduced("bureaucracy")
    table.reveal(LAST_ROUND)
    table.shuffle()
    assert table.market() == table.current() == [11, 12, 13, 14, 15, 16]


@pytest.mark.clause("k9.2", "k9.3")
def test_a_final_score_of_28() -> None:
    """Plants for 7, 9 and 10, and 23 Elektro: 3 are left, and the largest plant is 19."""
    built = card_scenario(4).last_round().market(*SIX).stack(rest=())
    built.owns(0, 12, 13, 19).stores(0, "coal-2", "coal-3").money(0, 23)
    built.owns(1, 30, 22, 28).money(1, 72)
    built.owns(2, 25, 18).money(2, 104)
    built.owns(3, 10, "9a", "9b").stores(3, "gas-3", "coal-1").money(3, 63)
    table = built.at("resources")
    (end,) = only(table.began, GameEnded)
    assert end.scores == [28, 28, 28, 28]
    assert [table.game.scoring.tie_breaks(table.state, seat) for seat in range(4)] == [
        *((3, 19), (2, 30), (4, 25), (3, 10)),
    ]
    assert end.ranking == [2, 4, 1, 3]


@pytest.mark.clause("k11.1")
def test_the_contractor_pays_1_and_then_nothing() -> None:
    """The first who scraps in the game, and the next in the same phase."""
    built = card_scenario(3, contractor=True).market(*MARKET).stack(top=[30, 31])
    built.owns(0, 3, "4a", "4b").owns(1, "5a", "5b", "6").money(1, 13)
    table = built.at("auction")
    table.sold("0 offer 11 11")
    (first,) = only(table.do("0 scrap 3"), PlantScrapped)
    table.reveal(30)
    table.sold("1 offer 12 12")
    (second,) = only(table.do("1 scrap 5a"), PlantScrapped)
    assert (first.paid, second.paid) == (1, 0)
    assert table.state.money == [12 - 11 + 1, 13 - 12, 12]
