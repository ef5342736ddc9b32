"""Clauses d8 on the European board, whose market shrinks from nine to eight to six."""

import pytest

from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.fuel import MarketRefilled
from gridwright.engine.vocabulary.market import LEFT_STEP, CardLeft, CardRevealed
from gridwright.engine.vocabulary.turn import StepBegan
from tests.kit import STEP_3, Card, Scenario, Table, only, scenario

NINE = (16, 18, 19, 20, 30, 31, 32, 40, 42)
THRESHOLDS = [(2, 7), (3, 7), (4, 7), (5, 7), (6, 6)]
STEP_2_ROWS = {2: (6, 3, 2, 1), 3: (6, 3, 2, 1), 4: (7, 4, 3, 2), 5: (8, 5, 3, 3), 6: (10, 6, 5, 3)}


def europe(seats: int = 3) -> Scenario:
    """Room for any refill on the fuel market."""
    return scenario(preset="europe", seats=seats).tokens(coal=5, gas=5, oil=5, uranium=2)


def finish_building(table: Table) -> list[Event]:
    """Everyone finishes; returns what happened."""
    events: list[Event] = []
    while table.phase == "building" and table.actor != CHANCE:
        events += table.do(f"{table.actor} finish-building")
    return events


def connect_alone(table: Table) -> list[Event]:
    """The actor connects a city in which no one is."""
    lines = [line for line in table.legal() if "connect" in line]
    return table.do(next(line for line in lines if not table.houses(line.split()[2])))


def steps(events: list[Event]) -> list[int]:
    return [event.step for event in only(events, StepBegan)]


def left(table: Table, events: list[Event]) -> list[Card]:
    """Return the cards that left the game for a step."""
    cards = [event.card for event in only(events, CardLeft) if event.cause == LEFT_STEP]
    return [
        int(name) if name.isdigit() else name
        for name in map(table.notation.cards.__getitem__, cards)
    ]


@pytest.mark.parametrize(("seats", "threshold"), THRESHOLDS)
def test_d8_2_europe_the_smallest_plant_is_not_replaced(seats: int, threshold: int) -> None:
    """Nine plants become eight, no card is drawn for it, and the refill uses step 2."""
    last = seats - 1
    built = europe(seats).n_cities(last, threshold - 1).money(last, 200).owns(last, 33, 38)
    table = built.market(*NINE).stack(top=[34]).at("building")
    connect_alone(table)
    assert (table.state.step, table.market()) == (1, list(NINE))
    events = finish_building(table)
    assert (steps(events), table.state.step) == ([2], 2)
    assert left(table, events) == [16]
    assert only(events, CardRevealed) == []
    assert (table.state.market_size, table.current()) == (8, [18, 19, 20, 30])
    row = list(STEP_2_ROWS[seats])
    assert [event.amounts for event in only(events, MarketRefilled)] == [row]
    # The card that is due now is that of the bureaucracy: plant 42 went under the stack (d7.6).
    assert (table.phase, table.actor, table.layers()[-1]) == ("bureaucracy", CHANCE, [42])
    table.reveal(34)
    assert table.market() == [18, 19, 20, 30, 31, 32, 34, 40]


def test_d8_2_north_america_the_smallest_plant_is_replaced() -> None:
    """Eight plants stay eight."""
    built = scenario(preset="north-america", seats=3).n_cities(2, 7).owns(0, 24)
    table = built.market(*NINE[:8]).stack(top=[34]).at("building")
    events = finish_building(table)
    assert (steps(events), left(table, events)) == ([2], [16])
    assert (table.phase, table.actor) == ("building", CHANCE)
    table.reveal(34)
    assert (table.phase, table.actor) == ("bureaucracy", 0)
    assert table.market() == [18, 19, 20, 30, 31, 32, 34, 40]


def test_d8_3_europe_in_the_auctions_of_step_2() -> None:
    """Eight with the card become six."""
    built = europe().step(2).market(*NINE[:8]).stack(top=[STEP_3], rest=[17, 34, 35])
    table = built.at("auction")
    table.do("0 offer 16 50")
    table.reveal(STEP_3)
    table.shuffle()
    assert (table.market()[-1], table.state.step) == (STEP_3, 2)
    events = table.do("1 pass", "2 pass")
    assert left(table, events) == [STEP_3, 18]
    assert table.market() == [19, 20, 30, 31, 32, 40] == table.current()
    assert (steps(events), table.state.step) == ([3], 3)


def test_d8_6_europe_step_3_before_step_2_in_the_auctions() -> None:
    """Nine with the card: 18 leaves for step 2, the card and 19 for step 3; nothing is drawn."""
    table = europe().market(*NINE).stack(top=[STEP_3], rest=[17, 34, 35]).at("auction")
    table.do("0 offer 16 50")
    table.reveal(STEP_3)
    assert table.market() == [18, 19, 20, 30, 31, 32, 40, 42, STEP_3]
    table.shuffle()
    assert (table.state.step, table.current()) == (1, [18, 19, 20, 30])
    events = table.do("1 pass", "2 pass")
    assert left(table, events) == [18, STEP_3, 19]
    assert only(events, CardRevealed) == []
    assert table.market() == [20, 30, 31, 32, 40, 42] == table.current()
    assert (table.state.market_size, steps(events), table.state.step) == (6, [3], 3)


def building() -> Table:
    """The fifth city of seat 2 removes plant 5, and the Step 3 card is drawn for it in step 1."""
    built = europe().n_cities(2, 4).money(2, 300).owns(2, 33).owns(0, 24)
    built.market(5, 11, 12, 14, 16, 17, 18, 20, 22)
    table = built.stack(top=[STEP_3], rest=[34, 35, 37], under=[38]).at("building")
    connect_alone(table)
    table.reveal(STEP_3)
    return table


def test_d8_6_europe_step_3_before_step_2_in_the_building_phase() -> None:
    """11 leaves for step 2, 12 for step 3; six are left and step 3 waits for the bureaucracy."""
    table = building()
    assert STEP_3 in table.gone()
    events = table.shuffle()
    assert left(table, events) == [11, 12]
    assert table.market() == [14, 16, 17, 18, 20, 22] == table.current()
    assert (table.actor, table.state.step, steps(events)) == (2, 1, [])
    refusal = table.refused(f"2 connect {table.cities(2)[0]}")
    assert refusal.clause == "d6.6"
    events = finish_building(table)
    assert (table.phase, steps(events), table.state.step) == ("bureaucracy", [3], 3)
    events = table.do("0 run nothing")
    assert [event.amounts for event in only(events, MarketRefilled)] == [[2, 5, 3, 2]]
    assert table.market() == [16, 17, 18, 20, 22]


def test_d8_6_europe_step_2_is_not_begun_again_at_the_end_of_the_phase() -> None:
    """Seven cities in the phase in which the card was drawn change no further plant."""
    table = building()
    table.shuffle()
    while len(table.cities(2)) < 7:
        connect_alone(table)
    events = finish_building(table)
    assert steps(events) == [3]
    assert table.market() == [14, 16, 17, 18, 20, 22]


def test_d8_6_europe_step_3_before_step_2_in_the_bureaucracy() -> None:
    """42 goes under; 16 leaves for step 2, 18 for step 3; the refill still was that of step 1."""
    table = europe().market(*NINE).stack(top=[STEP_3], rest=[17, 34, 35]).at("bureaucracy")
    assert [event.amounts for event in only(table.began, MarketRefilled)] == [[2, 2, 2, 1]]
    table.reveal(STEP_3)
    assert (table.phase, table.state.step) == ("bureaucracy", 1)
    events = table.shuffle()
    assert left(table, events) == [16, 18]
    assert table.market() == [19, 20, 30, 31, 32, 40] == table.current()
    assert table.layers() == [[17, 34, 35, 42]]
    assert (steps(events), table.state.step) == ([3], 3)
    assert (table.phase, table.state.round) == ("auction", 3)


def test_d8_7_europe_draws_no_card_for_step_2() -> None:
    """The Step 3 card on top stays there until the bureaucracy draws it."""
    built = europe().n_cities(2, 7).owns(2, 33, 38).market(*NINE)
    table = built.stack(top=[STEP_3], rest=[34, 35]).at("building")
    events = finish_building(table)
    assert (steps(events), table.phase, table.state.step) == ([2], "bureaucracy", 2)
    table.reveal(STEP_3)
    events = table.shuffle()
    assert table.market() == [19, 20, 30, 31, 32, 40]
    assert (steps(events), table.state.round) == ([3], 3)
