"""Clauses k11: options."""

from typing import Any

import pytest

from gridwright.content.table import ContentError, default_spec
from gridwright.engine.editions.card.vocabulary import ElectricityProduced, FuelCardBought
from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.engine.observation import HIDDEN
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.auction import ContractorAdvanced, PlantBought, PlantScrapped
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.setup import DrawOrder
from gridwright.engine.vocabulary.turn import GameEnded
from tests.kit import facts, only
from tests.kit.card_scenario import CardScenario, CardTable, card_opening, card_scenario

MARKET = (10, 11, 12, 13, 14, 15, 16, 17)
SIX = (31, 32, 33, 34, 35, 36)
AMOUNTS = [(0, 1, 0), (1, 2, 1), (2, 3, 1), (3, 4, 2), (4, 5, 2)]
"""Payments by contractor card: to the first seat, and to each later one."""


def contractor(card: int, **options: Any) -> CardScenario:
    """Three seats with three plants each and 50 Elektro; seat 0 offers first."""
    built = card_scenario(3, contractor=True, **options).contractor(card).market(*MARKET)
    built.owns(0, 3, "4a", "4b").owns(1, "5a", "5b", "6").owns(2, "5c", "7a", "7b")
    for seat in range(3):
        built.money(seat, 50)
    return built.stack(top=[30, 32, 33, 34])


def buy_and_scrap(table: CardTable, plant: int, scrapped: str) -> PlantScrapped:
    """The chooser buys a plant at its number and gives one up; a card is drawn for it."""
    table.sold(f"{table.actor} offer {plant} {plant}")
    (event,) = only(table.do(f"{table.actor} scrap {scrapped}"), PlantScrapped)
    table.do(table.legal()[0])
    return event


@pytest.mark.parametrize(("card", "first", "later"), AMOUNTS)
def test_k11_1_the_contractor_pays_for_a_plant_given_up(card: int, first: int, later: int) -> None:
    """The first seat of the phase the higher amount, each later one the lower."""
    table = contractor(card).at("auction")
    sales = [(11, "3"), (12, "5a"), (13, "5c")]
    paid = [buy_and_scrap(table, plant, scrapped) for plant, scrapped in sales]
    assert [(event.seat, event.paid) for event in paid] == [(0, first), (1, later), (2, later)]
    assert table.state.money == [50 - 11 + first, 50 - 12 + later, 50 - 13 + later]


def test_k11_1_there_are_five_cards() -> None:
    """The sixth of the box is not for this game."""
    rules = contractor(0).game.rules
    assert len(rules.contractor_first) == len(rules.contractor_later) == len(AMOUNTS) == 5


def test_k11_1_the_contractor_pays_after_the_new_plant_was_paid() -> None:
    """Its payment cannot be bid."""
    table = contractor(4).money(0, 11).at("auction")
    refusal = table.refused("0 offer 12 12")
    assert facts(refusal) == ("k3.4", "bid_above_money", {"bid": 12, "money": 11})
    table.sold("0 offer 11 11")
    assert table.money(0) == 0
    table.do("0 scrap 3")
    assert table.money(0) == 5


def test_k11_1_the_contractor_pays_for_the_plant_just_bought_too() -> None:
    """Any of the four may go."""
    assert buy_and_scrap(contractor(2).at("auction"), 11, "11").paid == 3


def test_k11_1_the_contractor_pays_nothing_without_the_option_or_below_the_limit() -> None:
    """The contractor is a choice of the table, and three plants are no fourth."""
    assert not default_spec("card").contractor
    built = card_scenario(3).owns(0, 3, "4a", "4b").market(*MARKET).stack(top=[30])
    assert buy_and_scrap(built.at("auction"), 11, "3").paid == 0
    table = contractor(0).owns(0, 3, "4a").at("auction")
    events = table.do("0 offer 11 11", "1 drop", "2 drop")
    assert (only(events, PlantScrapped), table.money(0)) == ([], 50 - 11)


@pytest.mark.parametrize("card", range(5))
def test_k11_2_the_top_card_leaves_after_a_phase_in_which_a_seat_scrapped(card: int) -> None:
    """One card a phase, however many scrapped, at its end; the fifth stays."""
    table = contractor(card).at("auction")
    buy_and_scrap(table, 11, "3")
    buy_and_scrap(table, 12, "5a")
    assert table.state.contractor == card
    events = table.do("2 pass")
    events += table.deal()
    assert table.state.contractor == min(card + 1, 4)
    moved = [event.card for event in only(events, ContractorAdvanced)]
    assert moved == ([card + 1] if card < 4 else [])


def test_k11_2_the_card_stays_if_no_seat_scrapped() -> None:
    """Though plants were bought and the unsold one left."""
    table = contractor(2).owns(0, 3).at("auction")
    table.do("0 offer 11 11", "1 drop", "2 drop")
    table.deal()
    table.do("1 pass", "2 pass")
    table.deal()
    assert (table.phase, table.state.round) == ("auction", 3)
    assert table.state.contractor == 2


def test_k11_2_the_next_phase_has_a_first_seat_again() -> None:
    """The first seat of the next phase is paid by the next card."""
    table = contractor(0).full_columns().at("auction")
    assert buy_and_scrap(table, 11, "3").paid == 1
    table.do("1 pass", "2 pass")
    table.deal()
    while table.phase != "auction":
        table.do(table.legal()[-1] if table.phase == "resources" else table.legal()[0])
    assert (table.state.round, table.state.order) == (3, [0, 2, 1])
    table.do("0 pass")
    assert buy_and_scrap(table, 13, "5c").paid == 2


# Money


def seen_money(table: CardTable) -> dict[int, list[int]]:
    """The money that each viewer sees."""
    viewers = [SPECTATOR, *range(table.game.rules.n_seats)]
    return {viewer: observe(table.game, table.state, viewer).money for viewer in viewers}


def purses(**options: Any) -> CardScenario:
    """Three seats with 40, 11 and 70 Elektro."""
    built = card_scenario(3, **options).money(0, 40).money(1, 11).money(2, 70)
    return built.market(*MARKET).stack(top=[30])


def test_k11_3_open_money_is_seen_by_everyone() -> None:
    """Money is open unless the table says otherwise."""
    assert not default_spec("card").hidden_money
    table = purses().at("auction")
    assert set(map(tuple, seen_money(table).values())) == {(40, 11, 70)}


def test_k11_3_hidden_money_is_seen_by_its_owner_only() -> None:
    """A spectator sees none."""
    assert seen_money(purses(hidden_money=True).at("auction")) == {
        SPECTATOR: [HIDDEN, HIDDEN, HIDDEN],
        0: [40, HIDDEN, HIDDEN],
        1: [HIDDEN, 11, HIDDEN],
        2: [HIDDEN, HIDDEN, 70],
    }


def paid_in(events: list[Event]) -> list[tuple[int, int]]:
    """Return the gains and payments by seat, as all viewers see them."""
    found: list[tuple[int, int]] = []
    for event in events:
        if isinstance(event, PlantBought):
            found.append((event.seat, -event.price))
        elif isinstance(event, PlantScrapped):
            found.append((event.seat, event.paid))
        elif isinstance(event, FuelCardBought):
            found.append((event.seat, -event.cost))
        elif isinstance(event, ElectricityProduced):
            found.append((event.seat, event.income))
    return found


def test_k11_3_every_payment_is_public() -> None:
    """Plants, scrapped plants, fuel and incomes; the owner's view follows them."""
    built = contractor(0, hidden_money=True).column(2, "oil-3")
    table = built.at("auction")
    seen = observe(table.game, table.state, 0)
    events = table.do("0 offer 11 11", "1 drop", "2 drop", "0 scrap 3")
    events += table.reveal(30)
    events += table.do("1 pass", "2 pass")
    events += table.reveal(32)
    events += table.do("2 finish-buying")
    events += table.do("0 buy-card oil-3 2", "0 finish-buying", "0 produce 11")
    for event in events:
        event.fold(table.game.rules, seen)
    assert paid_in(events) == [(0, -11), (0, 1), (0, -2), (0, 8), (1, 1), (2, 1)]
    assert seen.money == seen_money(table)[0] == [50 - 11 + 1 - 2 + 8, HIDDEN, HIDDEN]


def test_k11_3_hidden_money_does_not_tell_who_is_poor() -> None:
    """Seat 1 cannot pay, but has a turn; with open money it has none."""
    table = purses(hidden_money=True).at("auction")
    table.do("0 offer 11 20")
    assert (table.actor, table.legal()) == (1, ["1 drop"])
    table = purses().at("auction")
    table.do("0 offer 11 20")
    assert table.actor == 2


def test_k11_3_hidden_money_is_open_after_the_end() -> None:
    """Hidden money is shown at the end, because it scores."""
    table = purses(hidden_money=True).last_round().market(*SIX).stack(rest=()).at("resources")
    assert [event.money for event in only(table.began, GameEnded)] == [[40, 11, 70]]
    assert set(map(tuple, seen_money(table).values())) == {(40, 11, 70)}


def test_k11_4_the_contractor_pays_in_the_last_round() -> None:
    """The contractor pays in the last round as in any other."""
    built = contractor(3).last_round().market(*SIX).stack(rest=[37, 38])
    table = built.at("auction")
    assert buy_and_scrap(table, 31, "3").paid == 4
    assert buy_and_scrap(table, 32, "5a").paid == 2
    assert table.state.money == [50 - 31 + 4, 50 - 32 + 2, 50]


# The order of round 1


def test_k11_5_the_order_is_drawn_by_lot() -> None:
    """Any order of the seats, and nothing else."""
    assert default_spec("card").order == "random"
    table = card_opening(3)
    assert table.actor == CHANCE
    assert len(table.legal()) == 6
    for order in ([0, 1], [0, 1, 1], [0, 1, 3]):
        refusal = table.refused_action(DrawOrder(order))
        assert facts(refusal) == ("k12.2", "impossible_outcome", {})
    table.do("chance order 2+0+1")
    table.deal()
    assert (table.state.order, table.actor) == ([2, 0, 1], 2)


def test_k11_5_the_order_may_be_given() -> None:
    """A given order must name each seat once, and no lot is drawn for it."""
    table = card_opening(3, order=(2, 0, 1))
    assert table.state.order == [2, 0, 1]
    assert table.phase == "opening-market"
    with pytest.raises(ContentError, match=r"^table: order"):
        card_opening(3, order=(0, 1))
