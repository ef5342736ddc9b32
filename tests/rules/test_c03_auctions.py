"""Clauses c3.1 to c3.11 and c3.22: who offers, who bids, who pays."""

from typing import Any

import pytest

from gridwright.engine.notation import NotationError
from gridwright.engine.vocabulary.auction import PlantBought
from tests.kit import Table, facts, only, scenario
from tests.rules.presets import ALL, DELUXE, FREE_OPENING, NO_TOKEN, TOKEN


def card(table: Table, number: int) -> int:
    """The id of a plant, as refusals name it."""
    return table.game.rules.plant_called(number)


def verbs(table: Table) -> set[str]:
    return {line.split()[1] for line in table.legal()}


@pytest.mark.clause("d3.1", "d12.3")
@pytest.mark.parametrize("preset", ALL)
def test_c3_1_the_first_in_order_offers_or_passes(preset: str) -> None:
    """The first who has neither bought nor passed has the choice, one after the other."""
    table = scenario(preset=preset).order(2, 0, 3, 1).at("auction")
    for seat in (2, 0, 3, 1):
        assert table.actor == seat
        assert verbs(table) == {"offer", "pass"}
        other = (seat + 1) % 4
        refusal = table.refused(f"{other} offer 3 3")
        assert facts(refusal) == (
            table.clause("c12.3", "d12.3"),
            "not_your_turn",
            {"seat": other, "actor": seat},
        )
        table.do(f"{seat} pass")


@pytest.mark.clause("d3.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_1_buyers_are_passed_over(preset: str) -> None:
    """A seat that bought in another's auction does not get the choice again."""
    table = scenario(preset=preset, seats=3).order(0, 1, 2).at("auction")
    table.do("0 offer 3 3", "1 bid 4", "2 drop", "0 drop")
    table.deal()
    assert table.actor == 0
    table.do("0 pass")
    assert table.actor == 2


@pytest.mark.clause("d3.2")
@pytest.mark.parametrize("preset", ALL)
def test_c3_2_only_the_current_market_is_offered(preset: str) -> None:
    """The four smallest of eight plants; nothing else that exists."""
    table = scenario(preset=preset).market(3, 4, 5, 6, 7, 8, 9, 10).at("auction")
    assert {line.split()[2] for line in table.legal() if "offer" in line} == {"3", "4", "5", "6"}
    for number in (7, 10, 13, 50):
        refusal = table.refused(f"0 offer {number} 50")
        assert facts(refusal) == (
            table.clause("c3.2", "d3.2"),
            "not_on_offer",
            {"plant": card(table, number)},
        )
    table.do("0 offer 6 6")


@pytest.mark.clause("d3.2", "d4.2")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_2_in_step_3_every_plant_is_current(preset: str) -> None:
    """Six plants, all on offer (c4.2)."""
    table = scenario(preset=preset).step(3).market(20, 21, 22, 23, 24, 25).at("auction")
    table.do("0 offer 25 25")


@pytest.mark.clause("d3.3")
@pytest.mark.parametrize("preset", NO_TOKEN)
def test_c3_3_the_opening_bid_is_at_least_the_number(preset: str) -> None:
    """One less is refused, the number itself and more are not."""
    for number in (3, 4, 5, 6):
        table = scenario(preset=preset).at("auction")
        refusal = table.refused(f"0 offer {number} {number - 1}")
        numbers = {"bid": number - 1, "minimum": number}
        assert facts(refusal) == (table.clause("c3.3", "d3.3"), "opening_too_low", numbers)
        table.do(f"0 offer {number} {number}")


@pytest.mark.clause("d3.3")
@pytest.mark.parametrize("preset", ["original", "europe"])
def test_c3_3_the_opening_bid_may_be_higher(preset: str) -> None:
    """The published rules let a seat open with more than the number."""
    table = scenario(preset=preset).at("auction")
    table.do("0 offer 4 17", "1 bid 18")


def opening_at_minimum(**options: Any) -> Table:
    """An auction in which plants are put up at their minimum."""
    return scenario(seats=3, **options).market(3, 4, 5, 6, 7, 8, 9, 10).at("auction")


@pytest.mark.parametrize(
    "options", [{"preset": "reference"}, {"house_rules": ("opens-at-minimum",)}]
)
def test_c3_22_the_opening_bid_is_exactly_the_minimum(options: dict[str, Any]) -> None:
    """One more is refused, even to a seat that could pay it; the raise that follows is free."""
    table = opening_at_minimum(**options)
    assert table.legal() == [f"0 offer {number} {number}" for number in (3, 4, 5, 6)] + ["0 pass"]
    refusal = table.refused("0 offer 4 5")
    assert facts(refusal) == ("c3.22", "opening_too_high", {"bid": 5, "minimum": 4})
    refusal = table.refused("0 offer 4 3")
    assert facts(refusal) == ("c3.3", "opening_too_low", {"bid": 3, "minimum": 4})
    table.do("0 offer 4 4", "1 bid 17")
    assert table.actor == 2


def test_c3_22_the_plant_under_the_token_opens_at_1() -> None:
    """The house rule allows only 1 for the plant under the token of the second edition."""
    table = opening_at_minimum(preset="recharged", house_rules=("opens-at-minimum",))
    assert table.legal()[0] == "0 offer 3 1"
    assert facts(table.refused("0 offer 3 2"))[1] == "opening_too_high"


def test_c3_22_the_first_version_let_reference_open_higher() -> None:
    """A table that was made before keeps the rules that it was made under."""
    table = opening_at_minimum(preset="reference", version=1)
    table.do("0 offer 4 17")
    assert table.actor == 1


@pytest.mark.clause("d3.3")
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_3_plants_without_the_token_open_at_their_number(preset: str) -> None:
    """Second edition: only the plant under the token costs less (c3.18)."""
    table = scenario(preset=preset).market(3, 4, 5, 6, 7, 8, 9, 10).at("auction")
    for number in (4, 5, 6):
        refusal = table.refused(f"0 offer {number} {number - 1}")
        numbers = {"bid": number - 1, "minimum": number}
        assert facts(refusal) == (table.clause("c3.3", "d3.3"), "opening_too_low", numbers)


@pytest.mark.clause("d3.4")
@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_4_no_one_bids_more_than_the_money_held(preset: str, hidden: bool) -> None:
    """A seat may open or raise with all of its money and not more."""
    table = scenario(preset=preset, hidden_money=hidden).money(0, 10).money(1, 12).at("auction")
    refusal = table.refused("0 offer 4 11")
    assert facts(refusal) == (
        table.clause("c3.4", "d3.4"),
        "bid_above_money",
        {"bid": 11, "money": 10},
    )
    table.do("0 offer 4 10")
    refusal = table.refused("1 bid 13")
    assert facts(refusal) == (
        table.clause("c3.4", "d3.4"),
        "bid_above_money",
        {"bid": 13, "money": 12},
    )
    table.do("1 bid 12")


@pytest.mark.clause("d3.4")
@pytest.mark.parametrize("line", ["0 offer 3 3.5", "0 offer 3 7/2", "0 offer 3 -3", "0 offer 3"])
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_4_bids_are_whole_elektro(preset: str, line: str) -> None:
    """A bid that is no whole number has no notation."""
    table = scenario(preset=preset).at("auction")
    with pytest.raises(NotationError):
        table.refused(line)


@pytest.mark.clause("d3.5")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_5_bidding_goes_clockwise_by_seats(preset: str) -> None:
    """Bidding goes clockwise from the offering seat, independent of the player order."""
    table = scenario(preset=preset).order(1, 3, 0, 2).at("auction")
    table.do("1 offer 3 3")
    for seat, bid in ((2, 4), (3, 5), (0, 6), (1, 7), (2, 8)):
        assert table.actor == seat
        refusal = table.refused(f"{seat} bid {bid - 1}")
        numbers = {"bid": bid - 1, "minimum": bid}
        assert facts(refusal) == (table.clause("c3.5", "d3.5"), "raise_too_low", numbers)
        table.do(f"{seat} bid {bid}")


@pytest.mark.clause("d3.5")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_5_a_seat_that_drops_out_has_no_other_turn(preset: str) -> None:
    """The others continue without the seat."""
    table = scenario(preset=preset).at("auction")
    table.do("0 offer 3 3", "1 drop", "2 bid 10", "3 drop", "0 bid 11")
    assert table.actor == 2
    table.do("2 drop")
    assert table.plants(0) == [3]


@pytest.mark.clause("d3.5")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_5_dropping_out_is_for_this_auction_only(preset: str) -> None:
    """The seat bids in the next auction and offers when it is its turn."""
    table = scenario(preset=preset, seats=3).at("auction")
    table.do("0 offer 3 3", "1 drop", "2 drop")
    table.deal()
    assert table.actor == 1
    table.do("1 offer 4 4")
    assert table.actor == 2
    table.do("2 bid 5", "1 drop")
    table.deal()
    assert table.actor == 1
    assert verbs(table) == {"offer", "pass"}


@pytest.mark.clause("d3.5")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_5_the_seat_in_turn_bids_or_drops_out(preset: str) -> None:
    """Passing and offering belong elsewhere."""
    table = scenario(preset=preset).at("auction")
    table.do("0 offer 3 3")
    assert verbs(table) == {"bid", "drop"}
    for line in ("1 pass", "1 offer 4 4"):
        refusal = table.refused(line)
        assert facts(refusal) == (table.clause("c12.5", "d12.4"), "wrong_phase", {})
    refusal = scenario(preset=preset).at("auction").refused("0 bid 5")
    assert facts(refusal) == (table.clause("c12.5", "d12.4"), "wrong_phase", {})


@pytest.mark.clause("d3.6")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_6_who_bought_or_passed_is_not_asked(preset: str) -> None:
    """Seat 0 passed, seat 3 bought: only 2 has a turn for the offer of 1."""
    table = scenario(preset=preset).at("auction")
    table.do("0 pass", "1 offer 3 3", "2 drop", "3 bid 4", "1 drop")
    table.deal()
    assert table.actor == 1
    table.do("1 offer 4 4")
    assert table.actor == 2
    table.do("2 drop")
    assert table.plants(1) == [4]


@pytest.mark.clause("d3.6")
@pytest.mark.parametrize("preset", FREE_OPENING)
def test_c3_7_with_open_money_the_poor_are_not_asked(preset: str) -> None:
    """A seat with no more than the standing bid is out, also later in the same auction."""
    built = scenario(preset=preset).money(1, 10).money(2, 11).money(3, 12)
    table = built.at("auction")
    table.do("0 offer 4 10")
    assert table.actor == 2
    table.do("2 bid 11")
    assert table.actor == 3
    table.do("3 bid 12")
    assert table.actor == 0
    table.do("0 bid 13")
    assert table.plants(0) == [4]
    assert table.money(0) == 37


@pytest.mark.clause("d3.6")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_7_with_open_money_an_offer_no_one_can_top_is_sold_immediately(preset: str) -> None:
    """All others have 50 as well, so 50 buys."""
    table = scenario(preset=preset).at("auction")
    (sale,) = only(table.do("0 offer 4 50"), PlantBought)
    assert (sale.seat, sale.price) == (0, 50)


@pytest.mark.clause("d3.6")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_7_with_hidden_money_everyone_has_a_turn(preset: str) -> None:
    """A seat that cannot pay has a turn and can only drop out."""
    table = scenario(preset=preset, hidden_money=True).money(1, 10).money(2, 0).at("auction")
    table.do("0 offer 4 10")
    for seat, money in ((1, 10), (2, 0)):
        assert table.actor == seat
        assert table.legal() == [f"{seat} drop"]
        refusal = table.refused(f"{seat} bid 11")
        assert facts(refusal) == (
            table.clause("c3.4", "d3.4"),
            "bid_above_money",
            {"bid": 11, "money": money},
        )
        table.do(f"{seat} drop")
    assert table.actor == 3
    assert table.legal() == ["3 bid 11", "3 bid 50", "3 drop"]


@pytest.mark.clause("d3.7")
@pytest.mark.parametrize("preset", ALL)
def test_c3_8_the_last_seat_left_pays_its_bid(preset: str) -> None:
    """The highest bidder takes the plant for exactly the bid; no one else pays."""
    table = scenario(preset=preset, seats=3).at("auction")
    events = table.do("0 offer 5 5", "1 bid 10", "2 bid 15", "0 drop", "1 drop")
    assert [table.money(seat) for seat in range(3)] == [50, 50, 35]
    assert [table.plants(seat) for seat in range(3)] == [[], [], [5]]
    (sale,) = only(events, PlantBought)
    assert (sale.seat, sale.plant, sale.price) == (2, card(table, 5), 15)
    assert 5 not in table.market()


@pytest.mark.clause("d3.7")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_8_a_seat_buys_at_most_one_plant_in_a_phase(preset: str) -> None:
    """A seat that bought a plant neither bids nor offers again."""
    table = scenario(preset=preset, seats=2).at("auction")
    table.do("0 offer 3 3", "1 drop")
    table.deal()
    assert table.actor == 1
    table.do("1 offer 4 4")
    assert table.plants(1) == [4]
    table.deal()
    assert table.phase != "auction"


@pytest.mark.clause("d3.8")
@pytest.mark.parametrize("preset", ALL)
def test_c3_9_a_pass_is_for_the_whole_phase(preset: str) -> None:
    """A seat that passed neither bids nor offers again."""
    table = scenario(preset=preset, seats=3).at("auction")
    table.do("0 pass", "1 offer 4 4")
    assert table.actor == 2
    table.do("2 bid 5", "1 drop")
    table.deal()
    assert table.actor == 1
    table.do("1 pass")
    table.deal()
    assert table.phase != "auction"
    assert table.plants(0) == []


@pytest.mark.clause("d3.8")
@pytest.mark.parametrize("preset", ALL)
def test_c3_9_no_one_passes_in_round_1(preset: str) -> None:
    """Round 1: a plant must be bought. Round 2: it need not."""
    table = scenario(preset=preset).round(1).at("auction")
    refusal = table.refused("0 pass")
    assert facts(refusal) == (table.clause("c3.9", "d3.8"), "must_buy", {"round": 1})
    assert verbs(table) == {"offer"}
    scenario(preset=preset).round(2).at("auction").do("0 pass")


@pytest.mark.clause("d3.8")
@pytest.mark.parametrize(
    ("preset", "needed"),
    [("original", 3), ("reference", 3), ("recharged", 1), ("europe", 3), ("north-america", 1)],
)
def test_c3_9_who_cannot_pay_for_any_plant_passes_in_round_1(preset: str, needed: int) -> None:
    """Money for the cheapest minimum obliges, one less lets pass."""
    table = scenario(preset=preset).round(1).money(0, needed).at("auction")
    assert facts(table.refused("0 pass")) == (
        table.clause("c3.9", "d3.8"),
        "must_buy",
        {"round": 1},
    )
    table = scenario(preset=preset).round(1).money(0, needed - 1).at("auction")
    assert table.legal() == ["0 pass"]
    table.do("0 pass")
    assert table.actor == 1


@pytest.mark.clause("d3.8")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_9_dropping_out_is_no_pass(preset: str) -> None:
    """A seat that dropped out in round 1 must still buy a plant itself."""
    table = scenario(preset=preset, seats=2).round(1).at("auction")
    table.do("0 offer 3 3", "1 drop")
    table.deal()
    assert table.actor == 1
    assert facts(table.refused("1 pass")) == (
        table.clause("c3.9", "d3.8"),
        "must_buy",
        {"round": 1},
    )


@pytest.mark.clause("d3.9")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_10_the_offering_seat_bought_so_the_next_offers(preset: str) -> None:
    """The next seat by player order offers, not the next clockwise."""
    table = scenario(preset=preset).order(2, 0, 3, 1).at("auction")
    table.do("2 offer 3 3", "3 drop", "0 drop", "1 drop")
    table.deal()
    assert table.actor == 0


@pytest.mark.clause("d3.9")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_10_another_seat_bought_so_the_same_seat_offers_again(preset: str) -> None:
    """The same seat offers again as often as it is outbid; it may also pass."""
    table = scenario(preset=preset).order(2, 0, 3, 1).at("auction")
    table.do("2 offer 3 3", "3 drop", "0 bid 4", "1 drop", "2 drop")
    table.deal()
    assert table.actor == 2
    table.do("2 offer 4 4", "3 bid 5", "1 drop", "2 drop")
    table.deal()
    assert table.actor == 2
    table.do("2 pass")
    assert table.actor == 1


@pytest.mark.clause("d3.10")
@pytest.mark.parametrize("preset", FREE_OPENING)
def test_c3_11_the_only_one_left_pays_the_minimum(preset: str) -> None:
    """No bid above it is taken, and the plant is sold immediately."""
    table = scenario(preset=preset, seats=3).at("auction")
    table.do("0 pass", "1 pass")
    assert [line for line in table.legal() if "offer 5" in line] == ["2 offer 5 5"]
    refusal = table.refused("2 offer 5 6")
    assert facts(refusal) == (
        table.clause("c3.11", "d3.10"),
        "bid_above_minimum",
        {"bid": 6, "minimum": 5},
    )
    table.do("2 offer 5 5")
    assert (table.plants(2), table.money(2)) == ([5], 45)


@pytest.mark.clause("d3.10")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_11_the_last_seat_pays_the_minimum_when_the_others_bought(preset: str) -> None:
    """Bought or passed: either leaves the last seat alone."""
    table = scenario(preset=preset, seats=2).at("auction")
    table.do("0 offer 3 3", "1 drop")
    table.deal()
    refusal = table.refused("1 offer 6 7")
    assert facts(refusal) == (
        table.clause("c3.11", "d3.10"),
        "bid_above_minimum",
        {"bid": 7, "minimum": 6},
    )


@pytest.mark.clause("d3.10")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_11_a_seat_may_bid_higher_while_another_could_still_buy(preset: str) -> None:
    """A poor seat that has not passed is still in the phase."""
    table = scenario(preset=preset, seats=2).money(1, 0).at("auction")
    table.do("0 offer 3 20")
    assert table.money(0) == 30
