"""Clauses c3.15 to c3.17: what follows a sale, and the end of the phase."""

import pytest

from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import LEFT_UNSOLD, CardLeft
from gridwright.engine.vocabulary.turn import PhaseBegan
from tests.kit import Table, only, scenario
from tests.rules.presets import ALL, DELUXE, NO_TOKEN, TOKEN


def card(table: Table, number: int) -> int:
    """The id of a plant, as events name it."""
    return table.game.rules.plant_called(number)


@pytest.mark.clause("d3.13")
@pytest.mark.parametrize("preset", ALL)
def test_c3_15_after_each_sale_a_card_is_drawn(preset: str) -> None:
    """One card for one plant, and the market is sorted again."""
    built = scenario(preset=preset, seats=3).market(5, 6, 7, 8, 20, 21, 22, 23)
    table = built.stack(top=[9, 30]).at("auction")
    table.buy(0, 6, 50)
    assert table.actor == CHANCE
    table.reveal(9)
    assert table.market() == [5, 7, 8, 9, 20, 21, 22, 23]
    assert table.current() == [5, 7, 8, 9]
    table.buy(1, 9, 50)
    table.reveal(30)
    assert table.market() == [5, 7, 8, 20, 21, 22, 23, 30]


@pytest.mark.clause("d3.13")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_15_a_small_card_is_on_offer_immediately(preset: str) -> None:
    """A current plant may fall back into the future market."""
    table = (
        scenario(preset=preset, seats=3)
        .market(5, 6, 7, 8, 20, 21, 22, 23)
        .stack(top=[3])
        .at("auction")
    )
    table.do("0 offer 5 50")
    table.reveal(3)
    assert table.current() == [3, 6, 7, 8]
    table.do("1 offer 3 3")


@pytest.mark.clause("d3.13")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_15_the_card_is_drawn_after_the_scrapping(preset: str) -> None:
    """The buyer gives up a plant without seeing the next card."""
    table = scenario(preset=preset, seats=3).owns(0, 20, 25, 26).at("auction")
    table.do("0 offer 4 50")
    assert len(table.market()) == table.state.market_size - 1
    table.do("0 scrap 20")
    assert table.actor == CHANCE


def all_pass(table: Table) -> list[CardLeft]:
    """Everyone passes; returns which cards left the game on that."""
    events = []
    for seat in table.state.order:
        events += table.do(f"{seat} pass")
    return only(events, CardLeft)


@pytest.mark.clause("d3.14")
@pytest.mark.parametrize("preset", NO_TOKEN)
@pytest.mark.parametrize("round_", [2, 3, 9])
def test_c3_16_if_no_seat_bought_the_smallest_plant_leaves(preset: str, round_: int) -> None:
    """The smallest plant leaves and one card is drawn, from round 2 on."""
    built = scenario(preset=preset, seats=3).owns(0, 20).round(round_).stack(top=[30])
    table = built.at("auction")
    market = table.market()
    (left,) = all_pass(table)
    assert (left.card, left.cause) == (card(table, 3), LEFT_UNSOLD)
    assert table.gone() == [3]
    assert (table.actor, table.phase) == (CHANCE, "auction")
    assert table.market() == market[1:]
    table.reveal(30)
    assert table.market() == [*market[1:], 30]
    assert table.phase == "resources"


@pytest.mark.clause("d3.14")
@pytest.mark.parametrize("preset", NO_TOKEN)
def test_c3_16_no_plant_leaves_in_round_1(preset: str) -> None:
    """Should no one be able to buy in round 1, the market stays."""
    built = scenario(preset=preset, seats=3).round(1).owns(0, 20)
    table = built.money(0, 2).money(1, 2).money(2, 2).at("auction")
    market = table.market()
    assert all_pass(table) == []
    assert (table.phase, table.actor) == ("resources", 0)
    assert table.market() == market
    assert table.gone() == []


@pytest.mark.clause("d3.14")
@pytest.mark.parametrize("preset", NO_TOKEN)
def test_c3_16_no_plant_leaves_if_a_seat_bought(preset: str) -> None:
    """One sale is enough to keep the smallest plant."""
    table = scenario(preset=preset, seats=3).stack(top=[30]).at("auction")
    market = table.market()
    table.do("0 pass", "1 pass", "2 offer 5 5")
    table.reveal(30)
    assert table.gone() == []
    assert table.market() == [*[number for number in market if number != 5], 30]
    assert table.phase == "resources"


@pytest.mark.clause("d3.14", "d3.18")
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_16_no_second_plant_leaves_with_the_token(preset: str) -> None:
    """The plant under the token leaves (c3.20), and no second one."""
    table = scenario(preset=preset, seats=3).owns(0, 20).stack(top=[30]).at("auction")
    assert [left.card for left in all_pass(table)] == [card(table, 3)]
    assert table.discount is None
    assert only(table.reveal(30), CardLeft) == []
    assert table.market() == [4, 5, 6, 7, 8, 9, 10, 30]
    assert table.phase == "resources"


@pytest.mark.clause("d3.15")
@pytest.mark.parametrize("preset", ALL)
def test_c3_17_the_phase_ends_when_each_seat_bought_or_passed(preset: str) -> None:
    """Some buy, some pass; the last of them ends the phase and no one before."""
    table = scenario(preset=preset).owns(3, 8).at("auction")
    table.do("0 pass")
    assert table.phase == "auction"
    table.buy(1, 3, 50)
    assert table.phase == "auction"
    table.reveal(table.possible_cards()[-1])
    table.deal()
    table.do("2 pass")
    assert (table.phase, table.actor) == ("auction", 3)
    table.do("3 offer 5 5")
    table.reveal(table.possible_cards()[-1])
    table.deal()
    assert (table.phase, table.actor) == ("resources", 3)


@pytest.mark.clause("d3.15")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_17_a_fresh_phase_begins_with_everyone(preset: str) -> None:
    """A seat that passed in one round may offer in the next."""
    table = scenario(preset=preset, seats=2).money(0, 0).money(1, 0).at("auction")
    for seat in (0, 1):
        table.do(f"{seat} pass")
        table.deal()
    assert (table.phase, table.state.round) == ("auction", 3)
    assert [table.money(0), table.money(1)] == [10, 10]
    plant = table.current()[1]
    table.do(f"0 offer {plant} {plant}")
    assert table.actor == 1


@pytest.mark.clause("d3.15")
@pytest.mark.parametrize("preset", ALL)
@pytest.mark.parametrize("round_", [1, 2])
def test_c3_17_no_sale_where_no_one_can_pay(preset: str, round_: int) -> None:
    """A seat without money can only pass, and fuel follows."""
    built = scenario(preset=preset, seats=3).round(round_).owns(0, 20).stack(top=[30])
    table = built.money(0, 0).money(1, 0).money(2, 0).at("auction")
    events: list[Event] = []
    for seat in range(3):
        assert table.legal() == [f"{seat} pass"]
        events += table.do(f"{seat} pass")
    events += table.deal()
    assert table.game.phases[only(events, PhaseBegan)[0].phase].NAME == "resources"
    assert table.plants(0) == [20]
    assert table.plants(1) == table.plants(2) == []
