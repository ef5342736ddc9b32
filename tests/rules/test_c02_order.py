"""Clauses c2: player order."""

import pytest

from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.production import CitiesSupplied
from gridwright.engine.vocabulary.setup import OrderSet
from gridwright.engine.vocabulary.turn import PhaseBegan
from tests.kit import Table, only, opening, scenario
from tests.rules.presets import ALL, DELUXE


@pytest.mark.clause("d2.1")
@pytest.mark.parametrize("preset", ALL)
def test_c2_1_more_cities_come_first(preset: str) -> None:
    """Seats with more cities come first at the start of a round, with any plants."""
    built = scenario(preset=preset).order(0, 1, 2, 3).n_cities(2, 3).n_cities(3, 2).n_cities(1, 1)
    table = built.owns(0, 40).owns(1, 36).owns(2, 20).owns(3, 25).at("player-order")
    assert table.state.order == [2, 3, 1, 0]
    assert table.phase == "auction"
    assert table.actor == 2


@pytest.mark.clause("d2.1")
@pytest.mark.parametrize("preset", ALL)
def test_c2_1_the_larger_largest_plant_decides_among_equals(preset: str) -> None:
    """The largest plant decides, not the number of plants nor their sum."""
    built = scenario(preset=preset).order(3, 2, 1, 0).n_cities(0, 1).n_cities(1, 1).n_cities(2, 1)
    table = built.owns(0, 15, 16, 17).owns(1, 3, 18).owns(2, 19).at("player-order")
    assert table.state.order == [2, 1, 0, 3]
    (event,) = only(table.began, OrderSet)
    assert event.order == [2, 1, 0, 3]


@pytest.mark.clause("d2.1")
@pytest.mark.parametrize("preset", ALL)
def test_c2_1_the_first_round_keeps_its_order(preset: str) -> None:
    """The order of round 1 is that of set-up."""
    built = scenario(preset=preset, seats=3).round(1).order(0, 1, 2)
    table = built.owns(2, 20).n_cities(1, 1).at("player-order")
    assert table.state.order == [0, 1, 2]
    assert table.actor == 0


def test_c2_1_the_order_is_set_after_the_bureaucracy() -> None:
    """The order holds for a whole round and changes when the next one begins."""
    built = scenario(seats=3).round(4).order(0, 1, 2).n_cities(1, 1)
    table = built.owns(2, 13).owns(0, 3).at("bureaucracy")
    assert table.state.order == [0, 1, 2]
    table.do("2 run 13")
    table.deal()
    assert (table.state.round, table.phase) == (5, "auction")
    assert table.state.order == [1, 2, 0]


def first_auctions(preset: str) -> Table:
    """Round 1 in the order 0, 1, 2, where no one can outbid the offer."""
    return scenario(preset=preset, seats=3).round(1).order(0, 1, 2).at("auction")


@pytest.mark.clause("d2.2")
@pytest.mark.parametrize("preset", ALL)
def test_c2_2_the_order_is_set_again_after_the_first_auctions(preset: str) -> None:
    """The larger plant goes first from then on, so fuel is bought by the smaller one first."""
    table = first_auctions(preset)
    for seat, plant, price in ((0, 3, 50), (1, 5, 50), (2, 4, 4)):
        table.buy(seat, plant, price)
        assert table.state.order == [0, 1, 2]
        table.reveal(table.possible_cards()[-1])
    assert table.phase == "resources"
    assert table.state.order == [1, 2, 0]
    # Where seat 0 paid all it had, it is not asked.
    assert table.actor == (0 if table.money(0) else 2)
    assert (table.state.round, table.money(2)) == (1, 46)


@pytest.mark.clause("d2.2")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c2_2_later_auctions_leave_the_order_alone(preset: str) -> None:
    """The order set at the start of the round holds from round 2 on."""
    table = scenario(preset=preset, seats=2).order(0, 1).at("auction")
    table.do("0 offer 3 3", "1 drop")
    table.deal()
    table.do(f"1 offer {table.current()[-1]} {table.current()[-1]}")
    table.deal()
    assert table.phase == "resources"
    assert table.state.order == [0, 1]


def actors(table: Table, line: str) -> list[int]:
    """Return the seats that act in this phase, if each gives the same answer."""
    phase = table.phase
    asked = []
    while table.phase == phase and table.actor >= 0:
        asked.append(table.actor)
        table.do(f"{table.actor} {line}")
    return asked


@pytest.mark.parametrize(
    ("phase", "line", "expected"),
    [
        ("auction", "pass", [2, 0, 3, 1]),
        ("resources", "finish-buying", [1, 3, 0, 2]),
        ("building", "finish-building", [1, 3, 0, 2]),
        ("bureaucracy", "run nothing", [2, 0, 3, 1]),
    ],
)
@pytest.mark.clause("d2.3")
@pytest.mark.parametrize("preset", ALL)
def test_c2_3_who_goes_first_in_which_phase(
    preset: str, phase: str, line: str, expected: list[int]
) -> None:
    """Auctions and powering first to last, fuel and building last to first."""
    built = scenario(preset=preset).order(2, 0, 3, 1)
    for seat, plant in enumerate((20, 25, 29, 33) if preset in DELUXE else (20, 25, 31, 36)):
        built.owns(seat, plant).fuel(seat, coal=3)
    assert actors(built.at(phase), line) == expected


def phases_begun(table: Table, events: list[Event]) -> list[tuple[int, str]]:
    """Return the round and the name of each phase that began."""
    begun = only(events, PhaseBegan)
    return [(event.round, table.game.phases[event.phase].NAME) for event in begun]


def play_idly(table: Table, until: tuple[int, str]) -> list[Event]:
    """No seat buys, builds or runs more than it must, until a phase of a round."""
    events = list(table.began)
    while (table.state.round, table.phase) != until:
        verbs = ("pass", "drop", "finish-buying", "finish-building")
        idle = [line for line in table.legal() if line.split()[1] in verbs]
        events += table.do(idle[0] if idle else table.legal()[0])
    return events


@pytest.mark.clause("d2.4")
@pytest.mark.parametrize("preset", ALL)
def test_c2_4_the_five_phases_of_a_round(preset: str) -> None:
    """Order, auctions, fuel, building, bureaucracy; then the next round begins with its order."""
    built = scenario(preset=preset, seats=3).round(4).n_cities(0, 1)
    for seat in range(3):
        built.owns(seat, (18, 22, 27)[seat] if preset not in DELUXE else (17, 24, 28)[seat])
    table = built.at("bureaucracy")
    events = play_idly(table, (6, "auction"))
    found = phases_begun(table, events)
    names = ["player-order", "auction", "resources", "building", "bureaucracy"]
    start = found.index((5, "player-order"))
    assert found[start : start + 5] == [(5, name) for name in names]
    assert found[start + 5 :] == [(6, "player-order"), (6, "auction")]


@pytest.mark.clause("d2.4")
@pytest.mark.parametrize("preset", ALL)
def test_c2_4_the_first_round_has_a_bureaucracy(preset: str) -> None:
    """Round 1 ends with a bureaucracy, with or without building: each seat is paid for no city."""
    table = opening(preset=preset, seats=3, order=(0, 1, 2))
    events = play_idly(table, (2, "auction"))
    found = phases_begun(table, events)
    assert (1, "bureaucracy") in found
    assert found.index((1, "bureaucracy")) < found.index((2, "player-order"))
    assert [event.income for event in only(events, CitiesSupplied)] == [10, 10, 10]
