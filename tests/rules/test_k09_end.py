"""Clauses k9: end and winner."""

import pytest

from gridwright.engine.editions.card.vocabulary import ElectricityProduced, FuelDealt, FuelMoved
from gridwright.engine.ids import NO_ACTOR
from gridwright.engine.scoring import LAST_ROUND as REASON
from gridwright.engine.vocabulary.market import CardLeft, CardWentUnder
from gridwright.engine.vocabulary.turn import GameEnded, PhaseBegan
from tests.kit import only
from tests.kit.card_scenario import CardScenario, CardTable, card_scenario

SIX = (31, 32, 33, 34, 35, 36)
EMPTY_HANDED = ((), (), 0)

Holding = tuple[tuple[int | str, ...], tuple[str, ...], int]
"""Plants, fuel cards and money of a seat."""


def last_fuel() -> CardScenario:
    """The last round of three seats; its auctions are over."""
    return card_scenario(3).last_round().market(*SIX).stack(rest=[37])


def scored(*holdings: Holding) -> CardTable:
    """The game ends with these holdings: nothing can be bought."""
    built = last_fuel()
    for seat, (plants, fuel, money) in enumerate(holdings):
        built.owns(seat, *plants).stores(seat, *fuel).money(seat, money)
    table = built.at("resources")
    assert (table.phase, table.actor) == ("over", NO_ACTOR)
    return table


def score(plants: tuple[int | str, ...], fuel: tuple[str, ...] = (), money: int = 0) -> int:
    """The points of one seat."""
    return scored((plants, fuel, money), EMPTY_HANDED, EMPTY_HANDED).points()[0]


def places(*holdings: Holding) -> list[int]:
    """The place of each seat."""
    table = scored(*holdings)
    (event,) = only(table.began, GameEnded)
    assert event.ranking == table.state.ranking
    return event.ranking


# The end


def test_k9_1_the_game_ends_after_the_last_seat_bought_fuel() -> None:
    """No bureaucracy, no income, and neither market is touched."""
    built = last_fuel().column(3, *["coal-3"] * 3).owns(0, 12)
    table = built.owns(2, 27).stores(2, "coal-3").at("resources")
    events = table.do("0 buy-card coal-3 3")
    assert table.actor == 0
    events += table.do("0 finish-buying")
    assert table.phase == "over"
    assert table.game.scoring.end_reason(table.state) == REASON
    after = (PhaseBegan, ElectricityProduced, FuelMoved, FuelDealt, CardLeft, CardWentUnder)
    assert [event for event in events if isinstance(event, after)] == []
    assert table.state.money == [12 - 3, 12, 12]
    assert table.storage(0) == table.storage(2) == ["coal-3"]
    assert (table.column(2), table.column(3)) == ([], ["coal-3"] * 2)


def test_k9_1_the_last_round_has_auctions_and_fuel_only() -> None:
    """The last round goes from its first auction to fuel, and then the game ends."""
    table = card_scenario(3).last_round().market(*SIX).stack(rest=[37, 38]).at("auction")
    events = table.do("0 pass", "1 pass", "2 pass")
    events += table.reveal(37)
    assert [table.game.phases[each.phase].NAME for each in only(events, PhaseBegan)] == [
        "resources"
    ]
    assert len(only(events, GameEnded)) == 1


def test_k9_1_a_round_before_continues_with_its_bureaucracy() -> None:
    """The end card was drawn, but the last round has not begun."""
    built = card_scenario(3).full_columns().announced(waited=False).owns(0, "8a")
    table = built.market(*SIX).stack(rest=[37]).at("resources")
    assert (table.phase, table.actor) == ("bureaucracy", 0)
    table.do("0 produce 8a")
    assert (table.phase, table.money(0)) == ("auction", 12 + 6)


# Points


@pytest.mark.parametrize(
    ("plants", "fuel", "points"),
    [
        ((), (), 0),
        (("8a",), (), 6),
        ((12,), ("coal-2",), 0),
        ((12,), ("coal-2", "coal-single"), 9),
        (("8a", 12, 15), ("coal-3", "uranium-1"), 6 + 9 + 8),
        (("8a", 12, 15), ("coal-3",), 6 + 9),
    ],
)
def test_k9_2_incomes_of_the_plants_that_could_run(
    plants: tuple[int | str, ...], fuel: tuple[str, ...], points: int
) -> None:
    """A plant without enough fuel scores nothing, and nothing run is 0, not 1."""
    assert score(plants, fuel) == points


def test_k9_2_the_best_set_of_plants_counts() -> None:
    """Three coal run plant 12 for 9, or the two others for 4 and 7."""
    assert score(("4a", "9b", 12), ("coal-3",)) == 11
    assert score(("4a", 12), ("coal-3",)) == 9
    assert score(("4a", "9b", 12), ("coal-3", "coal-1")) == 16


@pytest.mark.parametrize(
    ("fuel", "points"),
    [
        (("gas-2", "oil-3", "oil-1"), 7 + 8 + 10),
        (("gas-1", "oil-3", "oil-2"), 7 + 8 + 10),
        (("gas-1", "oil-3", "oil-1"), 8 + 10),
        (("gas-3", "oil-3"), 7 + 8 + 10),
        (("gas-1", "oil-2", "oil-single"), 7 + 10),
    ],
)
def test_k9_2_the_best_hybrid_mix_counts(fuel: tuple[str, ...], points: int) -> None:
    """The hybrid 7a burns what the gas plant 9a and the oil plant 17 leave."""
    assert score(("7a", "9a", 17), fuel) == points


def test_k9_2_no_one_has_a_turn_and_nothing_is_burned() -> None:
    """The fuel is still there."""
    table = scored(((12, "8a"), ("coal-3",), 0), EMPTY_HANDED, EMPTY_HANDED)
    assert only(table.began, ElectricityProduced) == []
    assert table.storage(0) == ["coal-3"]


@pytest.mark.parametrize(("money", "points"), [(0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (99, 9)])
def test_k9_3_each_full_10_elektro_are_a_point(money: int, points: int) -> None:
    """All the money held counts, from any source."""
    assert score((), (), money) == points
    assert score(("8a",), (), money) == 6 + points


def test_k9_3_money_of_the_contractor_counts() -> None:
    """Paid in the last round, it makes the 10 full."""
    built = card_scenario(3, contractor=True).last_round().contractor(4).money(0, 36)
    table = built.owns(0, "8a", 13, 18).market(*SIX).stack(rest=[37]).at("auction")
    table.do("0 offer 31 31")
    table.do("0 scrap 31")
    assert table.money(0) == 36 - 31 + 5
    table.reveal(37)
    table.do("1 pass", "2 pass")
    assert (table.phase, table.points()[0]) == ("over", 6 + 7 + 8 + 1)


# The winner


def test_k9_4_most_points_win() -> None:
    """Most points win, with any money left and any plants."""
    assert places(((30,), (), 0), (("8a", 18), (), 0), ((38,), (), 99)) == [2, 1, 3]
    table = scored(((30,), (), 0), (("8a", 18), (), 0), ((38,), (), 99))
    assert table.points() == [12, 14, 9]


def test_k9_4_ties_are_broken_by_the_money_left() -> None:
    """The remainder below 10, not all the money: 25 leave less than 9 do."""
    one = ((18,), (), 25)
    other = ((25,), (), 9)
    assert scored(one, other, EMPTY_HANDED).points()[:2] == [10, 10]
    assert places(one, other, EMPTY_HANDED) == [2, 1, 3]


def test_k9_4_equal_money_is_decided_by_the_larger_largest_plant() -> None:
    """The largest plant decides, with or without fuel to run; the sum of numbers does not count."""
    one = ((13, 18, 22), (), 3)
    other = (("8a", 38, 30), ("uranium-1",), 63)
    assert scored(one, other, EMPTY_HANDED).points()[:2] == [24, 24]
    assert places(one, other, EMPTY_HANDED) == [2, 1, 3]


def test_k9_4_money_left_comes_before_plants() -> None:
    """One Elektro outweighs any number."""
    one = ((13, 38), (), 2)
    other = (("8a",), (), 13)
    assert scored(one, other, EMPTY_HANDED).points() == [7, 7, 0]
    assert places(one, other, EMPTY_HANDED) == [2, 1, 3]


def test_k9_5_beyond_that_the_win_is_shared() -> None:
    """Plants may have the same number, and second plants do not count."""
    one = (("8a",), (), 4)
    other = (("5a", "8b"), ("coal-2",), 4)
    assert scored(one, other, EMPTY_HANDED).points() == [6, 6, 0]
    assert places(one, other, EMPTY_HANDED) == [1, 1, 3]


def test_k9_5_all_may_share_it() -> None:
    """No one has anything."""
    assert places(EMPTY_HANDED, EMPTY_HANDED, EMPTY_HANDED) == [1, 1, 1]
