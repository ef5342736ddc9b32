"""Clauses c13: boards."""

from typing import Final

import pytest

from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.fuel import KindsClosed, MarketRefilled, ResourcesBought
from tests.kit import Scenario, Table, facts, only, scenario
from tests.rules.presets import DELUXE, FIRST_EDITION

PLAIN: Final = [
    *[(preset, board) for preset in FIRST_EDITION for board in ("usa", "germany")],
    *[(preset, preset) for preset in DELUXE],
]
"""Presets and boards without rules of their own about fuel."""
BOARDS: Final = ("usa", "germany", "usa-recharged", "germany-recharged")
MARKET: Final = (36, 37, 38, 39, 40, 42, 44, 50)
URANIUM: Final = 3


def pass_to_the_next_round(table: Table) -> list[int]:
    """Everyone passes, finishes and runs nothing; returns what was refilled."""
    events = []
    round_ = table.state.round
    while table.state.round == round_:
        lines = table.legal()
        words = ("pass", "finish-buying", "finish-building", "run nothing")
        idle = [line for line in lines if line.split(maxsplit=1)[1] in words]
        events += table.deal() if table.actor == CHANCE else table.do(idle[0])
    (event,) = only(events, MarketRefilled)
    return event.amounts


def plant_39_bought(built: Scenario) -> Table:
    """Seat 0 bought plant 39 and the card for it was drawn."""
    table = built.step(2).money(0, 100).market(*MARKET).stack(top=[46]).at("auction")
    table.do("0 offer 39 39")
    while table.plants(0) != [39]:
        table.do(f"{table.actor} drop")
    return table


@pytest.mark.clause("d13.1")
@pytest.mark.parametrize(("preset", "board"), PLAIN)
def test_c13_1_no_coal_from_the_supply(preset: str, board: str) -> None:
    """An empty market is sold out."""
    built = scenario(preset=preset, board=board, seats=3).owns(2, 4).tokens(coal=1)
    table = built.at("resources")
    clause = table.clause("c5.6", "d5.6")
    refusal = table.refused("2 buy coal 2")
    assert facts(refusal) == (clause, "sold_out", {"amount": 2, "on_sale": 1})
    table.do("2 buy coal 1")
    assert facts(table.refused("2 buy coal 1")) == (clause, "sold_out", {"amount": 1, "on_sale": 0})


@pytest.mark.clause("d13.1")
@pytest.mark.parametrize(("preset", "board"), PLAIN)
def test_c13_1_uranium_is_refilled_after_plant_39_was_bought(preset: str, board: str) -> None:
    """No plant closes a kind."""
    table = plant_39_bought(scenario(preset=preset, board=board, seats=3))
    assert table.state.closed == 0
    assert pass_to_the_next_round(table)[URANIUM] == (2 if preset == "reference" else 1)


def buyer(board: str = "usa-recharged", seats: int = 3) -> Scenario:
    """Seat 2 has plants for ten coal."""
    return scenario(board=board, seats=seats).owns(2, 4, 8).money(2, 100)


def test_c13_2_coal_is_sold_from_the_supply_at_8() -> None:
    """Coal comes from the supply at 8 each once the market has none."""
    table = buyer().tokens(coal=0).at("resources")
    (event,) = only(table.do("2 buy coal 3"), ResourcesBought)
    assert (event.amount, event.from_supply, event.cost) == (3, 3, 24)
    assert (table.money(2), table.fuel(2)) == (76, {"coal": 3})
    assert (table.tokens().get("coal", 0), table.supply()["coal"]) == (0, 21)


def test_c13_2_the_market_is_sold_first() -> None:
    """Four on the market cost 7 and three times 8, two more from the supply 8 each."""
    table = buyer().tokens(coal=4).at("resources")
    (event,) = only(table.do("2 buy coal 6"), ResourcesBought)
    assert (event.amount, event.from_supply, event.cost) == (6, 2, 7 + 8 + 8 + 8 + 8 + 8)
    assert (table.tokens().get("coal", 0), table.supply()["coal"]) == (0, 18)


def test_c13_2_cheap_coal_is_not_sold_from_the_supply_while_the_market_has_some() -> None:
    """Each token costs its space: the store's 8 begins where the market ends."""
    table = buyer().tokens(coal=24).at("resources")
    (event,) = only(table.do("2 buy coal 10"), ResourcesBought)
    assert (event.from_supply, event.cost) == (0, 3 * 1 + 3 * 2 + 3 * 3 + 4)


def test_c13_2_the_store_sells_what_the_supply_has() -> None:
    """Seat 0 holds 18 of 24 coal, one is on the market; five are left in the supply."""
    built = buyer().owns(0, 20, 31, 36).fuel(0, coal=18).tokens(coal=1)
    table = built.at("resources")
    refusal = table.refused("2 buy coal 7")
    assert facts(refusal) == ("c5.6", "sold_out", {"amount": 7, "on_sale": 6})
    table.do("2 buy coal 6")
    assert table.supply().get("coal", 0) == 0
    assert facts(table.refused("2 buy coal 1")) == ("c5.6", "sold_out", {"amount": 1, "on_sale": 0})


def test_c13_2_the_store_must_be_paid() -> None:
    """Seven Elektro buy no coal there."""
    table = buyer().money(2, 15).tokens(coal=0).at("resources")
    refusal = table.refused("2 buy coal 2")
    assert facts(refusal) == ("c5.6", "cannot_pay_fuel", {"cost": 16, "money": 15})
    table.do("2 buy coal 1")
    assert table.money(2) == 7


def test_c13_2_a_seat_has_its_turn_if_the_store_alone_can_serve_it() -> None:
    """The market has no coal at all."""
    assert buyer().tokens(coal=0).at("resources").actor == 2
    assert buyer("germany-recharged").tokens(coal=0).at("resources").phase == "building"


@pytest.mark.parametrize("kind", ["oil", "garbage", "uranium"])
def test_c13_2_only_coal_is_sold_from_the_supply(kind: str) -> None:
    """Other kinds are sold out as usual."""
    plants = {"oil": 7, "garbage": 14, "uranium": 11}
    built = scenario(board="usa-recharged", seats=3).owns(2, 4, plants[kind])
    table = built.tokens(**{kind: 0}).at("resources")
    refusal = table.refused(f"2 buy {kind} 1")
    assert facts(refusal) == ("c5.6", "sold_out", {"amount": 1, "on_sale": 0})


def test_c13_2_no_other_board_sells_coal_from_the_supply() -> None:
    """No board but `usa-recharged` has a price for coal in the supply."""
    prices = {
        board: [ladder.store_price for ladder in scenario(board=board).game.rules.market.ladders]
        for board in BOARDS
    }
    assert prices == {board: [8 * (board == "usa-recharged"), 0, 0, 0] for board in BOARDS}


def test_c13_2_hybrids_buy_it_too() -> None:
    """Plant 5 burns coal."""
    built = scenario(board="usa-recharged", seats=3).owns(2, 5).tokens(coal=0, oil=0)
    table = built.at("resources")
    table.do("2 buy coal 4")
    assert table.money(2) == 50 - 32


@pytest.mark.parametrize("seats", [2, 3])
def test_c13_3_after_plant_39_was_bought_uranium_is_never_refilled(seats: int) -> None:
    """Uranium is refilled neither in that round nor in a later one; the other kinds are."""
    table = plant_39_bought(scenario(board="germany-recharged", seats=seats).tokens(coal=5))
    assert table.state.closed == 1 << URANIUM
    uranium = table.tokens()["uranium"]
    for round_ in range(2):
        amounts = pass_to_the_next_round(table)
        assert amounts[URANIUM] == 0, round_
        assert min(amounts[:URANIUM]) > 0
    assert table.tokens()["uranium"] == uranium


def test_c13_3_the_purchase_of_plant_39_is_public() -> None:
    """The purchase of plant 39 is one event that everyone sees."""
    built = scenario(board="germany-recharged", seats=3).step(2).money(0, 100).market(*MARKET)
    table = built.at("auction")
    events = table.do("0 offer 39 39", "1 bid 40", "2 drop", "0 bid 41", "1 drop")
    assert [event.kinds for event in only(events, KindsClosed)] == [1 << URANIUM]


def test_c13_3_uranium_on_the_market_is_still_sold() -> None:
    """Uranium on the market can be bought; only the refill stops."""
    built = scenario(board="germany-recharged", seats=3).closed("uranium").owns(2, 11)
    table = built.tokens(uranium=2).at("resources")
    table.do("2 buy uranium 2")
    assert table.fuel(2) == {"uranium": 2}


def test_c13_3_uranium_stays_closed_when_plant_39_is_gone() -> None:
    """The owner may give plant 39 up again."""
    built = scenario(board="germany-recharged", seats=3).closed("uranium")
    table = built.gone(39).market(36, 37, 38, 40).tokens(uranium=2).at("bureaucracy")
    (event,) = only(table.began, MarketRefilled)
    assert event.amounts[URANIUM] == 0


def test_c13_3_uranium_is_refilled_before_plant_39_is_bought() -> None:
    """Plant 39 on the market closes nothing."""
    built = scenario(board="germany-recharged", seats=3).step(2).market(*MARKET)
    table = built.at("bureaucracy")
    (event,) = only(table.began, MarketRefilled)
    assert event.amounts[URANIUM] == 1


@pytest.mark.parametrize("plant", [11, 17, 23, 28, 34])
def test_c13_3_other_uranium_plants_close_nothing(plant: int) -> None:
    """Plant 39 closes uranium, and no other plant does."""
    built = scenario(board="germany-recharged", seats=3).market(plant, 36, 37, 38, 40)
    table = built.at("auction")
    table.do(f"0 offer {plant} {plant}", "1 drop", "2 drop")
    assert (table.plants(0), table.state.closed) == ([plant], 0)


def test_c13_3_the_trust_taking_plant_39_does_not_count() -> None:
    """Uranium is refilled as before."""
    built = scenario(board="germany-recharged", seats=2).step(2).market(*MARKET)
    table = built.stack(top=[46]).at("auction")
    table.do("0 pass")
    assert table.trust_plants() == [39]
    assert table.state.closed == 0
    assert pass_to_the_next_round(table)[URANIUM] == 1


def test_c13_3_plant_39_closes_nothing_on_the_other_recharged_board() -> None:
    """The rule belongs to the board, not to the preset."""
    table = plant_39_bought(scenario(board="usa-recharged", seats=3))
    assert table.state.closed == 0
    assert pass_to_the_next_round(table)[URANIUM] == 1
