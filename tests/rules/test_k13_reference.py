"""Clauses k13: the preset ``reference`` of the card game, row by row."""

from dataclasses import replace
from typing import Any, Final

import pytest

from gridwright.content.identity import describe_rules
from gridwright.content.table import build_rules, default_spec, list_house_rules, list_seats
from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.auction import PlantScrapped
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import (
    LEFT_UNSOLD,
    CardLeft,
    CardRevealed,
    MarketResized,
    StackShuffled,
)
from gridwright.engine.vocabulary.setup import OrderSet
from gridwright.engine.vocabulary.trust import TrustTookPlant
from tests.kit import only
from tests.kit.card_scenario import (
    LAST_ROUND,
    CardScenario,
    CardTable,
    card_opening,
    card_scenario,
    play_phase_out,
)

MARKET = ("10", "11", "12", "13", "14", "15", "16", "17")
SIX = ("20", "21", "22", "23", "24", "25")
SECOND_PILE = ["coal-3", "gas-3", "oil-3", "uranium-2"]
HOUSE_RULES: Final = {
    "k13.1": "reference-removal",
    "k13.2": "fewer-fuel-cards",
    "k13.3": "opening-singles",
    "k13.4": "unsold-always-leaves",
    "k13.5": "shuffle-after-phase",
    "k13.6": "trust-follows-first",
    "k13.7": "third-swaps-with-first",
    "k13.8": "summed-storage",
    "k13.9": "surplus-bars-buying",
    "k13.10": "fuel-slides-one-step",
    "k13.11": "second-pile-waits",
    "k13.12": "three-current-in-last-round",
}


def played(clause: str) -> pytest.MarkDecorator:
    """Play a test in the preset, and with the clause alone as a house rule."""
    alone = {"house_rules": (HOUSE_RULES[clause],)}
    return pytest.mark.parametrize(
        "chosen", [{"preset": "reference"}, alone], ids=["preset", "house-rule"]
    )


Chosen = dict[str, Any]


def rich(seats: int, **chosen: Any) -> CardScenario:
    built = card_scenario(seats, **chosen)
    for seat in range(seats):
        built.money(seat, 90)
    return built


def dealt(seats: int, **chosen: Any) -> CardTable:
    table = card_opening(seats, order=tuple(range(seats)), **chosen)
    table.deal()
    return table


# The preset


@pytest.mark.parametrize("seats", list_seats("card"))
def test_k11_6_the_house_rules_together_are_the_preset(seats: int) -> None:
    """Each alone is one of the differences."""
    assert sorted(HOUSE_RULES.values()) == list_house_rules("card")
    plain = default_spec("card", seats=seats)
    together = replace(plain, house_rules=tuple(HOUSE_RULES.values()))
    preset = default_spec("card", "reference", seats=seats)
    told = [describe_rules(build_rules(spec)) | {"preset": ""} for spec in (together, preset)]
    assert told[0] == told[1]
    standard = describe_rules(build_rules(plain))
    for clause, rule in HOUSE_RULES.items():
        changed = describe_rules(build_rules(replace(plain, house_rules=(rule,))))
        keys = {key for key, value in changed.items() if value != standard.get(key)}
        idle = (clause == "k13.6" and seats > 2) or (clause == "k13.1" and seats == 6)
        assert len(keys) == (0 if idle else 1), clause


@pytest.mark.parametrize("version", [1, 2])
def test_the_standard_preset_keeps_its_rules(version: int) -> None:
    """Only the version differs from what tables of earlier versions have."""
    for seats in list_seats("card"):
        spec = default_spec("card", seats=seats)
        now, then = (describe_rules(build_rules(replace(spec, version=v))) for v in (3, version))
        given_up = {"fuel_may_go"} if version == 1 else set()
        assert {key for key in now if now[key] != then.get(key)} == {"version"} | given_up


# Set-up


@played("k13.1")
def test_k13_1_other_plants_are_removed(chosen: Chosen) -> None:
    """Of 5 small and 29 big plants; one of the small ones is on top."""
    removed = {2: (4, 9), 3: (3, 6), 4: (2, 3), 5: (1, 1), 6: (0, 0)}
    for seats, (n_small, n_big) in removed.items():
        table = dealt(seats, **chosen)
        stack = table.state.stack
        assert stack.top_back == table.game.rules.deck.backs.index("small")
        counts = stack.counts_after_shuffle()
        assert counts == [5 - n_small, 29 - n_big, 1]
        table.sold(table.legal()[0])
        assert table.actor == CHANCE


@played("k13.2")
def test_k13_2_fewer_fuel_cards_in_a_column(chosen: Chosen) -> None:
    for seats, n_slots in {2: 3, 3: 3, 4: 4, 5: 4, 6: 5}.items():
        table = dealt(seats, **chosen)
        assert [len(table.column(price)) for price in (2, 3, 4)] == [n_slots] * 3


@played("k13.3")
def test_k13_3_four_singles_are_on_sale_at_the_start(chosen: Chosen) -> None:
    """They can be bought in round 1; elsewhere the column opens empty."""
    table = dealt(3, **chosen)
    singles = ["coal-single", "gas-single", "oil-single", "uranium-single"]
    assert table.column(1) == singles
    assert dealt(3).column(1) == []


# Auctions


def unsold(table: CardTable, events: list[Event]) -> list[str]:
    left = [each.card for each in only(events, CardLeft) if each.cause == LEFT_UNSOLD]
    return table.named(left)


@played("k13.4")
def test_k13_4_the_smallest_plant_leaves_without_the_token_too(chosen: Chosen) -> None:
    """The plant under the token was sold; the next one leaves and is replaced."""
    built = rich(3, **chosen).market(*MARKET).stack(top=["20", "21", "22"])
    table = built.at("auction")
    table.sold("0 offer 10 1", "20")
    events = table.do("1 pass", "2 pass")
    assert unsold(table, events) == ["11"]
    table.reveal("21")
    assert "21" in table.row()


@played("k13.4")
def test_k13_4_only_one_plant_leaves_if_it_has_the_token(chosen: Chosen) -> None:
    table = rich(3, **chosen).market(*MARKET).stack(top=["20", "21"]).at("auction")
    events = table.do("0 pass", "1 pass", "2 pass")
    assert unsold(table, events) == ["10"]
    events = table.reveal("20")
    assert unsold(table, events) == []


@played("k13.4")
def test_k13_4_an_empty_market_loses_none(chosen: Chosen) -> None:
    table = rich(3, **chosen).market("10").stack(rest=()).at("auction")
    events = table.sold("0 offer 10 1")
    assert unsold(table, events) == []
    assert table.row() == []


@played("k13.5")
def test_k13_5_the_stack_is_shuffled_when_the_phase_ends(chosen: Chosen) -> None:
    """A sale after the end card takes the card that everyone knows to be on top."""
    built = rich(3, **chosen).market(*MARKET).full_columns().owns(2, "38")
    table = built.stack(top=[LAST_ROUND], rest=(), under=["36", "30", "31"]).at("auction")
    table.sold("0 offer 11 11", LAST_ROUND)
    assert table.row()[-1] == LAST_ROUND
    assert table.actor == 1
    table.sold("1 offer 12 12")
    assert table.possible_cards() == [36]
    table.reveal("36")
    events = table.do("2 pass")
    while table.legal()[0].startswith("chance reveal"):
        assert only(events, StackShuffled) == []
        events += table.reveal("30")
    assert table.legal()[0].startswith("chance shuffle")
    assert LAST_ROUND not in table.row()
    assert len(table.row()) == 6
    events = table.shuffle()
    assert len(only(events, StackShuffled)) == 1


@played("k13.5")
def test_k13_5_in_the_update_it_is_shuffled_immediately(chosen: Chosen) -> None:
    """Only an end card that waits in the market postpones the shuffle (k8.7)."""
    built = card_scenario(3, **chosen).market(*MARKET).full_columns()
    table = built.stack(top=[LAST_ROUND], rest=["30", "31"]).at("bureaucracy")
    table.reveal(LAST_ROUND)
    assert table.legal()[0].startswith("chance shuffle")


def took(table: CardTable, events: list[Event]) -> list[str]:
    return table.named([each.plant for each in only(events, TrustTookPlant)])


@played("k13.6")
def test_k13_6_the_trust_waits_for_the_first_player(chosen: Chosen) -> None:
    """The second player's purchase does not call it, the first player's does."""
    top = ["30", "31", "32"]
    table = rich(2, **chosen).market(*MARKET).stack(top=top).at("auction")
    events = table.do("0 offer 11 11", "1 bid 12", "0 drop")
    assert only(events, CardRevealed) == []
    events = table.reveal("30")
    assert took(table, events) == []
    assert table.actor == 0
    table.sold("0 offer 12 12")
    assert took(table, table.reveal("31")) == ["15"]


@played("k13.6")
@pytest.mark.parametrize("passes", [True, False])
def test_k13_6_it_takes_the_largest_current_plant(chosen: Chosen, passes: bool) -> None:
    built = rich(2, **chosen).market(*MARKET).stack(top=["30", "31", "32"])
    table = built.at("auction")
    if passes:
        assert took(table, table.do("0 pass")) == ["13"]
    else:
        table.sold("0 offer 10 1")
        assert took(table, table.reveal("30")) == ["14"]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (("trust-follows-first", "three-current-in-last-round"), "25"),
        (("trust-follows-first",), "25"),
        (("three-current-in-last-round",), "22"),
    ],
)
def test_k13_6_in_the_last_round_the_largest_future_plant(
    rules: tuple[str, ...], expected: str
) -> None:
    """Where all six are current, the largest of them (k10.4)."""
    built = rich(2, house_rules=rules).last_round().market(*SIX).stack(top=["30", "31"])
    table = built.at("auction")
    assert took(table, table.do("0 pass")) == [expected]


def test_k13_6_without_a_future_plant_the_largest_current_one() -> None:
    built = rich(2, preset="reference").last_round().market("20", "21").stack(top=["30"])
    table = built.at("auction")
    assert took(table, table.do("0 pass")) == ["21"]


# Order


@played("k13.7")
@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ((0, 1), (1, 0)),
        ((2, 0, 1), (1, 0, 2)),
        ((3, 1, 0, 2), (0, 1, 3, 2)),
        ((4, 3, 2, 1, 0), (2, 3, 4, 1, 0)),
    ],
)
def test_k13_7_the_first_and_the_third_of_a_tied_group_change_places(
    chosen: Chosen, order: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    table = card_scenario(len(order), **chosen).order(*order).full_columns().at("bureaucracy")
    (event,) = only(table.began, OrderSet)
    assert event.order == list(expected)


@played("k13.7")
def test_k13_7_each_group_within_the_places_it_holds(chosen: Chosen) -> None:
    """Seats 0, 2 tie with plants of number 4; seats 1, 4, 5 and 6 places behind tie as well."""
    built = card_scenario(6, **chosen).order(0, 1, 2, 3, 4, 5).full_columns()
    built.owns(0, "8a").owns(2, "8b").owns(3, "22")
    table = built.at("bureaucracy")
    table.do("0 produce nothing", "3 produce 22")
    assert table.state.order == [3, 2, 0, 5, 4, 1]


@played("k13.7")
def test_k13_7_holds_after_the_first_auctions(chosen: Chosen) -> None:
    built = rich(3, **chosen).round(1).order(0, 1, 2).column(2, "coal-1")
    built.market("5a", "5b", "5c", "8a", "9a", "10", "11", "12").stack(top=["20", "21", "22"])
    table = built.at("auction")
    table.sold("0 offer 5b 5", "20")
    table.sold("1 offer 5a 5", "21")
    table.do("2 offer 5c 5")
    play_phase_out(table)
    assert table.state.order == [2, 1, 0]


# Fuel


def offered(table: CardTable) -> set[str]:
    return {line.split()[2] for line in table.legal() if "buy-card" in line}


@played("k13.8")
def test_k13_8_one_limit_for_the_sum_of_all_fuel(chosen: Chosen) -> None:
    """3 coal and 1 uranium are needed: eight units of coal fit, where else six would."""
    built = card_scenario(3, **chosen).owns(0, "6", "8b").stores(0, "coal-3", "coal-3")
    table = built.column(2, "coal-3", "oil-1").money(0, 50).at("resources")
    assert offered(table) == {"coal-3"}
    table.do("0 buy-card coal-3 2")
    assert (table.fuel(0), table.column(1)) == ({"coal": 8}, ["coal-single"])
    assert table.phase == "resources"
    assert offered(table) == set()
    built = card_scenario(3, **chosen).owns(0, "6", "8b").stores(0, "coal-3", "uranium-2")
    table = built.column(2, "uranium-1").money(0, 50).at("resources")
    table.do("0 buy-card uranium-1 2")
    assert table.fuel(0) == {"coal": 3, "uranium": 3}


@played("k13.8")
def test_k13_8_only_kinds_that_some_own_plant_burns(chosen: Chosen) -> None:
    built = card_scenario(3, **chosen).owns(0, "6").column(2, "gas-1", "oil-1", "coal-1")
    assert offered(built.money(0, 50).at("resources")) == {"coal-1"}
    built = card_scenario(3, **chosen).owns(0, "7a").column(2, "gas-1", "oil-1", "coal-1")
    assert offered(built.money(0, 50).at("resources")) == {"gas-1", "oil-1"}


def fourth(chosen: Chosen, *owned: str, bought: str, stored: tuple[str, ...]) -> CardTable:
    built = rich(3, **chosen).market(bought, "23", "24", "25").owns(0, *owned).stores(0, *stored)
    table = built.column(1, "oil-single").stack(top=["37", "36"]).at("auction")
    table.sold(f"0 offer {bought} 50")
    return table


@played("k13.8")
def test_k13_8_kinds_that_no_plant_burns_go_first(chosen: Chosen) -> None:
    """Without plant 8b no uranium is kept, though there is room for it."""
    table = fourth(chosen, "6", "8b", "13", bought="10", stored=("coal-3", "uranium-2"))
    assert "0 scrap 8b" in table.legal()
    table.do("0 scrap 8b")
    assert table.fuel(0) == {"coal": 3}


@played("k13.8")
def test_k13_8_what_is_too_much_goes_from_the_kinds_of_the_plant(chosen: Chosen) -> None:
    """Ten units are stored; without plant 9b, which burns coal, only eight fit."""
    stored = ("coal-3", "coal-3", "coal-single", "uranium-2", "uranium-1")
    table = fourth(chosen, "6", "9b", "8b", bought="13", stored=stored)
    table.do("0 scrap 9b")
    assert table.fuel(0) == {"coal": 5, "uranium": 3}
    table = fourth(chosen, "6", "9b", "8b", bought="13", stored=stored)
    table.do("0 scrap 8b")
    assert table.fuel(0) == {"coal": 7}


@played("k13.8")
def test_k13_8_then_coal_gas_oil_uranium(chosen: Chosen) -> None:
    """Plant 15 burns uranium, of which there is none: of eight units six fit."""
    table = fourth(chosen, "3", "15", "14", bought="13", stored=("coal-3", "coal-3", "gas-2"))
    table.do("0 scrap 15")
    assert table.fuel(0) == {"coal": 4, "gas": 2}


@played("k13.8")
def test_k13_8_the_owner_chooses_between_gas_and_oil(chosen: Chosen) -> None:
    """Hybrid 7a goes: two of eight units are too many."""
    stored = ("gas-3", "gas-single", "oil-3", "oil-single")
    for lost, kept in ((0, (4, 2)), (1, (3, 3)), (2, (2, 4))):
        table = fourth(chosen, "7a", "9a", "11", bought="13", stored=stored)
        lines = [line for line in table.legal() if line.startswith("0 scrap 7a")]
        assert lines[0] == "0 scrap 7a"
        table.do(f"0 scrap 7a {lost}" if lost else "0 scrap 7a")
        assert table.fuel(0) == {"gas": kept[0], "oil": kept[1]}


@played("k13.8")
def test_k13_8_more_may_go_with_the_plant(chosen: Chosen) -> None:
    """Fuel that would fit may go, as much as could be stored for the plant (k3.24)."""
    table = fourth(chosen, "6", "9b", "8b", bought="10", stored=("coal-3", "uranium-2"))
    (scrapped,) = only(table.do("0 scrap 9b 0 2"), PlantScrapped)
    assert scrapped.seat == 0
    assert table.fuel(0) == {"coal": 1, "uranium": 2}


@played("k13.8")
def test_k13_8_what_one_run_lacks_limits_the_last_round_as_ever(chosen: Chosen) -> None:
    """Three coal and one uranium, and not four of one kind (k5.12)."""
    built = card_scenario(3, **chosen).owns(0, "6", "8b").last_round().money(0, 50)
    table = built.column(2, "coal-3", "coal-2", "uranium-2").at("resources")
    table.do("0 buy-card coal-3 2")
    assert offered(table) == {"uranium-2"}
    table.do("0 buy-card uranium-2 2")
    assert (table.fuel(0), table.column(1)) == ({"coal": 3, "uranium": 1}, ["uranium-single"])


def test_k13_8_a_full_storage_bars_what_the_last_run_lacks() -> None:
    """Without k13.9: four coal fill the storage, so no uranium fits."""
    built = card_scenario(3, house_rules=("summed-storage",)).last_round().owns(0, "4a", "15")
    built.stores(0, "coal-3", "coal-single").column(2, "uranium-1").money(0, 50)
    assert built.at("resources").phase == "over"


@played("k13.9")
def test_k13_9_surplus_fuel_bars_all_buying_in_the_last_round(chosen: Chosen) -> None:
    """Five coal for a run of three, and gas is lacking."""
    built = card_scenario(3, **chosen).owns(0, "12", "14").stores(0, "coal-3", "coal-2")
    built.last_round().owns(1, "38").money(0, 50).money(1, 50)
    table = built.column(2, "gas-1", "uranium-1").at("resources")
    assert table.actor == 1
    table.do("1 finish-buying")
    assert table.phase == "over"


@played("k13.9")
def test_k13_9_a_seat_that_must_not_buy_is_refused(chosen: Chosen) -> None:
    """It has bought and may still take that back; then nothing more fits."""
    built = card_scenario(3, **chosen).owns(0, "12", "14").stores(0, "coal-3")
    table = built.last_round().money(0, 50).column(2, "gas-1", "gas-2").at("resources")
    table.do("0 buy-card gas-1 2")
    assert table.refused("0 buy-card gas-2 2").code == "no_room"
    assert table.fuel(0) == {"coal": 3, "gas": 1}


@played("k13.9")
def test_k13_9_before_the_last_round_it_bars_nothing(chosen: Chosen) -> None:
    built = card_scenario(3, **chosen).owns(0, "12", "14").stores(0, "coal-3", "coal-2")
    assert offered(built.money(0, 50).column(2, "gas-1").at("resources")) == {"gas-1"}


# Bureaucracy


@played("k13.10")
def test_k13_10_cards_slide_one_column(chosen: Chosen) -> None:
    """From 3 to 2, then from 4 to 3: what came from 4 does not move on."""
    built = card_scenario(4, **chosen).column(2, "coal-3").column(3, "gas-3", "oil-1")
    table = built.column(4, "gas-1", "gas-2", "oil-2", "oil-3").at("bureaucracy")
    assert table.moved(table.began) == [
        *("gas-3 3>2", "oil-1 3>2"),
        *("gas-1 4>3", "gas-2 4>3", "oil-2 4>3", "oil-3 4>3"),
    ]


def short(reshuffles: int, chosen: Chosen, n_free: int = 1) -> CardScenario:
    """The fuel stack is empty and a place is free; cards that are not named are discarded."""
    built = card_scenario(4, **chosen).reshuffles(reshuffles).market(*MARKET)
    n_slots = built.game.rules.cards.n_slots
    built.column(2, *(("coal-3", "coal-2", "coal-2", "coal-2", "coal-1")[:n_slots]))
    built.column(3, *(("gas-2", "gas-2", "gas-2", "gas-2", "gas-1")[:n_slots]))
    built.column(4, *(("oil-2",) * 3 + ("oil-1",) * 2)[: n_slots - n_free])
    return built.fuel_stack().stack(top=["30", "31"])


@played("k13.11")
def test_k13_11_the_first_reshuffle_leaves_the_second_pile_aside(chosen: Chosen) -> None:
    """The ``+`` cards are in the stack, and the discard pile is empty."""
    table = short(0, chosen).at("bureaucracy")
    assert (table.discard(), table.aside()) == ([], SECOND_PILE)
    assert table.fuel_stack().count("uranium-2") == 3
    assert table.left(table.began) == ["10"]


@played("k13.11")
def test_k13_11_the_second_reshuffle_takes_it_in(chosen: Chosen) -> None:
    table = short(1, chosen).at("bureaucracy")
    assert (table.discard(), table.aside()) == ([], [])
    assert table.fuel_stack().count("uranium-2") == 4
    assert table.depot.n_reshuffles == 2


@played("k13.11")
def test_k13_11_the_second_pile_alone_is_a_stack(chosen: Chosen) -> None:
    """Nothing is discarded, yet the reshuffle gives its four cards."""
    table = short(1, chosen).at("bureaucracy")
    depot = table.depot
    depot.n_reshuffles = 1
    depot.stack, depot.discard = depot.discard, depot.aside
    assert not depot.can_reshuffle()
    depot.aside = depot.cards.second_pile
    assert depot.can_reshuffle()
    depot.reshuffle()
    assert table.fuel_stack() == SECOND_PILE


@played("k13.12")
def test_k13_12_three_current_and_three_future_plants(chosen: Chosen) -> None:
    built = rich(3, **chosen).last_round().market(*SIX).stack(top=["30"])
    table = built.at("auction")
    assert table.named(table.game.market.current(table.state)) == list(SIX[:3])
    assert table.refused("0 offer 23 23").code == "not_on_offer"


@played("k13.12")
def test_k13_12_from_the_moment_the_end_card_has_left(chosen: Chosen) -> None:
    built = card_scenario(3, **chosen).market(*MARKET).full_columns()
    table = built.stack(top=[LAST_ROUND], rest=["30", "31"]).at("bureaucracy")
    table.reveal(LAST_ROUND)
    (event,) = only(table.shuffle(), MarketResized)
    assert (event.size, event.current) == (6, 3)
