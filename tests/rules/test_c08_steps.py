"""Clauses c8: steps."""

from typing import Final

import pytest

from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.auction import OfferPlant
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.fuel import MarketRefilled
from gridwright.engine.vocabulary.turn import StepBegan
from tests.kit import STEP_3, Card, Scenario, Table, only, opening, scenario
from tests.rules.presets import ALL, CLASSIC, DELUXE, MINIMUM_RULE

STEP_TWO: Final = [
    *(("original", seats, n) for seats, n in ((2, 10), (3, 7), (4, 7), (5, 7), (6, 6))),
    *(("recharged", seats, n) for seats, n in ((2, 7), (3, 7), (4, 7), (5, 7), (6, 6))),
    *(("reference", seats, n) for seats, n in ((2, 10), (3, 7), (4, 7), (5, 7), (6, 6))),
    *(("europe", seats, n) for seats, n in ((2, 7), (3, 7), (4, 7), (5, 7), (6, 6))),
    *(("north-america", seats, n) for seats, n in ((2, 7), (3, 7), (4, 7), (5, 7), (6, 6))),
]
REPLACED: Final = [each for each in STEP_TWO if each[0] != "europe"]
"""Cases in which a card is drawn for the plant that leaves when step 2 begins."""
REPLACING: Final = (*CLASSIC, "north-america")
ROW: Final = {
    ("original", 2): [5, 3, 2, 1],
    ("original", 3): [3, 4, 3, 1],
    ("recharged", 2): [5, 3, 2, 1],
    ("recharged", 3): [3, 4, 3, 1],
    ("reference", 2): [5, 3, 2, 2],
    ("reference", 3): [4, 5, 3, 2],
    ("europe", 2): [6, 3, 2, 1],
    ("europe", 3): [2, 5, 3, 2],
    ("north-america", 2): [5, 2, 1, 1],
    ("north-america", 3): [2, 4, 3, 2],
}
"""The refill for three seats, by preset and step."""


def burners(preset: str) -> tuple[int, int]:
    """Two plants that do not run without fuel, for more cities than any test has."""
    return (33, 38) if preset in DELUXE else (36, 38)


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


def refilled(events: list[Event]) -> list[list[int]]:
    return [event.amounts for event in only(events, MarketRefilled)]


def scarce(built: Scenario) -> Scenario:
    """A fuel market with room for any refill."""
    kinds = built.game.rules.market.kinds
    return built.tokens(**{kind: 2 if kind == "uranium" else 5 for kind in kinds})


@pytest.mark.clause("d8.1")
@pytest.mark.parametrize("preset", ALL)
def test_c8_1_the_game_begins_in_step_1(preset: str) -> None:
    """Eight cards lie open (`europe`: nine), four of them current."""
    table = opening(preset=preset, seats=3)
    assert table.state.step == 1
    table.deal()
    assert (table.phase, table.state.step) == ("auction", 1)
    assert (len(table.market()), len(table.current())) == (9 if preset == "europe" else 8, 4)


@pytest.mark.clause("d8.2")
@pytest.mark.parametrize(("preset", "seats", "threshold"), REPLACED)
def test_c8_2_step_2_begins_after_the_building_phase(
    preset: str, seats: int, threshold: int
) -> None:
    """The smallest plant leaves, one card is drawn, and the refill uses step 2."""
    last = seats - 1
    built = scenario(preset=preset, seats=seats).n_cities(last, threshold - 1).money(last, 200)
    built.owns(last, *burners(preset)).market(11, 12, 13, 14, 16, 17, 18, 19).stack(top=[30])
    table = scarce(built).at("building")
    connect_alone(table)
    assert (table.state.step, table.market()[0]) == (1, 11)
    events = finish_building(table)
    assert (steps(events), table.state.step) == ([2], 2)
    assert table.gone()[-1] == 11
    assert table.market() == [12, 13, 14, 16, 17, 18, 19]
    events = table.reveal(30)
    assert table.market()[:7] == [12, 13, 14, 16, 17, 18, 19]
    rows = table.game.rules.market.refills
    assert refilled(events) == [rows[1]] != [rows[0]]


@pytest.mark.clause("d8.2")
@pytest.mark.parametrize(("preset", "seats", "threshold"), STEP_TWO)
def test_c8_2_one_city_fewer_starts_nothing(preset: str, seats: int, threshold: int) -> None:
    """Step 1 continues."""
    built = scenario(preset=preset, seats=seats).n_cities(0, threshold - 1).owns(0, 36, 38)
    table = built.market(11, 12, 13, 14, 16, 17, 18, 19).at("building")
    events = finish_building(table)
    assert (steps(events), table.state.step) == ([], 1)
    assert 11 in table.market()


@pytest.mark.clause("d8.2")
@pytest.mark.parametrize("preset", REPLACING)
def test_c8_2_this_rounds_refill_already_uses_step_2(preset: str) -> None:
    """Five coal instead of four for three seats."""
    built = scarce(scenario(preset=preset, seats=3).n_cities(0, 7).owns(0, *burners(preset)))
    table = built.market(11, 12, 13, 14, 16, 17, 18, 19).stack(top=[30]).at("building")
    finish_building(table)
    assert refilled(table.reveal(30)) == [ROW[preset, 2]]


@pytest.mark.clause("d8.2")
@pytest.mark.parametrize("preset", ALL)
def test_c8_2_a_second_house_waits_for_the_end_of_the_phase(preset: str) -> None:
    """A seat that builds after the seventh city still builds in step 1."""
    built = scenario(preset=preset, seats=3).n_cities(2, 6).money(2, 200).owns(2, 36)
    table = built.owns(1, 38).market(11, 12, 13, 14, 16, 17, 18, 19).at("building")
    connect_alone(table)
    table.do("2 finish-building")
    city = table.cities(2)[0]
    assert table.refused(f"1 connect {city}").numbers["step"] == 1


@pytest.mark.clause("d8.2")
@pytest.mark.parametrize("preset", REPLACING)
def test_c8_2_two_seats_in_one_phase_change_one_plant(preset: str) -> None:
    """Two seats reach seven cities in the same phase; only the smallest plant leaves."""
    built = scenario(preset=preset, seats=3).n_cities(1, 7).n_cities(2, 7)
    built.owns(1, burners(preset)[0], 20).owns(2, burners(preset)[1])
    built.market(11, 12, 13, 14, 16, 17, 18, 19).stack(top=[30])
    table = scarce(built).at("building")
    before = set(table.gone())
    events = finish_building(table)
    events += table.reveal(30)
    assert steps(events) == [2]
    assert set(table.gone()) - before == {11}


@pytest.mark.clause("d8.2")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c8_2_step_2_begins_once(preset: str) -> None:
    """Seven cities in step 2 do not begin it again, so no plant leaves for it."""
    built = (
        scenario(preset=preset, seats=3)
        .n_cities(0, 7)
        .step(2)
        .market(11, 12, 13, 14, 16, 17, 18, 19)
    )
    table = built.at("building")
    events = finish_building(table)
    assert steps(events) == []
    assert table.market() == [11, 12, 13, 14, 16, 17, 18]


def auctions(preset: str, step: int) -> Table:
    """Seat 0 buys plant 16, and the Step 3 card is drawn for it."""
    built = scenario(preset=preset, seats=3).step(step).market(16, 18, 19, 20, 30, 31, 32, 40)
    table = built.stack(top=[STEP_3], rest=[17, 34, 35, 37], under=[36]).at("auction")
    table.do("0 offer 16 16", "1 drop", "2 drop")
    table.reveal(STEP_3)
    return table


@pytest.mark.clause("d8.3")
@pytest.mark.parametrize("preset", ALL)
def test_c8_3_in_the_auctions_the_card_is_in_the_market_as_the_largest(preset: str) -> None:
    """The stack is shuffled, with the cards that lay under the Step 3 card."""
    table = auctions(preset, 2)
    assert table.market() == [18, 19, 20, 30, 31, 32, 40, STEP_3]
    assert table.layers() == [[17, 34, 35, 37], [36]]
    assert table.actor == CHANCE
    table.shuffle()
    assert table.layers() == [[17, 34, 35, 36, 37]]
    assert (table.actor, table.state.step) == (1, 2)
    assert table.current() == [18, 19, 20, 30]
    refusal = table.refused_action(OfferPlant(1, table.game.rules.deck.step_card, 50))
    assert (refusal.clause, refusal.code) == (table.clause("c3.2", "d3.2"), "not_on_offer")


@pytest.mark.clause("d8.3")
@pytest.mark.parametrize("preset", ALL)
def test_c8_3_after_the_phase_card_and_smallest_plant_leave_and_step_3_begins(preset: str) -> None:
    """Two cards leave without replacement: six plants are left, all of them current."""
    table = auctions(preset, 2)
    table.shuffle()
    events = table.do("1 offer 20 20", "2 drop")
    assert table.market() == [18, 19, 30, 31, 32, 40, STEP_3]
    table.reveal(34)
    assert table.market() == [18, 19, 30, 31, 32, 34, 40, STEP_3]
    assert table.state.step == 2
    events = table.do("2 pass")
    assert table.market() == [19, 30, 31, 32, 34, 40] == table.current()
    assert table.gone()[-1] == STEP_3
    assert 18 in table.gone()
    assert (steps(events), table.phase, table.state.step) == ([3], "resources", 3)
    assert table.layers() == [[17, 35, 36, 37]]


@pytest.mark.clause("d8.3")
@pytest.mark.parametrize("preset", ALL)
def test_c8_3_the_step_3_card_may_be_the_last_card_of_the_phase(preset: str) -> None:
    """The Step 3 card drawn because no one bought still counts as drawn in the auctions."""
    built = scenario(preset=preset, seats=3).step(2).market(16, 18, 19, 20, 30, 31, 32, 40)
    table = built.owns(0, 13).stack(top=[STEP_3], rest=[17, 34, 35]).at("auction")
    table.do("0 pass", "1 pass", "2 pass")
    assert 16 in table.gone()
    table.reveal(STEP_3)
    assert STEP_3 in table.market()
    events = table.shuffle()
    assert table.market() == [19, 20, 30, 31, 32, 40]
    assert steps(events) == [3]


def building(preset: str, step: int) -> Table:
    """The fifth city of seat 2 makes plant 5 obsolete, and the Step 3 card is drawn for it."""
    built = scarce(scenario(preset=preset, seats=3)).step(step).n_cities(2, 4).money(2, 200)
    built.owns(2, 36).owns(0, 13).owns(1, 22).n_cities(1, 1)
    built.market(5, 11, 12, 14, 16, 17, 18, 20)
    table = built.stack(top=[STEP_3], rest=[10, 34, 35, 37], under=[38]).at("building")
    connect_alone(table)
    assert table.actor == CHANCE
    table.reveal(STEP_3)
    return table


@pytest.mark.clause("d8.4")
@pytest.mark.parametrize("preset", MINIMUM_RULE)
def test_c8_4_in_the_building_phase_card_and_smallest_plant_leave_immediately(preset: str) -> None:
    """No card replaces the two, the stack is shuffled, and building continues in step 2."""
    table = building(preset, 2)
    assert STEP_3 in table.gone()
    assert table.layers() == [[10, 34, 35, 37], [38]]
    events = table.shuffle()
    assert table.layers() == [[10, 34, 35, 37, 38]]
    assert table.market() == [12, 14, 16, 17, 18, 20] == table.current()
    assert {5, 11} <= set(table.gone())
    assert (steps(events), table.actor, table.state.step) == ([], 2, 2)


@pytest.mark.clause("d8.4")
@pytest.mark.parametrize("preset", MINIMUM_RULE)
def test_c8_4_step_3_begins_with_the_bureaucracy_of_that_round(preset: str) -> None:
    """Cities have two spaces to the end of building; the refill already uses step 3."""
    table = building(preset, 2)
    table.shuffle()
    taken = table.cities(1)[0]
    table.do(f"2 connect {taken}", "2 finish-building")
    numbers = {"city": table.notation.cities.index(taken), "houses": 2, "step": 2}
    assert table.actor == 1
    table.do("1 finish-building")
    assert table.refused(f"0 connect {taken}").numbers == numbers
    events = finish_building(table)
    assert (table.phase, steps(events), table.state.step) == ("bureaucracy", [3], 3)
    while table.phase == "bureaucracy" and table.actor != CHANCE:
        events += table.do(f"{table.actor} run nothing")
    assert refilled(events) == [ROW[preset, 3]]
    assert table.market() == [14, 16, 17, 18, 20]
    assert 12 in table.gone()


def bureaucracy(preset: str, step: int) -> Table:
    """Plant 40 goes under the stack, and the Step 3 card is drawn for it."""
    built = scarce(scenario(preset=preset, seats=3)).step(step)
    built.market(16, 18, 19, 20, 30, 31, 32, 40)
    table = built.stack(top=[STEP_3], rest=[17, 34, 35, 37], under=[36]).at("bureaucracy")
    assert refilled(table.began) == [table.game.rules.market.refills[step - 1]]
    table.reveal(STEP_3)
    return table


@pytest.mark.clause("d8.5")
@pytest.mark.parametrize("preset", ALL)
def test_c8_5_in_the_bureaucracy_card_and_smallest_plant_leave_immediately(preset: str) -> None:
    """The stack is shuffled with the plant just put under it; step 3 begins with the next round."""
    table = bureaucracy(preset, 2)
    assert STEP_3 in table.gone()
    assert table.layers() == [[17, 34, 35, 37], [36], [40]]
    assert (table.phase, table.state.step) == ("bureaucracy", 2)
    events = table.shuffle()
    assert table.layers() == [[17, 34, 35, 36, 37, 40]]
    assert table.market() == [18, 19, 20, 30, 31, 32] == table.current()
    assert 16 in table.gone()
    assert (steps(events), table.state.step) == ([3], 3)
    assert (table.phase, table.state.round) == ("auction", 3)


@pytest.mark.clause("d8.6")
@pytest.mark.parametrize(
    ("drawn", "market"),
    [(34, [20, 30, 31, 32, 34, 40]), (17, [19, 20, 30, 31, 32, 40])],
)
@pytest.mark.parametrize("preset", REPLACING)
def test_c8_6_step_2_change_comes_first_in_the_auctions(
    preset: str, drawn: int, market: list[Card]
) -> None:
    """Plant 18 leaves and a card is drawn for it; then the card and the smallest plant leave."""
    table = auctions(preset, 1)
    table.shuffle()
    table.do("1 pass", "2 pass")
    assert 18 in table.gone()
    assert table.market() == [19, 20, 30, 31, 32, 40, STEP_3]
    assert (table.actor, table.phase, table.state.step) == (CHANCE, "auction", 1)
    events = table.reveal(drawn)
    assert table.market() == market == table.current()
    assert ({18, 17, STEP_3} if drawn == 17 else {18, 19, STEP_3}) <= set(table.gone())
    assert (steps(events), table.phase, table.state.step) == ([3], "resources", 3)


@pytest.mark.clause("d8.6")
@pytest.mark.parametrize(
    ("drawn", "market"),
    [(34, [14, 16, 17, 18, 20, 34]), (10, [12, 14, 16, 17, 18, 20])],
)
@pytest.mark.parametrize("preset", ["original", "reference", "north-america"])
def test_c8_6_step_2_change_comes_first_in_the_building_phase(
    preset: str, drawn: int, market: list[Card]
) -> None:
    """Plant 11 leaves and a card is drawn for it; then the smallest plant leaves."""
    table = building(preset, 1)
    table.shuffle(table.back(drawn))
    assert 11 in table.gone()
    assert table.market() == [12, 14, 16, 17, 18, 20]
    events = table.reveal(drawn)
    assert table.market() == market == table.current()
    assert (drawn == 10) == (10 in table.gone())
    assert (steps(events), table.actor, table.state.step) == ([], 2, 1)
    events = finish_building(table)
    assert (table.phase, steps(events), table.state.step) == ("bureaucracy", [3], 3)


@pytest.mark.clause("d8.6")
@pytest.mark.parametrize("preset", ["original", "reference", "north-america"])
def test_c8_6_step_2_is_not_begun_again_at_the_end_of_the_phase(preset: str) -> None:
    """Seven cities in the phase in which the card was drawn change no further plant."""
    table = building(preset, 1)
    table.shuffle(table.back(34))
    table.reveal(34)
    while len(table.cities(2)) < 7:
        connect_alone(table)
    before = table.market()
    events = finish_building(table)
    assert steps(events) == [3]
    assert table.market() == before


@pytest.mark.clause("d8.6")
@pytest.mark.parametrize(
    ("drawn", "market"),
    [(34, [19, 20, 30, 31, 32, 34]), (17, [18, 19, 20, 30, 31, 32])],
)
@pytest.mark.parametrize("preset", REPLACING)
def test_c8_6_step_2_change_comes_first_in_the_bureaucracy(
    preset: str, drawn: int, market: list[Card]
) -> None:
    """Plant 16 leaves and a card is drawn for it; then the smallest plant leaves."""
    table = bureaucracy(preset, 1)
    table.shuffle()
    assert 16 in table.gone()
    assert table.market() == [18, 19, 20, 30, 31, 32]
    assert (table.actor, table.phase, table.state.step) == (CHANCE, "bureaucracy", 1)
    events = table.reveal(drawn)
    assert table.market() == market == table.current()
    assert (steps(events), table.state.step) == ([3], 3)
    assert (table.phase, table.state.round) == ("auction", 3)


@pytest.mark.clause("d8.7")
@pytest.mark.parametrize("preset", ALL)
def test_c8_7_the_step_3_card_never_comes_back(preset: str) -> None:
    """The Step 3 card is not shuffled into the stack and never turned up again."""
    for table in (auctions(preset, 2), bureaucracy(preset, 2)):
        table.shuffle()
        while table.phase == "auction" and table.state.step == 2:
            table.do(f"{table.actor} pass")
        assert STEP_3 in table.gone()
        assert all(STEP_3 not in layer for layer in table.layers())
        assert STEP_3 not in table.market()


@pytest.mark.clause("d8.7")
@pytest.mark.parametrize("preset", ALL)
def test_c8_7_the_step_3_card_cannot_be_drawn_again(preset: str) -> None:
    """The dealer may turn up any card of the stack but this one."""
    table = bureaucracy(preset, 2)
    table.shuffle()
    table.do("0 offer 20 20", "1 drop", "2 drop")
    assert table.actor == CHANCE
    assert STEP_3 not in table.possible_cards()
    assert table.refused(f"chance reveal {STEP_3} nothing").code == "impossible_outcome"


@pytest.mark.clause("d8.7")
@pytest.mark.parametrize("preset", REPLACING)
def test_c8_8_the_card_drawn_for_the_change_of_step_2(preset: str) -> None:
    """A Step 3 card drawn for the change to step 2 starts step 3 with the bureaucracy."""
    built = scarce(scenario(preset=preset, seats=3)).n_cities(2, 7).owns(2, *burners(preset))
    built.market(11, 12, 14, 16, 17, 18, 20, 22)
    table = built.stack(top=[STEP_3], rest=[34, 35, 37], under=[40]).at("building")
    events = finish_building(table)
    assert (steps(events), table.phase, table.state.step) == ([2], "building", 2)
    assert 11 in table.gone()
    table.reveal(STEP_3)
    assert {11, STEP_3} <= set(table.gone())
    events = table.shuffle()
    assert table.layers() == [[34, 35, 37, 40]]
    assert (steps(events), table.state.step, table.phase) == ([3], 3, "bureaucracy")
    assert refilled(events) == [ROW[preset, 3]]
    assert {11, 12, 14} <= set(table.gone())
    assert table.market() == [16, 17, 18, 20, 22]
