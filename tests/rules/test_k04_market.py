"""Clauses k4: plant market and stack of the card game."""

import pytest

from gridwright.engine.ids import CHANCE
from gridwright.engine.masks import members
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import CardWentUnder, StackRanDry
from tests.kit import only
from tests.kit.card_scenario import LAST_ROUND, CardScenario, CardTable, card_scenario

MARKET = ("3", "5a", "6", "7a", "9b", "10", "11", "12")
SIX = ("20", "21", "22", "23", "24", "25")


def auctions(seats: int = 3) -> CardScenario:
    """Everyone has 50 Elektro."""
    built = card_scenario(seats)
    for seat in range(seats):
        built.money(seat, 50)
    return built


def layers(table: CardTable) -> list[list[str]]:
    """The cards that each layer of the stack may hold, top first."""
    return [table.named(members(pool)) for pool in table.state.stack.pools]


def deal_fuel(table: CardTable) -> list[Event]:
    """Fuel is resupplied until a plant is due; returns what happened."""
    events = table.began[:]
    while table.legal()[0].startswith("chance fuel"):
        events += table.do(table.legal()[0])
    return events


def test_k4_1_eight_cards_by_number_of_which_four_are_current() -> None:
    """The market is sorted after each draw: 4a pushes 7a into the future market."""
    table = auctions().market(*MARKET).stack(top=["4a"]).at("auction")
    assert table.named(table.game.market.current(table.state)) == list(MARKET[:4])
    table.sold("0 offer 6 6", "4a")
    assert table.row() == ["3", "4a", "5a", "7a", "9b", "10", "11", "12"]
    table = auctions().market(*MARKET).stack(top=["4a"]).at("auction")
    table.sold("0 offer 3 3", "4a")
    assert table.named(table.game.market.current(table.state)) == ["4a", "5a", "6", "7a"]


@pytest.mark.parametrize("name", SIX)
def test_k4_2_in_the_last_round_all_six_are_current(name: str) -> None:
    """The summary splits them in three and three."""
    table = auctions().last_round().market(*SIX).stack(top=["30"]).at("auction")
    assert {line.split()[2] for line in table.legal() if "offer" in line} == set(SIX)
    table.sold(f"0 offer {name} {name}", "30")
    assert len(table.row()) == len(table.game.market.current(table.state)) == 6


def test_k4_2_six_from_the_moment_the_end_card_has_left() -> None:
    """Market and current market both hold six."""
    built = auctions().market(*MARKET).stack(top=[LAST_ROUND], rest=["30", "31"])
    table = built.owns(0, "21").column(2, "coal-1").at("auction")
    table.sold("0 offer 3 1", LAST_ROUND)
    table.shuffle()
    table.do("1 pass", "2 pass")
    assert table.row() == ["6", "7a", "9b", "10", "11", "12"]
    assert (table.state.market_size, table.state.current_size) == (6, 6)


def test_k4_3_an_empty_stack_ends_nothing() -> None:
    """The market shrinks, and play continues to the next round."""
    table = auctions().market(*MARKET).stack(rest=()).at("auction")
    events = table.sold("0 offer 3 3")
    assert len(only(events, StackRanDry)) == 1
    assert (table.actor, table.row()) == (1, list(MARKET[1:]))
    table.sold("1 offer 5a 5")
    assert (table.actor, table.row()) == (2, list(MARKET[2:]))


def test_k4_3_an_empty_stack_ends_nothing_in_the_update() -> None:
    """The largest plant goes under the empty stack and is drawn immediately."""
    table = auctions().market(*MARKET).stack(rest=()).at("bureaucracy")
    deal_fuel(table)
    assert table.actor == CHANCE
    table.reveal("12")
    assert (table.row(), table.state.round) == (list(MARKET), 3)


@pytest.mark.parametrize(("lies", "drawn"), [("4a", "4b"), ("4b", "4a"), ("9b", "9a")])
def test_k4_4_of_equal_numbers_the_later_is_the_larger(lies: str, drawn: str) -> None:
    """The plant drawn later is to the right of the other, with either letter."""
    market = (lies, "3", "5a", "10", "11", "12", "13", "14")
    table = auctions().market(*market).stack(top=[drawn]).at("auction")
    table.sold("0 offer 5a 5", drawn)
    row = table.row()
    assert row.index(drawn) == row.index(lies) + 1


def test_k4_4_the_later_plant_of_a_number_waits_in_the_future_market() -> None:
    """The fourth place is that of 7b; 7a came later."""
    market = ("3", "4a", "5a", "5b", "7b", "10", "11", "12")
    table = auctions().market(*market).stack(top=["7a"]).at("auction")
    table.sold("0 offer 4a 4", "7a")
    assert table.row() == ["3", "5a", "5b", "7b", "7a", "10", "11", "12"]
    assert table.refused("1 offer 7a 7").code == "not_on_offer"
    table.do("1 offer 7b 7")


def test_k4_5_what_left_the_game_never_comes_back() -> None:
    """Scrapped, undercut, unsold, gone with the end card: none of them is in the stack again."""
    built = auctions().market("4b", *MARKET[1:]).owns(0, "13", "18", "22")
    table = built.stack(top=["3", LAST_ROUND]).at("auction")
    table.sold("0 offer 5a 5")
    table.do("0 scrap 13")
    table.reveal("3")
    table.reveal(LAST_ROUND)
    table.shuffle()
    table.do("1 pass", "2 pass")
    gone = {"13", "3", "4b", LAST_ROUND}
    assert gone <= set(table.named(members(table.state.gone)))
    assert not gone & {name for layer in layers(table) for name in layer}
    table = auctions().market("4b", *MARKET[1:]).stack(top=["38"]).at("auction")
    table.do("0 pass", "1 pass", "2 pass")
    assert "4b" in table.named(members(table.state.gone))


def test_k4_6_a_card_put_under_the_stack_is_below_the_end_card() -> None:
    """Everyone knows it: it is a layer of its own."""
    table = auctions().market(*MARKET).at("bureaucracy")
    (event,) = only(deal_fuel(table), CardWentUnder)
    assert table.notation.cards[event.card] == "12"
    assert layers(table)[-2:] == [[LAST_ROUND], ["12"]]


def test_k4_6_a_card_put_under_the_stack_is_known_until_the_shuffle() -> None:
    """A card put under the stack is one of those left after the shuffle, and may come next."""
    built = auctions().market(*MARKET).stack(top=[LAST_ROUND], rest=["30", "31"], under=["38"])
    table = built.at("auction")
    table.sold("0 offer 5a 5", LAST_ROUND)
    table.shuffle()
    assert layers(table) == [["30", "31", "38"]]
    table.sold("1 offer 6 6", "38")
    assert "38" in table.row()
