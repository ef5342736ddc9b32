"""The rule book's worked examples for the plant market, the auctions and buying fuel."""

import pytest

from gridwright.engine.editions.card.vocabulary import FuelCardBought
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.vocabulary.auction import PlantBought
from gridwright.engine.vocabulary.market import LEFT_UNDERCUT, CardJoined, CardLeft, DiscountMoved
from tests.kit import only
from tests.kit.card_scenario import CardTable, card_opening, card_scenario

CURRENT = 4


def rows(table: CardTable) -> tuple[list[str], list[str]]:
    """The current and the future market."""
    row = table.row()
    return row[:CURRENT], row[CURRENT:]


@pytest.mark.clause("k1.9", "k4.1", "k4.4", "k3.16")
@pytest.mark.parametrize(
    ("drawn", "current", "future"),
    [
        ("8b 4a 7a 5b 3 4b 8a 6", "3 4a 4b 5b", "6 7a 8b 8a"),
        ("4b 9a 4a 5b 5a 9b 7b 7a", "4b 4a 5b 5a", "7b 7a 9a 9b"),
        ("9b 8b 7b 6 5b 5a 4b 4a", "4b 4a 5b 5a", "6 7b 8b 9b"),
    ],
)
def test_preparing_the_plant_market(drawn: str, current: str, future: str) -> None:
    """The later drawn of two plants with one number is the dearer, with any fuel."""
    table = card_opening(4, order=(0, 1, 2, 3))
    for name in drawn.split():
        table.reveal(name)
    assert rows(table) == (current.split(), future.split())
    table.deal()
    assert table.named([table.state.discount]) == [current.split(maxsplit=1)[0]]
    assert f"0 offer {current.split(maxsplit=1)[0]} 1" in table.legal()


@pytest.mark.clause("k3.2", "k3.13", "k4.4")
def test_the_third_plant_is_sold_and_replaced() -> None:
    """The new plant moves the dearest current one on, and 5a is to its left."""
    built = card_scenario(4).market("4b", "5a", "6", "7a", "8b", "9a", "9b", "12")
    table = built.stack(top=["5b"]).at("auction")
    third = rows(table)[0][2]
    events = table.do(f"0 offer {third} 6", "1 bid 7", "2 drop", "3 drop", "0 drop")
    assert [(each.seat, each.price) for each in only(events, PlantBought)] == [(1, 7)]
    assert rows(table) == (["4b", "5a", "7a", "8b"], ["9a", "9b", "12"])
    assert len(only(table.reveal("5b"), CardJoined)) == 1
    assert rows(table) == (["4b", "5a", "5b", "7a"], ["8b", "9a", "9b", "12"])


@pytest.mark.clause("k3.19", "k3.20", "k3.21")
def test_a_smaller_plant_is_drawn_and_leaves_with_the_token() -> None:
    """Another is drawn; the plant that was cheap stays and costs its number."""
    built = card_scenario(4).market("5a", "6", "7a", "8b", "9a", "9b", "12", "13")
    table = built.stack(top=["4a", "15"]).at("auction")
    assert table.named([table.state.discount]) == ["5a"]
    table.sold("0 offer 7a 7")
    events = table.reveal("4a")
    assert [(each.card, each.cause) for each in only(events, CardLeft)] == [
        (table.notation.cards.index("4a"), LEFT_UNDERCUT)
    ]
    assert [each.card for each in only(events, DiscountMoved)] == [NONE]
    assert table.actor == CHANCE
    table.reveal("15")
    assert rows(table) == (["5a", "6", "8b", "9a"], ["9b", "12", "13", "15"])
    assert table.refused("1 offer 5a 1").code == "opening_too_low"


def anna() -> CardTable:
    """Seat 2 has two coal, and plants that burn three coal and one uranium."""
    built = card_scenario(3).order(0, 1, 2).owns(2, "3", "4a", "8b").stores(2, "coal-2")
    built.owns(1, "9b").column(2, "coal-2", "coal-3").column(3, "uranium-1", "gas-2")
    return built.at("resources")


BUYS = ("2 buy-card uranium-1 3", "2 buy-card coal-3 2", "2 buy-card coal-2 2")


@pytest.mark.clause("k5.2", "k5.3", "k5.8")
def test_buying_with_a_coal_that_is_spilled() -> None:
    """Seven Elektro for three cards; one of seven coal has no room."""
    table = anna()
    bought = only(table.do(*BUYS), FuelCardBought)
    assert [each.cost for each in bought] == [3, 2, 2]
    assert table.money(2) == 12 - 7
    assert table.fuel(2) == {"coal": 6, "uranium": 1}
    assert table.storage(2) == ["coal-2:1", "coal-2", "coal-3", "uranium-1"]
    assert table.column(1) == ["coal-single"]
    table.do("2 finish-buying", "1 buy-card coal-single 1")
    assert (table.money(1), table.storage(1), table.column(1)) == (11, ["coal-single"], [])


@pytest.mark.clause("k5.8")
def test_the_card_bought_last_is_the_one_that_is_reduced() -> None:
    """Bought the other way round, the card of three shows two."""
    table = anna()
    table.do(*reversed(BUYS))
    assert table.storage(2) == ["coal-2", "coal-2", "coal-3:2", "uranium-1"]
    assert (table.money(2), table.column(1)) == (5, ["coal-single"])
