"""Clauses c9: end and winner."""

from typing import Any, Final

import pytest

from gridwright.content.clauses import load_clauses
from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.fuel import MarketRefilled
from gridwright.engine.vocabulary.market import StackRanDry
from gridwright.engine.vocabulary.production import CitiesSupplied
from gridwright.engine.vocabulary.turn import GameEnded, StepBegan
from tests.kit import Scenario, Table, only, scenario
from tests.rules.presets import ALL, DELUXE, cast

END: Final = [
    *(("original", seats, n) for seats, n in ((2, 21), (3, 17), (4, 17), (5, 15), (6, 14))),
    *(("recharged", seats, n) for seats, n in ((2, 18), (3, 17), (4, 17), (5, 15), (6, 14))),
    *(("reference", seats, n) for seats, n in ((2, 21), (3, 17), (4, 17), (5, 15), (6, 14))),
    *(("europe", seats, n) for seats, n in ((2, 18), (3, 17), (4, 17), (5, 15), (6, 14))),
    *(("north-america", seats, n) for seats, n in ((2, 18), (3, 17), (4, 17), (5, 15), (6, 14))),
]
MARKET: Final = (37, 40, 42, 44, 50)
"""Plants for any step that no network in these tests makes obsolete."""


def finish_building(table: Table) -> list[Event]:
    """Everyone finishes; returns what happened."""
    events: list[Event] = []
    while table.phase == "building" and table.actor != CHANCE:
        events += table.do(f"{table.actor} finish-building")
    return events


def connect_alone(table: Table) -> None:
    """The actor connects a city in which no one is."""
    lines = [line for line in table.legal() if "connect" in line]
    table.do(next(line for line in lines if not table.houses(line.split()[2])))


@pytest.mark.clause("d9.1")
@pytest.mark.parametrize(("preset", "seats", "threshold"), END)
def test_c9_1_the_game_ends_after_the_phase_in_which_a_seat_has_enough_cities(
    preset: str, seats: int, threshold: int
) -> None:
    """All seats finish the phase: those after the one that reached the number build as well."""
    last = seats - 1
    built = scenario(preset=preset, seats=seats).step(3).market(*MARKET)
    built.n_cities(last, threshold - 1).owns(last, 36, 38, 46).money(last, 300)
    table = built.owns(0, 34).money(0, 300).at("building")
    lines = [line for line in table.legal() if "connect" in line]
    table.do(lines[-1])
    assert len(table.cities(last)) == threshold
    table.do(f"{last} finish-building")
    while table.actor != 0:
        table.do(f"{table.actor} finish-building")
    assert table.phase == "building"
    lines = [line for line in table.legal() if "connect" in line]
    table.do(lines[0])
    assert table.phase == "building"
    table.do("0 finish-building")
    assert table.phase == "over"
    assert table.cities(0) != []


@pytest.mark.clause("d9.1")
@pytest.mark.parametrize(("preset", "seats", "threshold"), END)
def test_c9_1_with_one_city_fewer_the_game_continues(
    preset: str, seats: int, threshold: int
) -> None:
    """The bureaucracy follows."""
    built = scenario(preset=preset, seats=seats).step(3).market(*MARKET)
    table = built.n_cities(0, threshold - 1).owns(0, 36, 38, 33).at("building")
    finish_building(table)
    assert table.phase == "bureaucracy"


@pytest.mark.clause("d9.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c9_1_a_city_that_was_taken_back_does_not_count(preset: str) -> None:
    """The cities at the end of the phase count, not one that was taken back before."""
    built = scenario(preset=preset, seats=3).step(3).market(*MARKET).n_cities(2, 16).money(2, 100)
    table = built.owns(0, cast(preset).winds[0]).at("building")
    connect_alone(table)
    table.do("2 take-back")
    finish_building(table)
    assert table.phase == "bureaucracy"


@pytest.mark.clause("d9.1")
@pytest.mark.parametrize("preset", ALL)
def test_c9_1_reaching_the_end_begins_no_step(preset: str) -> None:
    """Even from step 1: no plant is changed."""
    built = scenario(preset=preset, seats=3).market(*MARKET).n_cities(0, 17).owns(0, 36, 38, 46)
    table = built.at("building")
    events = finish_building(table)
    assert table.phase == "over"
    assert only(events, StepBegan) == []
    assert table.market() == list(MARKET)


@pytest.mark.clause("d9.2")
@pytest.mark.parametrize("preset", ALL)
def test_c9_2_no_bureaucracy_and_no_income_in_the_last_round(preset: str) -> None:
    """Money, fuel and markets stay as they are."""
    built = scenario(preset=preset, seats=3).step(3).market(*MARKET).n_cities(0, 17)
    built.owns(0, 33 if preset in DELUXE else 36, 38, 46).fuel(0, coal=6).money(0, 12)
    built.owns(1, cast(preset).winds[0]).money(1, 34)
    table = built.tokens(coal=3).at("building")
    before = (table.tokens(), table.supply())
    events = finish_building(table)
    assert table.phase == "over"
    assert [table.money(seat) for seat in range(3)] == [12, 34, 50]
    assert table.fuel(0) == {"coal": 6}
    assert (table.tokens(), table.supply()) == before
    assert only(events, CitiesSupplied) == only(events, MarketRefilled) == []
    assert table.market() == list(MARKET)


def last_round(preset: str = "original") -> Scenario:
    """Three seats on the eve of the end: seat 2 has seventeen cities."""
    built = scenario(preset=preset, seats=3).step(3).market(*MARKET)
    return built.n_cities(2, 17)


def end(built: Scenario) -> tuple[Table, GameEnded]:
    """Play the last building phase without building."""
    table = built.at("building")
    (ended,) = only([*table.began, *finish_building(table)], GameEnded)
    assert table.phase == "over"
    assert ended.ranking == table.state.ranking
    assert ended.money == table.state.money
    return table, ended


@pytest.mark.clause("d9.3")
@pytest.mark.parametrize("preset", ALL)
def test_c9_3_who_could_supply_the_most_cities_wins(preset: str) -> None:
    """Seat 2 has seventeen cities but fuel for six of them; seat 0 supplies all its four."""
    built = last_round(preset).n_cities(0, 4).owns(0, 20, 25).fuel(0, coal=5)
    built.owns(2, *((9, 33) if preset in DELUXE else (31, 36))).fuel(2, coal=3)
    _table, ended = end(built)
    assert ended.scores == [4, 0, 6 if preset in DELUXE else 7]
    assert ended.ranking == [2, 3, 1]
    _table, ended = end(built.fuel(2, coal=2))
    assert ended.scores == [4, 0, 0]
    assert ended.ranking[0] == 1


@pytest.mark.clause("d9.3")
@pytest.mark.parametrize("preset", ALL)
def test_c9_3_the_best_choice_of_plants_counts(preset: str) -> None:
    """Three of four coal run the largest plant rather than the other two, which burn two each."""
    plants, most = ((4, 12, 33), 6) if preset in DELUXE else ((4, 10, 36), 7)
    _table, ended = end(last_round(preset).owns(2, *plants).fuel(2, coal=4))
    assert ended.scores[2] == most
    _table, ended = end(last_round(preset).owns(2, *plants).fuel(2, coal=5))
    assert ended.scores[2] == most + 2


@pytest.mark.clause("d9.3")
@pytest.mark.parametrize("preset", ALL)
def test_c9_3_the_best_choice_of_hybrid_fuel_counts(preset: str) -> None:
    """The hybrid burns the oil, so that the other kind is left for its own plant."""
    first = cast(preset).first
    hybrid, own, oil, outputs = (
        (35, 39, 30, (5, 6, 5)) if preset in DELUXE else (21, 25, 26, (4, 5, 5))
    )
    _table, ended = end(last_round(preset).owns(2, hybrid, own).fuel(2, **{first: 2, "oil": 2}))
    assert ended.scores[2] == outputs[0] + outputs[1]
    built = last_round(preset).owns(2, hybrid, own, oil).fuel(2, **{first: 3, "oil": 3})
    _table, ended = end(built)
    assert ended.scores[2] == sum(outputs)


@pytest.mark.clause("d9.3")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c9_3_a_hybrid_mixes_what_is_left(preset: str) -> None:
    """The oil plant needs two oil; the hybrid runs on the third oil and one of the other kind."""
    first = cast(preset).first
    plants, most = ((30, 35), 10) if preset in DELUXE else ((21, 26), 9)
    _table, ended = end(last_round(preset).owns(2, *plants).fuel(2, **{first: 1, "oil": 3}))
    assert ended.scores[2] == most
    _table, ended = end(last_round(preset).owns(2, *plants).fuel(2, **{first: 1, "oil": 2}))
    assert ended.scores[2] == 5


@pytest.mark.clause("d9.3")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c9_3_plants_supply_at_most_the_cities_there_are(preset: str) -> None:
    """One plant could supply more than its owner has, another belongs to a seat with none."""
    one, more, other = cast(preset).winds
    _table, ended = end(last_round(preset).owns(2, one).n_cities(0, 1).owns(0, more).owns(1, other))
    assert ended.scores == [1, 0, 1]


@pytest.mark.clause("d9.4")
@pytest.mark.parametrize("preset", ALL)
def test_c9_4_money_breaks_a_tie(preset: str) -> None:
    """All supply one city."""
    one, two, more = cast(preset).winds
    built = last_round(preset).owns(2, one).n_cities(0, 1).owns(0, two)
    built.n_cities(1, 1).owns(1, more)
    built.money(0, 70).money(1, 71).money(2, 69)
    _table, ended = end(built)
    assert (ended.scores, ended.ranking) == ([1, 1, 1], [2, 1, 3])


@pytest.mark.clause("d9.4")
@pytest.mark.parametrize(
    ("preset", "ranking"),
    [
        ("original", [3, 2, 1]),
        ("recharged", [1, 1, 1]),
        ("reference", [3, 2, 1]),
        ("europe", [3, 2, 1]),
        ("north-america", [3, 2, 1]),
    ],
)
def test_c9_4_cities_break_ties_but_not_in_recharged(preset: str, ranking: list[int]) -> None:
    """Equal in supply and money, with one, two and seventeen cities."""
    built = last_round(preset).n_cities(0, 1).n_cities(1, 2)
    _table, ended = end(built.money(0, 70).money(1, 70).money(2, 70))
    assert (ended.scores, ended.ranking) == ([0, 0, 0], ranking)


@pytest.mark.clause("d9.4")
@pytest.mark.parametrize("preset", ALL)
def test_c9_4_seats_equal_in_everything_share_the_win(preset: str) -> None:
    """Seats equal in everything hold the same place; the next place is left out."""
    built = scenario(preset=preset, seats=4).step(3).market(*MARKET).n_cities(3, 17)
    one, two, more = cast(preset).winds
    built.n_cities(0, 2).n_cities(1, 2).owns(0, one, two).owns(1, more).money(0, 80).money(1, 80)
    _table, ended = end(built.money(2, 9).money(3, 99))
    assert ended.scores == [2, 2, 0, 0]
    assert ended.ranking == [1, 1, 4, 3]


@pytest.mark.clause("d9.4")
@pytest.mark.parametrize("preset", ALL)
def test_c9_4_money_comes_before_cities(preset: str) -> None:
    """One Elektro more outweighs any number of cities."""
    built = last_round(preset).n_cities(0, 1).money(0, 8).money(1, 7).money(2, 7)
    _table, ended = end(built)
    assert ended.ranking[0] == 1
    assert ended.ranking[1:] == ([2, 2] if preset == "recharged" else [3, 2])


def dry_auctions(built: Scenario) -> Table:
    """Seat 0 buys plant 16 from a market that cannot be refilled."""
    built.step(3).market(16, 18, 19, 20, 30, 31).stack(rest=())
    one, _two, more = cast(built.game.rules.preset).winds
    built.owns(1, one).owns(2, more)
    table = built.at("auction")
    assert len(only(table.do("0 offer 16 16", "1 drop", "2 drop"), StackRanDry)) == 1
    table.do("1 pass", "2 pass", "0 finish-buying")
    assert table.phase == "building"
    return table


def test_c9_5_reference_ends_after_the_building_phase_if_the_stack_was_empty() -> None:
    """A plant was sold and could not be replaced; all seats still build."""
    table = dry_auctions(scenario(preset="reference", seats=3))
    connect_alone(table)
    events = finish_building(table)
    assert table.phase == "over"
    assert only(events, CitiesSupplied) == []
    assert only(events, GameEnded)[0].ranking == table.state.ranking


def test_c9_5_reference_ends_if_the_stack_was_empty_while_seats_built() -> None:
    """Plant 5 became obsolete and could not be replaced."""
    built = scenario(preset="reference", seats=3).step(3).market(5, 18, 19, 20, 30, 31)
    built.stack(rest=()).n_cities(2, 4).owns(2, 36).money(2, 100).owns(0, 13)
    table = built.at("building")
    connect_alone(table)
    assert table.state.is_dry
    finish_building(table)
    assert table.phase == "over"


def test_c9_5_reference_ends_in_the_next_round_if_the_stack_was_empty_in_the_bureaucracy() -> None:
    """The round's building phase is over, so the next round is the last."""
    built = scenario(preset="reference", seats=3).step(3).market(16, 18, 19, 20, 30, 31)
    table = built.stack(rest=()).n_cities(0, 1).owns(0, 13).at("bureaucracy")
    played = table.state.round
    events = table.do(table.legal()[-1])
    assert len(only(events, StackRanDry)) == 1
    assert (table.phase, table.state.round) == ("auction", played + 1)
    while table.phase != "building":
        table.do(table.legal()[0])
    finish_building(table)
    assert table.phase == "over"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "or after the following round's building phase if that round's is over"),
        ("de", "wenn diese schon vorbei ist, nach der Bauphase der folgenden Runde"),
    ],
)
def test_c9_5_names_the_following_round_in_each_language(language: str, said: str) -> None:
    """The market can run dry in the bureaucracy, after the round's building phase."""
    assert said in " ".join(load_clauses("classic", language)["c9.5"].split())


@pytest.mark.clause("d4.3")
@pytest.mark.parametrize("preset", ["original", "recharged", *DELUXE])
def test_c9_5_other_presets_continue_with_fewer_plants(preset: str) -> None:
    """The bureaucracy follows (c4.3)."""
    table = dry_auctions(scenario(preset=preset, seats=3))
    finish_building(table)
    assert table.phase == "bureaucracy"


def test_c9_5_an_empty_stack_alone_ends_nothing() -> None:
    """An empty stack ends nothing as long as no card was due."""
    built = scenario(preset="reference", seats=3).step(3).market(16, 18, 19, 20, 30, 31)
    table = built.stack(rest=()).owns(0, 13).at("building")
    finish_building(table)
    assert table.phase == "bureaucracy"


LIMITED: Final = "network-within-capacity"


def without_plants(
    *house_rules: str,
    last: int = 19,
    market: tuple[int, ...] = (),
    preset: str = "original",
    **options: Any,
) -> Table:
    """Each seat owns three cities and one plant that supplies three; the stack is empty."""
    position = scenario(preset=preset, seats=3, house_rules=house_rules, **options)
    position = position.step(3).stack(rest=()).market(*market)
    for seat, plant in enumerate((15, 16, last)):
        position = position.owns(seat, plant).n_cities(seat, 3).money(seat, 60)
    return position.at("building")


def test_c9_6_the_game_ends_when_no_network_may_ever_grow() -> None:
    """Networks limited to their plants cannot grow if no plant is to come."""
    assert without_plants(LIMITED).phase == "over"


def test_c9_6_a_network_with_room_keeps_the_game_going() -> None:
    """Plant 20 supplies five, so its owner may still connect a city."""
    table = without_plants(LIMITED, last=20)
    connect_alone(table)
    finish_building(table)
    assert table.state.round == 3


def test_c9_6_networks_without_a_limit_keep_the_game_going() -> None:
    """An empty market alone ends nothing."""
    table = without_plants()
    connect_alone(table)
    finish_building(table)
    assert table.state.round == 3


def test_c9_6_a_plant_to_come_keeps_the_game_going() -> None:
    """A plant on the market could still give room."""
    assert without_plants(LIMITED, market=(25,)).state.round == 3


@pytest.mark.clause("d9.5")
@pytest.mark.parametrize("preset", ALL)
def test_c9_7_a_round_without_a_plant_and_a_house_is_the_last(preset: str) -> None:
    """A seat that never builds cannot hold a table: nothing would ever change."""
    table = without_plants(preset=preset)
    events = finish_building(table)
    assert table.phase == "over"
    assert only(events, CitiesSupplied) == []


@pytest.mark.clause("d9.5")
@pytest.mark.parametrize("preset", [each for each in ALL if each != "reference"])
def test_c9_7_one_house_of_any_seat_keeps_the_game_going(preset: str) -> None:
    """The seat that built need not be the last; a house that was taken back is none."""
    table = without_plants(preset=preset)
    connect_alone(table)
    finish_building(table)
    assert table.state.round == 3
    taken_back = without_plants(preset=preset)
    connect_alone(taken_back)
    taken_back.do("2 take-back")
    finish_building(taken_back)
    assert taken_back.phase == "over"


@pytest.mark.clause("d9.5")
@pytest.mark.parametrize("preset", [each for each in ALL if each != "reference"])
def test_c9_7_a_plant_on_the_market_keeps_the_game_going(preset: str) -> None:
    table = without_plants(preset=preset, market=(25,))
    finish_building(table)
    assert table.state.round == 3


@pytest.mark.parametrize("version", [1, 2])
def test_c9_7_tables_of_earlier_versions_continue(version: int) -> None:
    table = without_plants(version=version)
    finish_building(table)
    assert table.state.round == 3
