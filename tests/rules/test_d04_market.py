"""Clauses d4 and d3.14: the market of the two boards."""

import pytest

from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.market import LEFT_OBSOLETE, LEFT_UNSOLD, CardLeft
from tests.kit import Table, facts, only, scenario
from tests.rules.presets import DELUXE

SIZES = {
    ("europe", 1): 9,
    ("europe", 2): 8,
    ("north-america", 1): 8,
    ("north-america", 2): 8,
}
CARDS = (5, 8, 9, 11, 16, 21, 30, 40, 42)


@pytest.mark.parametrize(("preset", "step"), SIZES)
def test_d4_1_the_four_smallest_are_current(preset: str, step: int) -> None:
    """Nine cards in Europe's step 1, else eight; a sold plant is replaced up to that number."""
    size = SIZES[preset, step]
    built = scenario(preset=preset, seats=3).step(step).market(*reversed(CARDS[:size]))
    table = built.stack(top=[10]).at("auction")
    assert table.state.market_size == size
    assert table.market() == list(CARDS[:size])
    assert table.current() == [5, 8, 9, 11]
    refusal = table.refused("0 offer 16 50")
    numbers = {"plant": table.game.rules.plant_called(16)}
    assert facts(refusal) == ("d3.2", "not_on_offer", numbers)
    table.do("0 offer 11 50")
    assert len(table.market()) == size - 1
    table.reveal(10)
    assert len(table.market()) == size
    assert table.current() == [5, 8, 9, 10]
    assert table.actor == 1


@pytest.mark.parametrize("preset", DELUXE)
def test_d4_2_six_plants_in_step_3(preset: str) -> None:
    """The market has six plants in step 3, all of them current."""
    table = scenario(preset=preset, seats=3).step(3).at("auction")
    assert (table.state.market_size, len(table.market()), len(table.current())) == (6, 6, 6)


def connect(table: Table) -> list[CardLeft]:
    """The actor connects any city; returns which cards left the game on that."""
    line = next(line for line in table.legal() if "connect" in line)
    return only(table.do(line), CardLeft)


@pytest.mark.parametrize("n_cities", range(3, 13))
@pytest.mark.parametrize("preset", DELUXE)
def test_d4_4_number_by_number(preset: str, n_cities: int) -> None:
    """The plant whose number the cities reach leaves, the next one stays."""
    built = scenario(preset=preset, seats=3).n_cities(2, n_cities - 1).money(2, 100)
    built.step(2).market(n_cities, n_cities + 1, 21, 22, 23, 24, 25, 26)
    table = built.stack(top=[30]).at("building")
    (left,) = connect(table)
    assert (left.card, left.cause) == (table.game.rules.plant_called(n_cities), LEFT_OBSOLETE)
    table.reveal(30)
    assert table.market() == [n_cities + 1, 21, 22, 23, 24, 25, 26, 30]


@pytest.mark.parametrize("preset", DELUXE)
def test_d4_5_a_card_drawn_in_the_bureaucracy_is_looked_at(preset: str) -> None:
    """The upkeep's card must be above the largest network as well."""
    built = scenario(preset=preset, seats=3).n_cities(0, 6).step(2)
    built.market(8, 21, 22, 23, 24, 25, 26, 27)
    table = built.stack(top=[6, 5, 7]).at("bureaucracy")
    for small in (6, 5):
        (left,) = only(table.reveal(small), CardLeft)
        assert left.cause == LEFT_OBSOLETE
        assert (table.phase, table.actor) == ("bureaucracy", CHANCE)
    assert only(table.reveal(7), CardLeft) == []
    assert table.market() == [7, 8, 21, 22, 23, 24, 25, 26]


def test_d4_5_a_card_drawn_for_step_2_is_looked_at() -> None:
    """North America draws one for the plant that left."""
    built = scenario(preset="north-america", seats=3).n_cities(2, 7)
    built.market(11, 12, 21, 22, 23, 24, 25, 26)
    table = built.stack(top=[6, 30, 31]).at("building")
    while table.actor != CHANCE:
        table.do(f"{table.actor} finish-building")
    assert (table.state.step, table.market()[0]) == (2, 12)
    (left,) = only(table.reveal(6), CardLeft)
    assert left.cause == LEFT_OBSOLETE
    table.reveal(30)
    # The bureaucracy already put it under the stack again (d7.6).
    assert table.layers()[-1] == [30]
    table.reveal(31)
    assert table.market() == [12, 21, 22, 23, 24, 25, 26, 31]


def test_d3_14_europe_the_smallest_of_nine_leaves() -> None:
    """One card is drawn, so there are nine again."""
    table = scenario(preset="europe", seats=3).market(*CARDS).stack(top=[10]).at("auction")
    events = table.do("0 pass", "1 pass", "2 pass")
    assert [(each.card, each.cause) for each in only(events, CardLeft)] == [
        (table.game.rules.plant_called(5), LEFT_UNSOLD)
    ]
    table.reveal(10)
    assert table.market() == [8, 9, 10, 11, 16, 21, 30, 40, 42]


def test_d3_14_europe_a_plant_that_the_trust_took_is_no_purchase() -> None:
    """No seat bought, so the smallest leaves although the Trust took one."""
    table = scenario(preset="europe", seats=2).market(*CARDS).stack(top=[31, 32]).at("auction")
    table.do("0 pass")
    assert table.trust_plants() == [11]
    table.reveal(31)
    events = table.do("1 pass")
    assert [each.cause for each in only(events, CardLeft)] == [LEFT_UNSOLD]
    table.reveal(32)
    assert table.market() == [8, 9, 16, 21, 30, 31, 32, 40, 42]


def test_d3_14_no_plant_leaves_in_north_america_if_no_seat_bought() -> None:
    """No plant leaves while the token is aside, although no seat bought: the Trust took one."""
    built = scenario(preset="north-america", seats=2).market(21).stack(top=[30])
    table = built.at("auction")
    table.do("0 pass")
    table.reveal(30)
    events = table.do("1 pass")
    assert only(events, CardLeft) == []
    assert 30 in table.market()


def test_d7_6_europe_the_largest_of_nine_goes_under_the_stack() -> None:
    """The largest of nine plants goes under the stack, and nine are on the market again."""
    table = scenario(preset="europe", seats=3).market(*CARDS).stack(top=[10]).at("bureaucracy")
    assert table.layers()[-1] == [42]
    table.reveal(10)
    assert table.market() == [5, 8, 9, 10, 11, 16, 21, 30, 40]
