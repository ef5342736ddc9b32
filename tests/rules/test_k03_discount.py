"""Clauses k3.16 to k3.22: the discount token of the card game."""

import pytest

from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import (
    LEFT_UNDERCUT,
    LEFT_UNSOLD,
    CardJoined,
    CardLeft,
    DiscountMoved,
)
from tests.kit import Card, only
from tests.kit.card_scenario import LAST_ROUND, CardScenario, CardTable, card_scenario

MARKET = ("7b", "10", "11", "12", "13", "14", "15", "16")
REST = list(MARKET[1:])


def with_token(*drawn: Card) -> CardScenario:
    """The token will be on plant 7b; those cards are on top of the stack."""
    built = card_scenario(3).market(*MARKET).stack(top=drawn)
    for seat in range(3):
        built.money(seat, 50)
    return built


def token(table: CardTable) -> str | None:
    """The plant under the token."""
    return None if table.state.discount == NONE else table.named([table.state.discount])[0]


def left(table: CardTable, events: list[Event]) -> list[tuple[str, int]]:
    """Return what left the game, and why."""
    return [(table.notation.cards[each.card], each.cause) for each in only(events, CardLeft)]


def full_price(table: CardTable, seat: int, plant: str) -> None:
    """The plant costs its number again."""
    number = int(plant.rstrip("ab"))
    refusal: IllegalAction = table.refused(f"{seat} offer {plant} {number - 1}")
    assert (refusal.clause, refusal.code) == ("k3.3", "opening_too_low")
    assert refusal.numbers == {"bid": number - 1, "minimum": number}
    assert f"{seat} offer {plant} {number}" in table.legal()


def test_k3_16_the_token_is_laid_on_the_smallest_plant() -> None:
    """The token is laid at the start of the phase, and the plant under it costs at least 1."""
    table = with_token().at("auction")
    (moved,) = only(table.began, DiscountMoved)
    assert (table.notation.cards[moved.card], token(table)) == ("7b", "7b")
    assert table.refused("0 offer 7b 0").code == "opening_too_low"
    table.do("0 offer 7b 1", "1 bid 2", "2 drop", "0 drop")
    assert (table.plants(1), table.money(1)) == ([7], 48)


def test_k3_16_of_two_with_one_number_the_earlier_one() -> None:
    """Plant 4b came before 4a, so it lies to the left."""
    table = card_scenario(3).market("4b", *MARKET[1:]).stack(top=["4a", "30"]).at("auction")
    table.sold("0 offer 10 12", "4a")
    assert (token(table), table.row()[:2]) == ("4b", ["4b", "4a"])
    full_price(table, 1, "4a")


def test_k3_17_the_token_is_put_aside_when_its_plant_is_taken() -> None:
    """The next plant does not inherit it; it comes back in the next round."""
    table = with_token("20", "21").at("auction")
    events = table.sold("0 offer 7b 1", "20")
    assert [each.card for each in only(events, DiscountMoved)] == [NONE]
    full_price(table, 1, "10")
    table.do("1 pass", "2 pass")
    assert (table.row(), table.state.round) == ([*REST, "20"], 2)
    table.deal()
    assert (table.state.round, token(table)) == (3, table.row()[0])


def test_k3_18_the_unsold_plant_under_the_token_leaves() -> None:
    """The unsold plant leaves and one card is drawn, with any number: the token is aside."""
    table = with_token("5a").at("auction")
    events = table.do("0 pass", "1 pass", "2 pass")
    assert left(table, events) == [("7b", LEFT_UNSOLD)]
    events = table.reveal("5a")
    assert left(table, events) == []
    assert table.row() == ["5a", *REST]


def test_k3_18_the_unsold_plant_leaves_also_when_another_was_sold() -> None:
    table = with_token("20", "21").at("auction")
    table.sold("0 offer 10 10", "20")
    events = table.do("1 pass", "2 pass")
    assert left(table, events) == [("7b", LEFT_UNSOLD)]
    assert table.actor == CHANCE


@pytest.mark.parametrize("bought", ["7b", "10"])
def test_k3_18_a_smallest_plant_without_the_token_stays(bought: str) -> None:
    """The summary removes it in any case: 10 after 7b was sold, 7b after it was undercut."""
    table = with_token("5a", "20", "21").at("auction")
    table.sold(f"0 offer {bought} 50", *(["5a", "20"] if bought == "10" else ["5a"]))
    assert token(table) is None
    smallest = table.row()[0]
    assert smallest == ("7b" if bought == "10" else "5a")
    events = table.do("1 pass", "2 pass")
    assert left(table, events) == []
    assert table.row()[0] == smallest


@pytest.mark.parametrize("small", ["3", "4a", "5b"])
def test_k3_19_a_smaller_card_leaves_with_the_token(small: str) -> None:
    """Another card is drawn."""
    table = with_token(small, "20").at("auction")
    events = table.sold("0 offer 11 11", small)
    assert left(table, events) == [(small, LEFT_UNDERCUT)]
    assert only(events, CardJoined) == []
    assert [each.card for each in only(events, DiscountMoved)] == [NONE]
    assert (token(table), table.actor) == (None, CHANCE)
    table.reveal("20")
    assert table.row() == ["7b", "10", "12", "13", "14", "15", "16", "20"]


def test_k3_19_a_second_smaller_card_stays() -> None:
    """The card drawn instead may be smaller too, and stays."""
    table = with_token("5a", "3").at("auction")
    events = table.sold("0 offer 11 11", "5a", "3")
    assert left(table, events) == [("5a", LEFT_UNDERCUT)]
    assert table.row()[:2] == ["3", "7b"]
    full_price(table, 1, "3")


def test_k3_19_a_card_for_the_plant_under_the_token_is_not_compared() -> None:
    """The token is on no plant once 7b is sold, so a smaller card stays."""
    table = with_token("5a").at("auction")
    events = table.sold("0 offer 7b 7", "5a")
    assert left(table, events) == []
    assert table.row()[0] == "5a"


def test_k3_20_an_equal_number_is_not_smaller() -> None:
    """Plant 7a is sorted before 7b in the box, but lies to its right."""
    table = with_token("7a").at("auction")
    events = table.sold("0 offer 11 11", "7a")
    assert left(table, events) == []
    assert (token(table), table.row()[:2]) == ("7b", ["7b", "7a"])
    assert "1 offer 7b 1" in table.legal()


def test_k3_20_the_end_card_is_never_compared() -> None:
    table = with_token(LAST_ROUND).at("auction")
    events = table.sold("0 offer 11 11", LAST_ROUND)
    assert left(table, events) == []
    assert (token(table), table.row()[-1]) == ("7b", LAST_ROUND)


def test_k3_20_a_card_drawn_in_another_phase_is_not_compared() -> None:
    """Plant 3, smaller than any other, stays when it is drawn in the update."""
    built = card_scenario(3).market(*MARKET).stack(top=["3"])
    table = built.at("bureaucracy")
    while table.legal()[0].startswith("chance fuel"):
        table.do(table.legal()[0])
    events = table.reveal("3")
    assert left(table, events) == []
    assert table.row() == ["3", *MARKET[:-1]]
    assert token(table) == "3", "the next auctions have begun"


def test_k3_21_the_plant_that_lost_its_token_stays_at_its_number() -> None:
    """The plant costs its number to the end of the phase and stays on the market unsold."""
    table = with_token("3", "20").at("auction")
    table.sold("0 offer 11 11", "3", "20")
    full_price(table, 1, "7b")
    table.do("1 pass")
    full_price(table, 2, "7b")
    table.do("2 pass")
    assert "7b" in table.row()


def test_k3_22_in_the_last_round_the_token_is_on_the_smallest_of_six() -> None:
    """Unsold it leaves, and an undercut costs it its place as always."""
    six = ("20", "21", "22", "23", "24", "25")
    built = card_scenario(3).last_round().market(*six).money(0, 50)
    table = built.stack(top=["19", "30"]).at("auction")
    assert token(table) == "20"
    events = table.sold("0 offer 25 25", "19", "30")
    assert left(table, events) == [("19", LEFT_UNDERCUT)]
    table = built.at("auction")
    events = table.do("0 pass", "1 pass", "2 pass")
    assert left(table, events) == [("20", LEFT_UNSOLD)]
    table.reveal("19")
    assert table.row() == ["19", "21", "22", "23", "24", "25"]
