"""Clauses k10: two players against the Trust."""

from collections.abc import Sequence
from typing import Any

import pytest

from gridwright.engine.editions.card.vocabulary import TrustBurnedCards, TrustTookCards
from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.auction import ContractorAdvanced, PlantBought, PlantScrapped
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import CardLeft
from gridwright.engine.vocabulary.setup import OrderSet
from gridwright.engine.vocabulary.trust import TrustTookPlant
from gridwright.engine.vocabulary.turn import GameEnded, TurnFinished
from tests.kit import facts, only
from tests.kit.card_scenario import (
    CardScenario,
    CardTable,
    card_opening,
    card_scenario,
    play_phase_out,
)

MARKET = (10, 11, 12, 13, 18, 19, 20, 21)
SIX = (20, 21, 22, 23, 24, 25)
TOP = (30, 31, 32, 33)
RICH = 100
COAL, GAS, OIL, URANIUM, HYBRID = "9b", "9a", "4b", "8b", "7a"
"""Plants that need 1 of their kind, and a hybrid that needs 3."""


def against_trust(seats: int = 2, **options: Any) -> CardScenario:
    """Seats 0 and 1, in this order, with money for everything."""
    built = card_scenario(seats, **options).market(*MARKET).stack(top=TOP)
    for seat in range(seats):
        built.money(seat, RICH)
    return built


def sell(table: CardTable, line: str) -> list[Event]:
    """The chooser offers a plant and everyone else drops."""
    return table.sold(f"{table.actor} offer {line}")


def took(table: CardTable, events: Sequence[Event]) -> list[str]:
    """The plants that the Trust took."""
    return table.named([event.plant for event in only(events, TrustTookPlant)])


def fuel_turn(*plants: str | int, **columns: Sequence[str]) -> CardTable:
    """The turn of the Trust is over; the first player could buy uranium.

    Columns are ``one`` to ``four``; unless named, a uranium card is in the fourth too.
    """
    built = card_scenario(2).trust_owns(*plants).owns(0, 38)
    if not any("uranium-2" in cards for cards in columns.values()):
        columns["four"] = [*columns.get("four", ()), "uranium-2"]
    for price, word in enumerate(("one", "two", "three", "four"), 1):
        built.column(price, *columns.get(word, ()))
    table = built.at("resources")
    assert table.actor == 0
    return table


def taken(table: CardTable, events: Sequence[Event]) -> list[str]:
    """The cards that the Trust took, in this order: ``gas-3 at 2 keeps 2``."""
    cards = table.game.rules.cards
    return [
        f"{cards.names[card]} at {cards.prices[column]} keeps {kept}"
        for event in only(events, TrustTookCards)
        for card, column, kept in event.taken
    ]


def ranked(*plants: str | int, rounds: int = 2) -> CardScenario:
    """Two seats with fuelled plants, one each, ready for the bureaucracy."""
    built = card_scenario(2).full_columns().round(rounds)
    return built.owns(0, plants[0]).owns(1, plants[1])


# The set-up


def test_k10_1_two_players_play_against_the_trust() -> None:
    """The Trust gets a plant in the first round of two seats; with three seats there is none."""
    for seats, n_plants in ((2, 1), (3, 0)):
        table = card_opening(seats, order=tuple(range(seats)))
        table.deal()
        events = sell(table, table.legal()[0].split(maxsplit=2)[2])
        events += table.deal()
        assert (len(table.trust_plants()), len(took(table, events))) == (n_plants, n_plants)


def test_k10_2_the_trust_has_no_seat_and_no_money() -> None:
    """Two seats are ordered and paid."""
    table = card_opening(2)
    table.deal()
    assert sorted(table.state.order) == [0, 1]
    assert table.state.money == [12, 12]
    assert (len(table.state.plants), table.trust_plants()) == (2, [])


def test_k10_2_the_fuel_cards_are_those_for_two_seats() -> None:
    """Though three buy: 24 cards, four in each of three columns."""
    table = card_opening(2)
    table.deal()
    assert [len(table.column(price)) for price in (2, 3, 4)] == [4, 4, 4]
    assert len(table.fuel_stack()) == 24 - 12


def test_k10_2_the_trust_is_second_in_any_order_of_the_seats() -> None:
    """Its turn to buy comes after the last player's and before the first player's."""
    for order in ((0, 1), (1, 0)):
        built = card_scenario(2).order(*order).trust_owns(COAL).owns(0, 27).owns(1, 34)
        table = built.column(2, *["coal-3"] * 3).at("resources")
        events = [*table.began]
        for seat in order[::-1]:
            events += table.do(f"{seat} finish-buying")
        turns = [event for event in events if isinstance(event, TurnFinished | TrustTookCards)]
        names = ["trust" if isinstance(each, TrustTookCards) else each.seat for each in turns]
        assert names == [order[1], "trust", order[0]]


# Its plant


def test_k10_3_the_trust_takes_a_plant_after_the_first_was_replaced() -> None:
    """The card drawn for the sale is the fourth plant now, and the Trust takes it."""
    built = against_trust().stack(top=[14, 30, 31, 32])
    table = built.at("auction")
    events = sell(table, "11 11")
    assert took(table, events) == []
    events = table.reveal(14)
    assert took(table, events) == ["14"]
    assert table.market() == [10, 12, 13, 18, 19, 20, 21]
    table.reveal(30)
    assert (table.actor, table.market()) == (1, [10, 12, 13, 18, 19, 20, 21, 30])


def test_k10_3_the_first_players_pass_calls_the_trust_before_the_other_decides() -> None:
    """The Trust takes the fourth plant immediately."""
    table = against_trust().at("auction")
    events = table.do("0 pass")
    assert took(table, events) == ["13"]
    assert table.actor == CHANCE
    table.reveal(30)
    assert (table.actor, table.current()) == (1, [10, 11, 12, 18])
    assert facts(table.refused("1 offer 13 13"))[:2] == ("k3.2", "not_on_offer")


def test_k10_3_the_trust_never_bids() -> None:
    """The two seats alone contend for a plant."""
    table = against_trust().at("auction")
    table.do("0 offer 11 11")
    assert table.state.auction.contenders == 0b11
    table.do("1 drop")
    assert table.plants(0) == [11]


def test_k10_3_the_trust_takes_a_plant_once_in_a_phase() -> None:
    """The Trust takes no plant after the second sale or after a later pass."""
    table = against_trust().at("auction")
    sell(table, "11 11")
    events = [*table.reveal(30), *table.reveal(31), *sell(table, "12 12"), *table.reveal(32)]
    assert took(table, events) == ["18"]
    table = against_trust().at("auction")
    events = [*table.do("0 pass"), *table.reveal(30), *sell(table, "11 11"), *table.reveal(31)]
    assert took(table, events) == ["13"]
    table = against_trust().at("auction")
    sell(table, "11 11")
    events = [*table.reveal(30), *table.reveal(31), *table.do("1 pass")]
    assert took(table, events) == ["18"]


def test_k10_3_the_trust_takes_a_plant_again_in_the_next_phase() -> None:
    """One plant a round, with the others it keeps three."""
    table = against_trust().full_columns().at("auction")
    for plants in (1, 2, 3, 3):
        play_phase_out(table)
        assert len(table.trust_plants()) == plants
        while table.phase != "auction":
            play_phase_out(table)


@pytest.mark.clause("k10.6")
def test_k10_3_the_first_purchase_of_either_seat_calls_the_trust() -> None:
    """The second player won the first auction; the first player still chooses."""
    table = against_trust().at("auction")
    table.do("0 offer 11 11", "1 bid 12", "0 drop")
    events = table.reveal(30)
    assert took(table, events) == ["18"]
    table.reveal(31)
    assert table.actor == 0


def test_k10_4_the_trust_takes_the_fourth_plant() -> None:
    """The largest of the current, not of the whole market; one card is drawn for it."""
    table = against_trust().at("auction")
    table.do("0 pass")
    assert (table.trust_plants(), len(table.market())) == ([13], 7)
    table.reveal(30)
    assert table.market() == [10, 11, 12, 18, 19, 20, 21, 30]


def test_k10_4_in_the_last_round_the_trust_takes_the_sixth() -> None:
    """All six are current then."""
    built = against_trust().last_round().market(*SIX).stack(rest=[30, 31])
    table = built.at("auction")
    assert took(table, table.do("0 pass")) == ["25"]
    table.reveal(31)
    assert table.market() == [20, 21, 22, 23, 24, 31]
    table = built.at("auction")
    sell(table, "22 22")
    assert took(table, table.reveal(30)) == ["30"]


@pytest.mark.parametrize(
    ("market", "plant"), [((20, 21, 22), "22"), ((20,), "20"), ((20, 21, 22, 23, 24), "24")]
)
def test_k10_4_the_trust_takes_the_largest_of_fewer(market: tuple[int, ...], plant: str) -> None:
    """The Trust takes the largest plant left in the last round, with an empty stack."""
    built = against_trust().last_round().market(*market).stack(rest=())
    table = built.at("auction")
    assert took(table, table.do("0 pass")) == [plant]


def test_k10_4_nothing_is_left_for_the_trust() -> None:
    """The only plant was sold."""
    built = against_trust().last_round().market(20).stack(rest=())
    table = built.at("auction")
    events = sell(table, "20 1")
    assert (took(table, events), table.trust_plants()) == ([], [])


def test_k10_4_a_low_card_drawn_for_the_trust_costs_the_token() -> None:
    """The small card leaves, another is drawn, and plant 10 stays at its number."""
    table = against_trust().stack(top=["9b", 30]).at("auction")
    table.do("0 pass")
    events = table.reveal("9b")
    assert (table.left(events), table.discount) == (["9b"], None)
    table.reveal(30)
    assert table.market() == [10, 11, 12, 18, 19, 20, 21, 30]
    assert facts(table.refused("1 offer 10 9"))[:2] == ("k3.3", "opening_too_low")


def test_k10_4_the_token_goes_with_the_plant_it_takes() -> None:
    """No other plant is left, so none leaves unsold."""
    built = against_trust().last_round().market(20).stack(rest=())
    table = built.at("auction")
    assert table.discount == 20
    events = table.do("0 pass")
    assert (table.trust_plants(), table.left(events)) == ([20], [])


def test_k10_5_a_fourth_plant_pushes_out_its_oldest() -> None:
    """The first that came, not the smallest; it leaves the game."""
    table = against_trust().trust_owns(22, "9b", 16).at("auction")
    events = table.do("0 pass")
    (event,) = only(events, TrustTookPlant)
    assert table.named([event.scrapped]) == ["22"]
    assert table.named(table.state.trust.plants) == ["9b", "16", "13"]
    assert 22 in table.gone()


def test_k10_6_the_second_player_wins_the_first_auction() -> None:
    """The Trust takes its plant; the first player continues, alone, and pays the minimum."""
    table = against_trust().at("auction")
    table.do("0 offer 11 11", "1 bid 50", "0 drop")
    assert took(table, table.reveal(30)) == ["18"]
    table.reveal(31)
    assert (table.actor, table.current()) == (0, [10, 12, 13, 19])
    refusal = table.refused("0 offer 12 13")
    assert facts(refusal) == ("k3.10", "bid_above_minimum", {"bid": 13, "minimum": 12})
    (event,) = only(table.do("0 offer 12 12"), PlantBought)
    assert (event.seat, event.price) == (0, 12)


# The order


def test_k10_7_only_the_two_seats_are_compared_after_round_1() -> None:
    """The larger plant first, with any plant taken by the Trust."""
    table = against_trust().round(1).at("auction")
    sell(table, "10 10")
    table.reveal(30)
    table.reveal(31)
    assert table.trust_plants() == [18]
    events = [*sell(table, "12 12"), *table.reveal(32)]
    assert [event.order for event in only(events, OrderSet)] == [[1, 0]]


@pytest.mark.clause("k2.4")
def test_k10_7_plants_of_one_number_change_places() -> None:
    """First and third, with the Trust between them."""
    built = against_trust().round(1).market("8a", "8b", 10, 11, 12, 13, 18, 19)
    table = built.at("auction")
    sell(table, "8a 8")
    table.reveal(30)
    table.reveal(31)
    sell(table, "8b 8")
    table.reveal(32)
    assert table.state.order == [1, 0]


@pytest.mark.parametrize(("own", "order"), [((13, 18), [1, 0]), ((18, 13), [0, 1])])
def test_k10_7_only_the_two_seats_are_compared_later(
    own: tuple[int, int], order: list[int]
) -> None:
    """The seats are compared by income, independent of what the Trust could run."""
    table = ranked(*own).trust_owns(36, 30, 25).at("bureaucracy")
    table.do(f"0 produce {own[0]}", f"1 produce {own[1]}")
    assert table.state.order == order


# Its fuel


def test_k10_8_one_run_of_fuel_for_each_plant_without_paying() -> None:
    """Never more, though its storage could hold twice that; no one's money changes."""
    table = fuel_turn(12, 26, two=["coal-1", *["coal-2"] * 3], three=["uranium-1"] * 2)
    assert table.depot.cards.units(table.depot.stored[-1]) == [3, 0, 0, 2]
    assert table.state.money == [12, 12]


def test_k10_8_the_trust_takes_fuel_between_the_last_and_the_first_player() -> None:
    """The Trust takes what the last player left, before the first can buy."""
    built = card_scenario(2).trust_owns(COAL).owns(0, 27).owns(1, 34).column(2, "coal-1", "coal-3")
    table = built.at("resources")
    assert (table.actor, table.trust_storage()) == (1, [])
    table.do("1 buy-card coal-3 2")
    assert table.trust_storage() == []
    events = table.do("1 finish-buying")
    assert taken(table, events) == ["coal-1 at 2 keeps 1"]
    assert table.column(2) == []


def test_k10_8_the_trust_takes_fuel_also_if_no_seat_can_buy() -> None:
    """The Trust takes fuel although neither player can buy anything."""
    built = card_scenario(2).full_columns().trust_owns(16)
    table = built.at("resources")
    assert taken(table, table.began) == ["oil-3 at 2 keeps 3"]


def test_k10_8_coal_gas_oil_and_uranium_come_before_hybrids() -> None:
    """The sequence is the same for any order of plants; a hybrid would have taken the cheap oil."""
    table = fuel_turn(
        *(29, URANIUM, OIL),
        two=["oil-1"],
        three=["uranium-1", "oil-2"],
        four=["gas-2"],
    )
    assert taken(table, table.began) == [
        "oil-1 at 2 keeps 1",
        "uranium-1 at 3 keeps 1",
        "oil-2 at 3 keeps 2",
    ]
    table = fuel_turn(GAS, URANIUM, COAL, two=["coal-1", "gas-1"], three=["uranium-1"])
    assert taken(table, table.began) == [
        "coal-1 at 2 keeps 1",
        "gas-1 at 2 keeps 1",
        "uranium-1 at 3 keeps 1",
    ]


def test_k10_9_from_the_cheapest_column_the_card_with_the_fewest_units() -> None:
    """Singles before all; then column 2, though a card of 3 in column 4 would do."""
    table = fuel_turn(12, one=["coal-single"], two=["coal-3", "coal-1"], four=["coal-2"])
    assert taken(table, table.began) == [
        "coal-single at 1 keeps 1",
        "coal-1 at 2 keeps 1",
        "coal-3 at 2 keeps 1",
    ]
    table = fuel_turn(12, three=["coal-2", "coal-2"], four=["coal-3"])
    assert taken(table, table.began) == ["coal-2 at 3 keeps 2", "coal-2 at 3 keeps 1"]


def test_k10_10_the_rest_of_a_gas_card_is_kept_for_the_hybrid() -> None:
    """Gas for 1 and for the hybrid's 3; the second card gives only what is missing."""
    table = fuel_turn(GAS, HYBRID, two=["gas-3"], three=["gas-2"])
    assert taken(table, table.began) == ["gas-3 at 2 keeps 3", "gas-2 at 3 keeps 1"]
    assert (table.trust_storage(), table.column(1)) == (["gas-2:1", "gas-3"], ["gas-single"])


def test_k10_10_the_rest_of_an_oil_card_is_kept_for_the_hybrid() -> None:
    """The rest of an oil card is kept, also if gas would be as cheap for the hybrid."""
    table = fuel_turn(OIL, 29, two=["gas-2", "oil-3"])
    assert taken(table, table.began) == ["oil-3 at 2 keeps 3"]
    assert table.column(1) == []


def test_k10_10_both_rests_fill_the_same_hybrids() -> None:
    """Gas leaves 2 of 3, oil the last one; the rest of the oil card is spilled."""
    table = fuel_turn(GAS, OIL, HYBRID, two=["gas-3", "oil-3"])
    assert taken(table, table.began) == ["gas-3 at 2 keeps 3", "oil-3 at 2 keeps 2"]
    assert table.column(1) == ["oil-single"]


@pytest.mark.parametrize(
    ("plants", "card", "spilled"),
    [
        ((COAL, HYBRID), "coal-3", ["coal-single"] * 2),
        ((GAS,), "gas-3", ["gas-single"] * 2),
        ((OIL,), "oil-2", ["oil-single"]),
        ((URANIUM,), "uranium-2", ["uranium-single"]),
        ((29,), "gas-3", ["gas-single"]),
    ],
)
def test_k10_10_all_other_surplus_is_spilled(
    plants: tuple[str | int, ...], card: str, spilled: list[str]
) -> None:
    """Into column 1, where the first player can buy it."""
    table = fuel_turn(*plants, two=[card])
    assert table.column(1) == spilled
    assert [line.split()[0] for line in taken(table, table.began)] == [card]


def test_k10_11_a_hybrid_takes_each_card_from_the_lower_column() -> None:
    """The price of the card decides, not that of a unit."""
    table = fuel_turn(HYBRID, two=["gas-1"], three=["oil-1"], four=["gas-3"])
    assert taken(table, table.began) == [
        "gas-1 at 2 keeps 1",
        "oil-1 at 3 keeps 1",
        "gas-3 at 4 keeps 1",
    ]
    table = fuel_turn(HYBRID, two=["oil-1", "oil-2"], three=["gas-3"])
    assert taken(table, table.began) == ["oil-1 at 2 keeps 1", "oil-2 at 2 keeps 2"]


def test_k10_11_gas_if_both_are_in_the_same_column() -> None:
    """Though the oil card has fewer units, or would do without a rest."""
    table = fuel_turn(29, two=["oil-2", "gas-3", "oil-1"])
    assert taken(table, table.began) == ["gas-3 at 2 keeps 2"]
    table = fuel_turn(29, one=["oil-single", "gas-single"], two=["gas-2", "oil-1"])
    assert taken(table, table.began) == ["gas-single at 1 keeps 1", "oil-single at 1 keeps 1"]


@pytest.mark.parametrize(
    ("plants", "two", "storage"),
    [
        ((12,), ["coal-1"], ["coal-1"]),
        ((HYBRID,), ["oil-2"], ["oil-2"]),
        ((12, GAS), ["gas-1"], ["gas-1"]),
        ((12, 28, 17), [], []),
        ((GAS, HYBRID), ["gas-2"], ["gas-2"]),
    ],
)
def test_k10_12_with_too_little_it_takes_what_there_is(
    plants: tuple[str | int, ...], two: list[str], storage: list[str]
) -> None:
    """Even if a plant cannot run with it; the other kinds are taken as always."""
    assert fuel_turn(*plants, two=two).trust_storage() == storage


# The bureaucracy and the end


def test_k10_13_all_its_fuel_goes_in_the_production_step() -> None:
    """Cards to the discard pile, singles to the supply; it is paid nothing and keeps its place."""
    built = ranked(13, 18).trust_owns(12, HYBRID)
    table = built.trust_stores("coal-3", "coal-2:1", "gas-single").at("bureaucracy")
    before = table.discard()
    events = table.do("0 produce 13", "1 produce 18")
    assert len(only(events, TrustBurnedCards)) == 1
    assert table.trust_storage() == []
    assert sorted(table.discard()) == sorted([*before, "coal-2", "coal-3"])
    assert (table.column(1), table.state.money) == ([], [12 + 7, 12 + 8])


def test_k10_13_before_the_resupply() -> None:
    """Its cards can be dealt again immediately."""
    built = card_scenario(2).column(2, *["coal-3"] * 4).column(3, *["gas-2"] * 4)
    built.column(4, *["oil-2"] * 3).reshuffles(1).fuel_stack().trust_owns(URANIUM)
    table = built.trust_stores("uranium-1").at("bureaucracy")
    assert table.fuel_stack().count("uranium-1") == 2


def test_k10_14_in_the_last_round_the_trust_takes_plant_and_fuel_as_always() -> None:
    """One run of fuel, and no score."""
    built = against_trust().last_round().market(*SIX).stack(rest=[30, 31]).trust_owns(12)
    table = built.column(2, "coal-2", "coal-3").at("auction")
    events = [*table.do("0 pass"), *table.reveal(30), *table.do("1 pass")]
    assert table.trust_plants() == [12, 25]
    events += table.reveal(31)
    assert taken(table, events) == ["coal-2 at 2 keeps 2", "coal-3 at 2 keeps 1"]
    assert only(events, TrustBurnedCards) == []
    (end,) = only(events, GameEnded)
    assert (end.scores, end.ranking) == ([10, 10], [1, 1])


def test_k10_15_the_trust_neither_earns_nor_counts_as_the_first_to_scrap() -> None:
    """Its oldest plant left before; the seat that scraps is still the first of the phase."""
    built = against_trust(contractor=True).contractor(2).trust_owns(22, 23, 24)
    table = built.owns(1, 14, 15, 16).at("auction")
    events = [*table.do("0 pass"), *table.reveal(30), *sell(table, "11 11")]
    assert only(events, PlantScrapped) == []
    (event,) = only(table.do("1 scrap 14"), PlantScrapped)
    assert (event.seat, event.paid) == (1, 3)


def test_k10_15_the_trusts_plant_moves_no_contractor_card() -> None:
    """No one else scrapped in the phase."""
    built = against_trust(contractor=True).trust_owns(22, 23, 24)
    table = built.at("auction")
    events = [*table.do("0 pass"), *table.reveal(30), *table.do("1 pass"), *table.reveal(31)]
    assert only(events, ContractorAdvanced) == []
    assert table.state.contractor == 0
    assert len(only(events, CardLeft)) > 0
