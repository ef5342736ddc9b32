"""Clauses k3.1 to k3.15 and k3.23: auctions of the card game."""

import pytest

from gridwright.engine.editions.card.vocabulary import FuelLost, LastRoundSet
from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import NotationError
from gridwright.engine.vocabulary.auction import ContractorAdvanced, PlantBought
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import LEFT_SCRAPPED, CardJoined, CardLeft
from gridwright.engine.vocabulary.setup import OrderSet
from tests.kit import facts, only
from tests.kit.card_scenario import LAST_ROUND, CardScenario, CardTable, card_scenario

MARKET = ("3", "4a", "5a", "6", "7a", "8a", "9a", "10")


def auctions(seats: int = 3, hidden: bool = False, contractor: bool = False) -> CardScenario:
    """Plants 3, 4, 5 and 6 are current; everyone has 50 Elektro."""
    built = card_scenario(seats, hidden_money=hidden, contractor=contractor).market(*MARKET)
    for seat in range(seats):
        built.money(seat, 50)
    return built


def plant(table: CardTable, name: str) -> int:
    """The id of a plant, as refusals name it."""
    return table.notation.cards.index(name)


def verbs(table: CardTable) -> set[str]:
    return {line.split()[1] for line in table.legal()}


def reason(refusal: IllegalAction) -> tuple[str, str]:
    return refusal.clause, refusal.code


# Offering and bidding


def test_k3_1_the_first_in_order_who_neither_bought_nor_passed() -> None:
    """Seat 3 buys in the auction of seat 2, so that it does not offer itself."""
    table = auctions(4).order(2, 0, 3, 1).stack(top=["20"]).at("auction")
    assert table.actor == 2
    assert verbs(table) == {"offer", "pass"}
    numbers = {"seat": 0, "actor": 2}
    assert facts(table.refused("0 pass")) == ("k12.3", "not_your_turn", numbers)
    table.do("2 offer 4a 4", "3 bid 5", "0 drop", "1 drop", "2 drop")
    table.reveal("20")
    seats = []
    while table.phase == "auction" and table.actor != CHANCE:
        seats.append(table.actor)
        table.do(f"{table.actor} pass")
    assert seats == [2, 0, 1]


def test_k3_2_only_the_current_market_is_offered() -> None:
    """A plant of the future market, in the stack or at home cannot be offered."""
    table = auctions().owns(0, "9b").at("auction")
    offered = {line.split()[2] for line in table.legal() if "offer" in line}
    assert offered == {"3", "4a", "5a", "6"}
    for name in ("7a", "10", "20", "9b"):
        numbers = {"plant": plant(table, name)}
        assert facts(table.refused(f"0 offer {name} 50")) == ("k3.2", "not_on_offer", numbers)


def test_k3_3_the_opening_bid_is_at_least_the_number() -> None:
    """The opening bid is at least the plant's number, or 1 under the token."""
    table = auctions().at("auction")
    for name, low in (("3", 1), ("4a", 4), ("5a", 5), ("6", 6)):
        numbers = {"bid": low - 1, "minimum": low}
        refusal = table.refused(f"0 offer {name} {low - 1}")
        assert facts(refusal) == ("k3.3", "opening_too_low", numbers)
        assert f"0 offer {name} {low}" in table.legal()
    table.do("0 offer 4a 30")


def test_k3_4_no_one_bids_more_than_the_money_held() -> None:
    table = auctions().money(0, 10).money(1, 12).at("auction")
    numbers = {"bid": 11, "money": 10}
    assert facts(table.refused("0 offer 4a 11")) == ("k3.4", "bid_above_money", numbers)
    table.do("0 offer 4a 10")
    assert reason(table.refused("1 bid 13")) == ("k3.4", "bid_above_money")
    table.do("1 bid 12")


@pytest.mark.parametrize("line", ["0 offer 4a 4.5", "0 offer 4a -4", "0 offer 4a x"])
def test_k3_4_bids_are_whole_elektro(line: str) -> None:
    with pytest.raises(NotationError):
        auctions().at("auction").refused(line)


def test_k3_4_what_the_contractor_will_pay_cannot_be_bid() -> None:
    """Its fifth card pays 5 for the plant that the buyer must give up."""
    built = auctions(contractor=True).contractor(4).money(0, 10).owns(0, "13", "18", "22")
    table = built.at("auction")
    assert reason(table.refused("0 offer 4a 11")) == ("k3.4", "bid_above_money")
    table.sold("0 offer 4a 10")
    table.do("0 scrap 13")
    assert table.money(0) == 5


def test_k3_5_bidding_goes_clockwise_in_any_player_order() -> None:
    table = auctions(4).order(1, 3, 0, 2).at("auction")
    table.do("1 offer 4a 4")
    for seat, bid in ((2, 5), (3, 6), (0, 7), (1, 8), (2, 9)):
        assert table.actor == seat
        numbers = {"bid": bid - 1, "minimum": bid}
        refusal = table.refused(f"{seat} bid {bid - 1}")
        assert facts(refusal) == ("k3.5", "raise_too_low", numbers)
        table.do(f"{seat} bid {bid}")
    table.do("3 drop", "0 drop")
    assert table.actor == 1
    table.do("1 bid 10")
    assert table.actor == 2, "who dropped out is not asked again"


def test_k3_6_seats_that_bought_or_passed_are_not_asked() -> None:
    table = auctions(4).stack(top=["20"]).at("auction")
    table.do("0 pass", "1 offer 3 3", "2 drop", "3 bid 4", "1 drop")
    table.reveal("20")
    table.do("1 offer 4a 4")
    assert table.actor == 2
    table.do("2 drop")
    assert table.plants(1) == [4]


@pytest.mark.parametrize("hidden", [False, True])
def test_k3_6_a_seat_that_cannot_pay_more_has_a_turn_with_hidden_money_only(hidden: bool) -> None:
    """Asked, it can but drop out."""
    table = auctions(hidden=hidden).money(1, 10).at("auction")
    table.do("0 offer 4a 10")
    assert table.actor == (1 if hidden else 2)
    if hidden:
        assert table.legal() == ["1 drop"]


def test_k3_7_the_last_seat_left_pays_its_bid() -> None:
    """No one else pays, and it does not buy again."""
    table = auctions().stack(top=["20"]).at("auction")
    events = table.do("0 offer 5a 8", "1 bid 10", "2 bid 15", "0 drop", "1 drop")
    (sale,) = only(events, PlantBought)
    assert (sale.seat, sale.plant, sale.price) == (2, plant(table, "5a"), 15)
    assert (table.state.money, table.plants(2)) == ([50, 50, 35], [5])
    table.reveal("20")
    table.do("0 offer 4a 4", "1 drop")
    assert table.plants(0) == [4], "seat 2 is not asked"


def test_k3_8_a_pass_is_for_the_whole_phase() -> None:
    table = auctions().at("auction")
    table.do("0 pass", "1 offer 4a 4")
    assert table.actor == 2
    table.do("2 drop")
    assert (table.plants(0), table.plants(1)) == ([], [4])


def test_k3_8_no_one_passes_in_round_1() -> None:
    table = auctions().round(1).at("auction")
    assert facts(table.refused("0 pass")) == ("k3.8", "must_buy", {"round": 1})
    assert verbs(table) == {"offer"}


@pytest.mark.parametrize(("market", "needed"), [(("13", "14", "15", "16"), 1), (MARKET, 1)])
def test_k3_8_except_who_cannot_pay_for_any_plant(market: tuple[str, ...], needed: int) -> None:
    """One Elektro pays for the plant under the token, and obliges."""
    table = auctions().round(1).market(*market).money(0, needed).at("auction")
    assert reason(table.refused("0 pass")) == ("k3.8", "must_buy")
    table = auctions().round(1).market(*market).money(0, needed - 1).at("auction")
    assert table.legal() == ["0 pass"]
    table.do("0 pass")


def test_k3_8_without_the_token_the_number_must_be_paid() -> None:
    """Seat 1 has 12 Elektro like everyone at the start; the smallest plant is 13 then."""
    built = card_scenario(3).round(1).market("3", "13", "14", "15", "16", "17", "18", "19")
    table = built.stack(top=["20"]).at("auction")
    table.sold("0 offer 3 1", "20")
    assert table.legal() == ["1 pass"]


def test_k3_9_who_offers_next() -> None:
    """The same seat offers again after a sale to another seat, else the next in order."""
    table = auctions(4).order(2, 0, 3, 1).stack(top=["20", "21"]).at("auction")
    table.do("2 offer 3 3", "3 drop", "0 bid 4", "1 drop", "2 drop")
    table.reveal("20")
    assert table.actor == 2
    assert verbs(table) == {"offer", "pass"}
    table.sold("2 offer 4a 4", "21")
    assert table.actor == 3


def test_k3_10_the_only_seat_left_pays_exactly_the_minimum() -> None:
    """Its number, or 1 under the token."""
    table = auctions().at("auction")
    table.do("0 pass", "1 pass")
    lines = {"2 offer 3 1", "2 offer 4a 4", "2 offer 5a 5", "2 offer 6 6", "2 pass"}
    assert set(table.legal()) == lines
    for line in ("2 offer 5a 6", "2 offer 3 2"):
        assert reason(table.refused(line)) == ("k3.10", "bid_above_minimum")
    table.do("2 offer 5a 5")
    assert (table.plants(2), table.money(2)) == ([5], 45)


def test_k3_10_the_only_seat_left_chooses_from_the_current_market() -> None:
    """The summary lets it have any plant."""
    table = auctions().at("auction")
    table.do("0 pass", "1 pass")
    for name in ("7a", "8a", "9a", "10"):
        number = name.rstrip("ab")
        assert reason(table.refused(f"2 offer {name} {number}")) == ("k3.2", "not_on_offer")


# The fourth plant


def fourth(*owned: str, bought: str, stored: tuple[str, ...] = ()) -> CardTable:
    """Seat 0 bought a fourth plant and has to give one up."""
    built = auctions().market(bought, "23", "24", "25").owns(0, *owned).stores(0, *stored)
    table = built.column(1, "oil-single").stack(top=["38"]).at("auction")
    table.sold(f"0 offer {bought} 50")
    return table


@pytest.mark.parametrize("given_up", ["13", "18", "22", "6"])
def test_k3_11_any_of_the_four_is_given_up(given_up: str) -> None:
    """The plant just bought too; it leaves the game before the next card is drawn."""
    table = fourth("13", "18", "22", bought="6")
    assert set(table.legal()) == {f"0 scrap {name}" for name in ("6", "13", "18", "22")}
    (left,) = only(table.do(f"0 scrap {given_up}"), CardLeft)
    assert (left.card, left.cause) == (plant(table, given_up), LEFT_SCRAPPED)
    kept = [name for name in ("6", "13", "18", "22") if name != given_up]
    assert table.named(table.state.plants[0]) == kept
    assert table.state.gone >> plant(table, given_up) & 1
    assert table.actor == CHANCE


def test_k3_11_nothing_else_is_given_up_or_done() -> None:
    table = fourth("13", "18", "22", bought="6")
    assert reason(table.refused("0 scrap 23")) == ("k3.11", "cannot_scrap")
    assert reason(table.refused("0 pass")) == ("k12.4", "wrong_phase")


def test_k3_12_fuel_is_kept_as_far_as_the_others_hold_it() -> None:
    """Plants 12 and 3 hold ten coal; each alone holds six and four."""
    stored = ("coal-3", "coal-2")
    for given_up, kept in (("12", 4), ("3", 5), ("18", 5)):
        table = fourth("3", "12", "18", bought="5c", stored=stored)
        table.do(f"0 scrap {given_up}")
        assert table.fuel(0) == {"coal": kept}


def test_k3_12_fuel_goes_to_the_plant_just_bought() -> None:
    """Coal of plant 12 is burned by plant 6 as well."""
    table = fourth("12", "18", "22", bought="6", stored=("coal-3", "coal-3"))
    assert only(table.do("0 scrap 12"), FuelLost) == []
    assert table.fuel(0) == {"coal": 6}


def test_k3_12_a_kind_that_no_other_plant_burns_is_lost() -> None:
    table = fourth("15", "18", "22", bought="6", stored=("uranium-2",))
    table.do("0 scrap 15")
    assert (table.storage(0), table.discard().count("uranium-2")) == ([], 2)


@pytest.mark.parametrize(("lost_gas", "held"), [(2, (6, 0)), (3, (5, 1)), (4, (4, 2))])
def test_k3_12_where_gas_and_oil_compete_the_owner_chooses(
    lost_gas: int, held: tuple[int, int]
) -> None:
    """Gas and hybrid plant hold ten; the hybrid alone six of eight gas and two oil.

    All fuel is in one store, so that oil may be lost with the gas plant.
    """
    stored = ("gas-3", "gas-3", "gas-2", "oil-2")
    table = fourth("5b", "7a", "18", bought="6", stored=stored)
    for lost in (0, 1, 5):
        numbers = {"lost": lost, "least": 2, "most": 4}
        assert facts(table.refused(f"0 scrap 5b {lost}")) == ("k3.12", "wrong_fuel_lost", numbers)
    table.do(f"0 scrap 5b {lost_gas}")
    assert tuple(table.state.fuel[0][1:3]) == held


def test_k3_12_without_competition_there_is_no_choice() -> None:
    """A hybrid that goes leaves each kind to its own plant, so there is nothing to choose."""
    stored = ("gas-3", "gas-3", "oil-3", "oil-3")
    table = fourth("5b", "7a", "11", bought="6", stored=stored)
    assert next(line for line in table.legal() if " 7a" in line) == "0 scrap 7a 2"
    table.refused("0 scrap 7a 1")
    table.do("0 scrap 7a 2")
    assert table.fuel(0) == {"gas": 4, "oil": 4}


def test_k3_24_fuel_may_go_with_its_plant_although_it_would_fit() -> None:
    """Plant 12 holds all five coal; of them four could be stored for plant 3."""
    table = fourth("3", "12", "18", bought="5c", stored=("coal-3", "coal-2"))
    numbers = {"lost": 5, "least": 0, "most": 4}
    assert facts(table.refused("0 scrap 3 0 5")) == ("k3.12", "wrong_fuel_lost", numbers)
    assert facts(table.refused("0 scrap 18 0 1"))[1] == "wrong_fuel_lost"
    table.do("0 scrap 3 0 3")
    assert table.fuel(0) == {"coal": 2}


def test_k3_24_more_fuel_may_go_only_of_kinds_that_the_plant_burns() -> None:
    """The gas plant may take gas beyond what must go, but no oil."""
    stored = ("gas-2", "oil-2")
    table = fourth("5b", "7a", "18", bought="6", stored=stored)
    lines = [line for line in table.legal() if line.startswith("0 scrap 5b")]
    assert lines == ["0 scrap 5b", "0 scrap 5b 1", "0 scrap 5b 2"]
    table.do("0 scrap 5b 2")
    assert table.fuel(0) == {"oil": 2}


STORED = ("coal-1", "coal-2:1", "coal-3:1", "coal-single", "coal-3")


@pytest.mark.parametrize(
    ("owned", "given_up", "kept", "discarded"),
    [
        (("3", "12", "18"), "3", ("coal-2:1", "coal-3:1", "coal-3", "coal-single"), ("coal-1",)),
        (("3", "12", "18"), "12", ("coal-3", "coal-single"), ("coal-1", "coal-2", "coal-3")),
        (("4a", "12", "18"), "12", ("coal-3:2",), ("coal-1", "coal-2", "coal-3")),
        (("12", "9b", "18"), "9b", ("coal-2:1", "coal-3:1", "coal-3", "coal-single"), ("coal-1",)),
        (("7b", "19", "18"), "7b", ("coal-3", "coal-single"), ("coal-1", "coal-2", "coal-3")),
    ],
)
def test_k3_14_lost_units_come_off_the_cards_that_show_the_fewest(
    owned: tuple[str, ...], given_up: str, kept: tuple[str, ...], discarded: tuple[str, ...]
) -> None:
    """Seven coal; among equals those printed with fewer go first and a single last."""
    table = fourth(*owned, bought="5c", stored=STORED)
    before = table.discard()
    (lost,) = only(table.do(f"0 scrap {given_up}"), FuelLost)
    assert lost.seat == 0
    assert table.storage(0) == list(kept)
    assert sorted(table.discard()) == sorted([*before, *discarded])
    assert [table.column(price) for price in (1, 2, 3, 4)] == [["oil-single"], [], [], []]


# Sales, and the end of the phase


def test_k3_13_after_each_sale_one_card_is_drawn_and_sorted() -> None:
    """One card is drawn and sorted in after each sale, before the next offer."""
    table = auctions().stack(top=["9b", "20"]).at("auction")
    table.sold("0 offer 4a 4")
    assert (table.actor, len(table.row())) == (CHANCE, 7)
    events = table.reveal("9b")
    assert len(only(events, CardJoined)) == 1
    assert table.row() == ["3", "5a", "6", "7a", "8a", "9a", "9b", "10"]
    assert table.actor == 1
    table.do("1 offer 7a 7")


def test_k3_15_the_phase_ends_when_each_seat_bought_or_passed() -> None:
    built = auctions().owns(2, "21").column(2, "coal-1").stack(top=["20", "22", "23"])
    table = built.at("auction")
    table.sold("0 offer 4a 4", "20")
    table.sold("1 offer 3 1", "22")
    table.do("2 pass")
    assert (table.phase, table.actor) == ("resources", 2)


def test_k3_15_the_phase_ends_when_no_plant_is_left_to_offer() -> None:
    """Seats 1 and 2 are not asked at all, not even in round 1."""
    built = auctions().round(1).market("4a").stack(rest=()).column(2, "coal-1")
    table = built.at("auction")
    table.sold("0 offer 4a 4")
    assert (table.phase, table.row()) == ("resources", [])


def names(events: list[Event]) -> list[str]:
    """Return what happened at the end of the phase, in short."""
    kinds = (CardLeft, CardJoined, LastRoundSet, ContractorAdvanced, OrderSet)
    return [type(event).__name__ for event in events if isinstance(event, kinds)]


def test_k3_23_the_sequence_at_the_end_of_the_phase() -> None:
    """Token, end card with the smallest plant, contractor, order of round 1.

    Plant 4a under the token is replaced by 3, which then is the smallest and leaves; were the end
    card first, 4a and 5a would go and 3 would stay.
    """
    built = auctions(contractor=True).round(1).market("4a", *MARKET[2:], "11")
    built.owns(0, "13", "18", "22").money(1, 0).money(2, 0).column(2, "coal-1")
    table = built.stack(top=[LAST_ROUND], rest=["3", "20", "30"]).at("auction")
    table.sold("0 offer 5a 5")
    table.do("0 scrap 13")
    table.reveal(LAST_ROUND)
    table.shuffle(next_back="small")
    events = table.do("1 pass", "2 pass")
    assert table.row() == ["6", "7a", "8a", "9a", "10", "11", LAST_ROUND]
    events += table.reveal("3")
    assert names(events) == [
        *("CardLeft", "CardJoined", "CardLeft", "CardLeft"),
        *("LastRoundSet", "ContractorAdvanced", "OrderSet"),
    ]
    left = [table.notation.cards[event.card] for event in only(events, CardLeft)]
    assert left == ["4a", LAST_ROUND, "3"]
    assert table.row() == ["6", "7a", "8a", "9a", "10", "11"]
    assert table.state.order == [0, 2, 1]
