"""Clauses d3.18 to d3.20: the discount token together with the minimum rule and with step 3."""

import pytest

from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.market import (
    LEFT_OBSOLETE,
    LEFT_UNDERCUT,
    LEFT_UNSOLD,
    CardLeft,
    DiscountMoved,
)
from tests.kit import STEP_3, Scenario, Table, only, scenario

HIGH = (21, 22, 23, 24, 25, 26, 27)


def with_token(n_cities: int = 6) -> Scenario:
    """The token will be on plant 8; seat 2 has ``cities`` cities."""
    return scenario(preset="north-america", seats=3).n_cities(2, n_cities).market(8, *HIGH)


def sold(table: Table) -> Table:
    """Seat 0 bought plant 21, and a card is due for it."""
    assert table.discount == 8
    table.do("0 offer 21 50")
    assert table.actor == CHANCE
    return table


def left(table: Table, card: int) -> list[tuple[str, int]]:
    """Return what leaves when a card is turned up, and why."""
    events = only(table.reveal(card), CardLeft)
    return [(table.notation.cards[each.card], each.cause) for each in events]


@pytest.mark.parametrize("small", [3, 5, 6])
def test_d3_20_a_card_that_the_minimum_rule_removes_does_not_cost_the_token_its_place(
    small: int,
) -> None:
    """Six cities remove the card before it is measured against plant 8."""
    table = sold(with_token().stack(top=[small, 30]).at("auction"))
    assert left(table, small) == [(str(small), LEFT_OBSOLETE)]
    assert (table.discount, table.actor) == (8, CHANCE)
    table.reveal(30)
    assert table.discount == 8
    assert table.market() == [8, *HIGH[1:], 30]
    table.do("1 offer 8 1")


def test_d3_19_a_smaller_card_above_the_cities_costs_the_token_its_place() -> None:
    """Plant 7 is not removed by six cities, so it is measured against plant 8."""
    table = sold(with_token().stack(top=[7, 30]).at("auction"))
    assert left(table, 7) == [("7", LEFT_UNDERCUT)]
    assert (table.discount, table.actor) == (None, CHANCE)
    table.reveal(30)
    assert table.market() == [8, *HIGH[1:], 30]
    refusal = table.refused("1 offer 8 7")
    assert (refusal.clause, refusal.code) == ("d3.3", "opening_too_low")


def test_d3_20_after_a_removed_card_the_next_one_may_cost_the_token_its_place() -> None:
    """Plant 6 is removed by six cities, plant 7 undercuts plant 8, and a third card is drawn."""
    table = sold(with_token().stack(top=[6, 7, 30]).at("auction"))
    assert left(table, 6) == [("6", LEFT_OBSOLETE)]
    assert left(table, 7) == [("7", LEFT_UNDERCUT)]
    assert table.discount is None
    table.reveal(30)
    assert {6, 7} <= set(table.gone())
    assert table.market() == [8, *HIGH[1:], 30]


def test_d3_19_the_card_drawn_instead_may_fall_under_the_minimum_rule() -> None:
    """The token is aside by then; the small card leaves all the same."""
    table = sold(with_token().stack(top=[7, 5, 30]).at("auction"))
    assert left(table, 7) == [("7", LEFT_UNDERCUT)]
    assert left(table, 5) == [("5", LEFT_OBSOLETE)]
    table.reveal(30)
    assert table.market() == [8, *HIGH[1:], 30]


def test_d3_19_without_cities_any_smaller_card_costs_the_token_its_place() -> None:
    """The smallest plant of all undercuts."""
    table = sold(with_token(0).stack(top=[3, 30]).at("auction"))
    assert left(table, 3) == [("3", LEFT_UNDERCUT)]
    assert table.discount is None


def test_d3_18_the_card_drawn_for_an_unsold_plant_may_fall_under_the_minimum_rule() -> None:
    """Two cards are drawn, and one of them stays."""
    table = with_token().stack(top=[6, 30]).at("auction")
    events = [*table.do("0 pass", "1 pass", "2 pass")]
    assert [each.cause for each in only(events, CardLeft)] == [LEFT_UNSOLD]
    assert left(table, 6) == [("6", LEFT_OBSOLETE)]
    table.reveal(30)
    assert table.market() == [*HIGH, 30]
    assert table.phase != "auction"


def test_d3_18_an_unsold_plant_leaves_before_the_step_3_card_takes_effect() -> None:
    """Eight with the card; 8 leaves and 31 comes, then the card and 22 leave: six remain."""
    built = with_token().step(2).stack(top=[STEP_3], rest=[30, 31, 32])
    table = sold(built.at("auction"))
    table.reveal(STEP_3)
    table.shuffle()
    assert (table.discount, table.state.step) == (8, 2)
    events = table.do("1 pass", "2 pass")
    assert [each.card for each in only(events, DiscountMoved)] == [-1]
    assert STEP_3 in table.market()
    table.reveal(31)
    assert table.market() == [23, 24, 25, 26, 27, 31] == table.current()
    assert {8, 22, STEP_3} <= set(table.gone())
    assert table.state.step == 3


def test_d3_16_in_step_3_the_token_is_laid_too() -> None:
    """The token is laid in step 3 too, and the unsold plant under it leaves."""
    built = scenario(preset="north-america", seats=3).step(3).market(21, 22, 23, 24, 25, 26)
    table = built.stack(top=[30, 31]).at("auction")
    assert table.discount == 21
    table.do("0 pass", "1 pass", "2 pass")
    table.reveal(30)
    assert table.market() == [22, 23, 24, 25, 26, 30]


def test_d3_17_the_trust_takes_the_plant_under_the_token() -> None:
    """The Trust takes the only plant left, which is under the token; the token is put aside."""
    built = scenario(preset="north-america", seats=2).market(21).stack(top=[30])
    table = built.at("auction")
    assert table.discount == 21
    events = table.do("0 pass")
    assert table.trust_plants() == [21]
    assert [each.card for each in only(events, DiscountMoved)] == [-1]
    table.reveal(30)
    assert [line for line in table.legal() if "offer" in line] == ["1 offer 30 30"]
