"""Clauses c3.18 to c3.21: the discount token of the second edition."""

import pytest

from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.vocabulary.market import LEFT_UNDERCUT, LEFT_UNSOLD, CardLeft, DiscountMoved
from tests.kit import Scenario, facts, only, scenario
from tests.rules.presets import NO_TOKEN, TOKEN


def with_token(preset: str) -> Scenario:
    """Plants 10 to 15 and two more, so that smaller ones are left to be drawn."""
    return scenario(preset=preset, seats=3).market(10, 11, 12, 13, 14, 15, 20, 21)


@pytest.mark.clause("d3.16")
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_18_the_smallest_plant_may_be_opened_at_1(preset: str) -> None:
    """The token is on it from the start of the phase; 0 is still too low."""
    table = with_token(preset).at("auction")
    assert table.discount == 10
    (moved,) = only(table.began, DiscountMoved)
    assert moved.card == table.game.rules.plant_called(10)
    refusal = table.refused("0 offer 10 0")
    assert facts(refusal) == (
        table.clause("c3.3", "d3.3"),
        "opening_too_low",
        {"bid": 0, "minimum": 1},
    )
    table.do("0 offer 10 1", "1 bid 2", "2 drop", "0 drop")
    assert (table.plants(1), table.money(1)) == ([10], 48)


@pytest.mark.clause("d3.16")
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_18_the_last_one_left_pays_1(preset: str) -> None:
    """The minimum that c3.11 asks for is the token's."""
    table = with_token(preset).at("auction")
    table.do("0 pass", "1 pass")
    refusal = table.refused("2 offer 10 2")
    assert facts(refusal) == (
        table.clause("c3.11", "d3.10"),
        "bid_above_minimum",
        {"bid": 2, "minimum": 1},
    )
    table.do("2 offer 10 1")
    assert table.money(2) == 49


@pytest.mark.clause("d3.16")
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_18_in_step_3_too(preset: str) -> None:
    """The smallest of the six plants is cheap."""
    table = scenario(preset=preset).step(3).market(20, 21, 22, 23, 24, 25).at("auction")
    assert table.discount == 20
    assert "0 offer 20 1" in table.legal()


@pytest.mark.clause("d3.16")
@pytest.mark.parametrize("preset", NO_TOKEN)
def test_c3_18_others_have_no_token(preset: str) -> None:
    """Every plant costs its number at least."""
    table = scenario(preset=preset).at("auction")
    assert table.discount is None
    assert table.refused("0 offer 3 1").code == "opening_too_low"


@pytest.mark.clause("d3.17")
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_19_the_token_is_put_aside_when_its_plant_is_taken(preset: str) -> None:
    """The next smallest plant does not inherit it."""
    table = with_token(preset).stack(top=[30]).at("auction")
    events = table.do("0 offer 10 1", "1 drop", "2 drop")
    assert [moved.card for moved in only(events, DiscountMoved)] == [NONE]
    table.reveal(30)
    assert table.discount is None
    refusal = table.refused("1 offer 11 10")
    assert facts(refusal) == (
        table.clause("c3.3", "d3.3"),
        "opening_too_low",
        {"bid": 10, "minimum": 11},
    )


@pytest.mark.clause("d3.17")
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_19_the_next_round_lays_the_token_again(preset: str) -> None:
    """The next round lays the token on the plant that is then the smallest."""
    table = with_token(preset).money(0, 1).money(1, 0).money(2, 0).stack(top=[30, 31]).at("auction")
    table.do("0 offer 10 1")
    table.reveal(30)
    table.do("1 pass", "2 pass")
    assert table.phase == "bureaucracy"
    table.reveal(31)
    assert (table.phase, table.state.round) == ("auction", 3)
    assert table.discount == 11


@pytest.mark.clause("d3.17")
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_19_a_card_smaller_than_the_others_does_not_get_the_token(preset: str) -> None:
    """A small card joins the market at its number while the token is aside."""
    table = with_token(preset).stack(top=[3]).at("auction")
    table.do("0 offer 10 1", "1 drop", "2 drop")
    table.reveal(3)
    assert table.market()[0] == 3
    assert table.discount is None
    refusal = table.refused("1 offer 3 2")
    assert facts(refusal) == (
        table.clause("c3.3", "d3.3"),
        "opening_too_low",
        {"bid": 2, "minimum": 3},
    )


@pytest.mark.clause("d3.18")
@pytest.mark.parametrize("round_", [1, 2])
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_20_unsold_under_the_token_the_plant_leaves(preset: str, round_: int) -> None:
    """The unsold plant leaves after the phase, also in round 1, and one card is drawn."""
    built = with_token(preset).round(round_).money(0, 60).money(2, 0)
    table = built.stack(top=[30, 31, 32]).at("auction")
    table.do("0 offer 11 50")
    table.reveal(30)
    table.do("1 offer 12 50")
    table.reveal(31)
    events = table.do("2 pass")
    (left,) = only(events, CardLeft)
    assert (left.card, left.cause) == (table.game.rules.plant_called(10), LEFT_UNSOLD)
    assert (table.phase, table.actor) == ("auction", CHANCE)
    assert table.discount is None
    table.reveal(32)
    assert 10 in table.gone()
    assert table.market() == [13, 14, 15, 20, 21, 30, 31, 32]
    assert (table.phase, table.actor) == ("building", 0)


@pytest.mark.clause("d3.18")
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_20_one_plant_leaves_if_no_seat_bought_at_all(preset: str) -> None:
    """One plant leaves, not two."""
    table = with_token(preset).stack(top=[30]).at("auction")
    table.do("0 pass", "1 pass", "2 pass")
    table.reveal(30)
    assert table.market() == [11, 12, 13, 14, 15, 20, 21, 30]
    assert table.phase == "building"


@pytest.mark.clause("d3.18")
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_20_no_plant_leaves_if_the_one_under_the_token_was_bought(preset: str) -> None:
    """No plant leaves at the end of the phase while the token is aside."""
    table = with_token(preset).stack(top=[30]).at("auction")
    gone = table.gone()
    table.do("0 pass", "1 pass", "2 offer 10 1")
    table.reveal(30)
    assert table.gone() == gone
    assert (table.phase, table.actor) == ("resources", 2)


@pytest.mark.clause("d3.18")
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_20_the_card_drawn_for_it_is_not_measured_against_the_token(preset: str) -> None:
    """The token is aside by then, so a smaller card joins the market."""
    table = with_token(preset).stack(top=[3]).at("auction")
    table.do("0 pass", "1 pass", "2 pass")
    table.reveal(3)
    assert table.market() == [3, 11, 12, 13, 14, 15, 20, 21]


@pytest.mark.clause("d3.19")
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_21_a_smaller_card_costs_the_token_its_place(preset: str) -> None:
    """The drawn card leaves the game, the token is put aside, another card is drawn."""
    table = with_token(preset).stack(top=[5, 30]).at("auction")
    table.do("0 offer 11 11", "1 drop", "2 drop")
    events = table.reveal(5)
    (left,) = only(events, CardLeft)
    assert (left.card, left.cause) == (table.game.rules.plant_called(5), LEFT_UNDERCUT)
    assert 5 in table.gone()
    assert table.discount is None
    assert table.actor == CHANCE
    table.reveal(30)
    assert table.market() == [10, 12, 13, 14, 15, 20, 21, 30]
    assert table.refused("1 offer 10 9").numbers == {"bid": 9, "minimum": 10}


@pytest.mark.clause("d3.19")
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_21_a_second_small_card_stays(preset: str) -> None:
    """A second small card joins the market, because the token is aside."""
    table = with_token(preset).stack(top=[5, 4]).at("auction")
    table.do("0 offer 11 11", "1 drop", "2 drop")
    table.reveal(5)
    table.reveal(4)
    assert table.market() == [4, 10, 12, 13, 14, 15, 20, 21]


@pytest.mark.clause("d3.19")
@pytest.mark.parametrize("preset", TOKEN)
def test_c3_21_a_larger_card_changes_nothing(preset: str) -> None:
    """A larger card joins the market and the token stays."""
    table = with_token(preset).stack(top=[16]).at("auction")
    table.do("0 offer 11 11", "1 drop", "2 drop")
    table.reveal(16)
    assert table.discount == 10
    assert table.market() == [10, 12, 13, 14, 15, 16, 20, 21]


@pytest.mark.clause("d3.19")
@pytest.mark.parametrize("preset", NO_TOKEN)
def test_c3_21_others_keep_small_cards(preset: str) -> None:
    """No token, no card that leaves for it."""
    built = scenario(preset=preset, seats=3).market(10, 11, 12, 13, 14, 15, 20, 21)
    table = built.stack(top=[3]).at("auction")
    table.do("0 offer 11 11", "1 drop", "2 drop")
    table.reveal(3)
    assert table.market() == [3, 10, 12, 13, 14, 15, 20, 21]
