"""Clauses c4: plant market and stack."""

from typing import Final

import pytest

from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.engine.masks import mask_of
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.market import LEFT_OBSOLETE, CardLeft, StackRanDry
from tests.kit import STEP_3, Scenario, Table, only, scenario
from tests.rules.presets import ALL, CLASSIC, DELUXE, MINIMUM_RULE, TOKEN

HIGH: Final = (21, 22, 23, 24, 25, 26, 27)


@pytest.mark.parametrize("preset", CLASSIC)
@pytest.mark.parametrize("step", [1, 2])
def test_c4_1_four_current_and_four_future_plants(preset: str, step: int) -> None:
    """Eight cards by number; only the four smallest are on offer."""
    built = scenario(preset=preset, seats=3).step(step).market(30, 9, 21, 5, 16, 8, 40, 11)
    table = built.stack(top=[10]).at("auction")
    assert table.market() == [5, 8, 9, 11, 16, 21, 30, 40]
    assert table.current() == [5, 8, 9, 11]
    table.buy(0, 11, 50)
    assert len(table.market()) == 7
    table.reveal(10)
    assert table.market() == [5, 8, 9, 10, 16, 21, 30, 40]
    assert table.current() == [5, 8, 9, 10]


@pytest.mark.clause("d4.2")
@pytest.mark.parametrize("preset", ALL)
def test_c4_2_in_step_3_six_plants_all_current(preset: str) -> None:
    """All six are on offer, and a plant sold is replaced up to six again."""
    built = scenario(preset=preset, seats=3).step(3).market(31, 22, 40, 25, 36, 20)
    table = built.stack(top=[30]).at("auction")
    assert table.current() == table.market() == [20, 22, 25, 31, 36, 40]
    table.buy(0, 40, 50)
    table.reveal(30)
    assert table.current() == table.market() == [20, 22, 25, 30, 31, 36]


@pytest.mark.clause("d4.2")
@pytest.mark.parametrize("preset", ALL)
def test_c4_2_step_3_begins_with_six_plants(preset: str) -> None:
    """The market has no future part after the bureaucracy that brought the Step 3 card."""
    built = scenario(preset=preset, seats=3).step(2).market(14, *HIGH)
    table = built.stack(top=[STEP_3]).at("bureaucracy")
    table.reveal(STEP_3)
    table.shuffle()
    assert (table.state.step, table.phase) == (3, "auction")
    assert table.current() == table.market() == [21, 22, 23, 24, 25, 26]


@pytest.mark.clause("d4.3")
@pytest.mark.parametrize("preset", ["original", "recharged", *DELUXE])
def test_c4_3_an_empty_stack_draws_nothing(preset: str) -> None:
    """Play continues with fewer plants, round after round."""
    built = scenario(preset=preset, seats=3).step(3).stack(rest=())
    table = built.market(20, 21, 22, 23, 24).money(1, 0).money(2, 0).at("auction")
    events = table.buy(0, 21, 50)
    assert len(only(events, StackRanDry)) == 1
    assert table.market() == [20, 22, 23, 24]
    assert table.actor == 1
    table.do("1 pass", "2 pass")
    assert (table.phase, table.state.round) == ("auction", 3)
    # The upkeep of step 3 took one (c7.8), and in the second edition the token another (c3.20).
    assert table.market() == ([23, 24] if preset in TOKEN else [22, 23, 24])


@pytest.mark.clause("d4.3")
@pytest.mark.parametrize("preset", ["original", "recharged", *DELUXE])
def test_c4_3_play_continues_without_any_plant(preset: str) -> None:
    """An empty market ends the auctions for all seats, and play continues."""
    built = scenario(preset=preset, seats=3).step(3).stack(rest=()).market(20)
    table = built.at("auction")
    table.buy(0, 20, 50)
    assert table.market() == []
    assert (table.phase, table.actor) == ("building", 2)
    lines = [line for line in table.legal() if "connect" in line]
    # A round in which no seat builds would be the last (c9.7).
    table.do(lines[0], "2 finish-building", "1 finish-building")
    assert table.state.round == 3
    assert (table.phase, table.actor) == ("resources", 0)


@pytest.mark.clause("d4.3")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c4_3_the_current_market_is_filled_from_the_future_one(preset: str) -> None:
    """The four smallest plants left are on offer, in steps 1 and 2 too."""
    table = (
        scenario(preset=preset, seats=3)
        .step(2)
        .stack(rest=())
        .market(20, 21, 22, 23, 24)
        .at("auction")
    )
    table.buy(0, 20, 50)
    assert table.current() == table.market() == [21, 22, 23, 24]


def test_c4_3_reference_ends_the_game_instead() -> None:
    """The round's building phase is the last (c9.5)."""
    built = scenario(preset="reference", seats=3).step(3).stack(rest=()).market(20, 21, 22)
    table = built.money(0, 20).money(1, 0).money(2, 0).at("auction")
    table.do("0 offer 20 20", "1 pass", "2 pass")
    assert table.phase == "over"


def builder(preset: str, n_cities: int) -> Scenario:
    """Seat 1 builds first; it has ``cities`` cities and plants enough for 21 (c6.11)."""
    built = scenario(preset=preset, seats=3).order(0, 2, 1).n_cities(1, n_cities).step(2)
    return built.owns(1, 36, 38, 46).money(1, 100)


def connect(table: Table) -> list[CardLeft]:
    """Seat 1 connects any city; returns which cards left the game on that."""
    line = next(line for line in table.legal() if line.startswith("1 connect"))
    return only(table.do(line), CardLeft)


@pytest.mark.clause("d4.4")
@pytest.mark.parametrize("preset", MINIMUM_RULE)
def test_c4_4_a_plant_not_above_somebodys_cities_is_obsolete(preset: str) -> None:
    """Eight cities push plant 8 out of the market immediately, in the middle of the turn."""
    table = builder(preset, 7).market(8, *HIGH).stack(top=[30]).at("building")
    (left,) = connect(table)
    assert (left.card, left.cause) == (table.game.rules.plant_called(8), LEFT_OBSOLETE)
    assert 8 in table.gone()
    assert table.actor == CHANCE
    table.reveal(30)
    assert table.market() == [*HIGH, 30]
    assert (table.phase, table.actor) == ("building", 1)


@pytest.mark.clause("d4.4")
@pytest.mark.parametrize("preset", MINIMUM_RULE)
def test_c4_4_a_plant_above_all_cities_stays(preset: str) -> None:
    """Seven cities leave plant 8 alone."""
    table = builder(preset, 6).market(8, *HIGH).at("building")
    assert connect(table) == []
    assert table.market() == [8, *HIGH]
    assert table.actor == 1


@pytest.mark.clause("d4.4")
@pytest.mark.parametrize("preset", MINIMUM_RULE)
def test_c4_4_obsolete_plants_leave_in_step_3_too(preset: str) -> None:
    """The smallest of six leaves as well."""
    built = builder(preset, 7).step(3).market(8, 21, 22, 23, 24, 25)
    table = built.stack(top=[30]).at("building")
    assert len(connect(table)) == 1
    table.reveal(30)
    assert table.market() == [21, 22, 23, 24, 25, 30]


@pytest.mark.clause("d4.4")
@pytest.mark.parametrize("preset", MINIMUM_RULE)
def test_c4_4_only_obsolete_plants_leave(preset: str) -> None:
    """The plant one above the cities stays."""
    built = builder(preset, 7).market(8, 9, 10, 11, 12, 14, 15, 16).stack(top=[30])
    table = built.at("building")
    assert len(connect(table)) == 1
    table.reveal(30)
    assert table.market() == [9, 10, 11, 12, 14, 15, 16, 30]


def test_c4_4_the_second_edition_keeps_small_plants() -> None:
    """Cities push nothing out."""
    table = builder("recharged", 7).market(8, *HIGH).at("building")
    assert connect(table) == []
    assert table.market() == [8, *HIGH]


@pytest.mark.clause("d4.5")
@pytest.mark.parametrize("preset", MINIMUM_RULE)
def test_c4_5_a_card_just_drawn_can_be_obsolete(preset: str) -> None:
    """Drawing continues until a card may stay."""
    table = builder(preset, 7).market(8, *HIGH).stack(top=[5, 3, 30]).at("building")
    connect(table)
    for small in (5, 3):
        assert [left.cause for left in only(table.reveal(small), CardLeft)] == [LEFT_OBSOLETE]
        assert small in table.gone()
        assert table.actor == CHANCE
    table.reveal(30)
    assert table.market() == [*HIGH, 30]
    assert table.actor == 1


@pytest.mark.clause("d4.5")
@pytest.mark.parametrize("preset", ["original", "reference", "europe"])
def test_c4_5_after_a_sale_too(preset: str) -> None:
    """A card drawn for any reason must be above the largest network."""
    built = scenario(preset=preset, seats=3).n_cities(2, 6).market(8, *HIGH)
    table = built.stack(top=[6, 7]).at("auction")
    table.buy(0, 21, 50)
    table.reveal(6)
    assert 6 in table.gone()
    table.reveal(7)
    assert table.market() == [7, 8, *HIGH[1:]]
    assert (table.phase, table.actor) == ("auction", 1)


@pytest.mark.clause("d4.5")
@pytest.mark.parametrize("preset", MINIMUM_RULE)
def test_c4_5_with_the_last_card_of_the_stack(preset: str) -> None:
    """The last card is obsolete and nothing follows: the market shrinks."""
    table = builder(preset, 7).market(8, *HIGH).stack(top=[5], rest=()).at("building")
    connect(table)
    events = table.reveal(5)
    assert len(only(events, CardLeft)) == 1
    assert len(only(events, StackRanDry)) == 1
    assert table.market() == list(HIGH)
    assert table.actor == 1


@pytest.mark.clause("d4.5")
@pytest.mark.parametrize("preset", MINIMUM_RULE)
def test_c4_5_with_an_empty_stack_the_next_plant_is_looked_at(preset: str) -> None:
    """Two plants that became obsolete together both leave."""
    built = builder(preset, 9).market(9, 10, 22, 23).stack(rest=())
    table = built.at("building")
    assert len(connect(table)) == 2
    assert table.market() == [22, 23]
    assert table.actor == 1


def test_c4_5_the_second_edition_keeps_any_card_drawn() -> None:
    """A small card joins the market."""
    built = scenario(preset="recharged", seats=3).n_cities(2, 9).market(8, *HIGH)
    table = built.stack(top=[9]).at("auction")
    table.buy(0, 21, 50)
    table.reveal(9)
    assert table.market() == [8, 9, *HIGH[1:]]


@pytest.mark.clause("d4.6")
@pytest.mark.parametrize("preset", MINIMUM_RULE)
def test_c4_6_what_left_never_comes_back(preset: str) -> None:
    """An obsolete plant cannot be drawn again, not even after the stack was shuffled."""
    table = builder(preset, 7).market(8, *HIGH).stack(top=[STEP_3]).at("building")
    connect(table)
    table.reveal(STEP_3)
    table.shuffle()
    assert {8, STEP_3, 21} <= set(table.gone())
    while table.actor != CHANCE:
        table.do(next(line for line in table.legal() if "finish" in line or "run" in line))
    assert table.phase == "bureaucracy"
    assert not {8, STEP_3, 21} & set(table.possible_cards())
    refusal = table.refused(f"chance reveal 8 {table.notation.backs[0]}")
    assert (refusal.clause, refusal.code) == (table.clause("c12.2", "d12.2"), "impossible_outcome")


@pytest.mark.clause("d4.6")
@pytest.mark.parametrize("preset", MINIMUM_RULE)
def test_c4_6_plants_of_the_players_are_never_obsolete(preset: str) -> None:
    """Plants 3 to 7 stay with their owners however large the networks are."""
    built = builder(preset, 9).owns(1, 5, 46, 50).owns(0, 3, 4).owns(2, 7).market(*HIGH, 30)
    table = built.at("building")
    connect(table)
    assert [table.plants(seat) for seat in range(3)] == [[3, 4], [5, 46, 50], [7]]
    table.do("1 finish-building")
    assert [table.plants(seat) for seat in range(3)] == [[3, 4], [5, 46, 50], [7]]


@pytest.mark.clause("d4.7")
@pytest.mark.parametrize("preset", ALL)
def test_c4_7_a_card_put_under_is_below_the_step_3_card(preset: str) -> None:
    """Each one below the last, and everyone knows which."""
    built = scenario(preset=preset, seats=3).market(14, *HIGH).stack(top=[30, 31])
    table = built.at("bureaucracy")
    assert table.layers()[-2:] == [[STEP_3], [27]]
    table.reveal(30)
    table.do("0 pass", "1 pass", "2 pass")
    while table.phase != "bureaucracy":
        if table.actor == CHANCE:
            table.reveal(31)
        else:
            table.do(f"{table.actor} finish-building")
    assert table.layers()[-3:] == [[STEP_3], [27], [31]]
    for viewer in (SPECTATOR, 0, 1, 2):
        seen = observe(table.game, table.state, viewer).stack
        assert seen.pools[-2:] == [
            mask_of([table.game.rules.plant_called(number)]) for number in (27, 31)
        ]


@pytest.mark.clause("d4.7", "d8.5")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c4_7_the_shuffle_for_step_3_brings_them_back(preset: str) -> None:
    """Cards under the Step 3 card are what can be drawn after it."""
    built = scenario(preset=preset, seats=3).step(2).market(14, *HIGH)
    table = built.stack(top=[STEP_3], rest=(), under=[40, 42]).at("bureaucracy")
    table.reveal(STEP_3)
    table.shuffle()
    assert table.layers() == [[27, 40, 42]]
