"""Prices, plans and warnings in the terminal."""

from pathlib import Path

import pytest

from gridwright.cli.drawing.aids import tell_warning
from gridwright.cli.drawing.names import Names
from gridwright.content.table import build_game, default_spec
from gridwright.protocol.warnings import (
    AnyWarning,
    BidLeavesLittle,
    CityMissing,
    FuelMissing,
    GameEnds,
    IncomeLost,
    PlantMissing,
)
from tests.cli.conftest import Run, make_table
from tests.cli.test_play import ROUND_ONE, STOP, moves, typed, widest

CARD = default_spec("card", seats=2)
TO_BUILDING = [*ROUND_ONE, *STOP, *STOP, *STOP]


def words_of(run: Run, *lines: str) -> str:
    """What is printed, without the breaks of long lines."""
    return " ".join(run("play", "t.txt", typed=typed(list(lines))).out.split())


def test_a_quote_is_the_price_or_the_rule_against_it(run: Run, tmp_path: Path) -> None:
    make_table(tmp_path)
    built = ["connect boston", "quote new york", "quote boston", "quote buffalo, Miami"]
    out = words_of(run, *TO_BUILDING, *built, "quote atlantis", "quote san diego")
    assert "New York: 13, house 10 and connection 3 from Boston." in out
    assert "The seat has a house in Boston." in out
    assert "Miami: " in out
    assert "via " in out
    assert "no city is called 'atlantis'" in out
    assert "San Diego is in a region that is out of play. (c6.8)" in out


def test_quotes_of_plants_and_fuel(run: Run, tmp_path: Path) -> None:
    make_table(tmp_path)
    out = words_of(run, "quote 4", "quote 40", *ROUND_ONE, "quote fuel", "prices")
    assert "Plant 4: output 0, then 1; income 10, then 10; fuel of a run 2." in out
    assert "Nothing has a price now." in out
    assert "With no fuel: 0 cities, income 10. With 2 oil for 6: 1 city, income 22." in out
    assert "For your cities: 2 oil for 6. To fill up: 4 oil for 13." in out
    assert "Cities: Atlanta 10, Boston 10, Buffalo 10," in out


def test_a_plan_has_its_order_and_consequences(run: Run, tmp_path: Path) -> None:
    file = make_table(tmp_path)
    lines = [*TO_BUILDING, "plan new york boston", "plan new york, boston, miami, chicago, boston"]
    before = moves(file)
    out = words_of(run, *lines, "plan zzz", "plan")
    assert "Boston 10, New York 13: 23 in all, leaves 24." in out
    assert "Powers 0 cities this round, income 10." in out
    assert "cannot be built then. It costs" in out
    assert "no city is called 'zzz'" in out
    assert moves(file)[: len(before)] == before


def test_the_outlook_has_the_next_seats_and_prices(run: Run, tmp_path: Path) -> None:
    make_table(tmp_path)
    outcome = run("play", "t.txt", typed=typed([*ROUND_ONE, "outlook", "quote"]))
    assert "Next in this phase: seats 1 and 2." in outcome.out
    assert "Refill: " in outcome.out
    assert "Seat 0: supplies 0 now, income 10." in outcome.out
    assert widest(outcome.lines) <= 80


def test_without_a_board_no_city_has_a_price(run: Run, tmp_path: Path) -> None:
    make_table(tmp_path, CARD)
    out = words_of(run, "quote essen", "plan essen", "quote", "outlook", "help")
    assert out.count("there is no board at this table, so no city has a price") == 2
    assert "Plant 4b: output 0, then 4; income 1, then 4; fuel of a run 2." in out
    assert "`quote fuel` or `quote 13` for one of them" in out


def test_a_plainly_bad_move_is_done_when_it_is_typed_again(run: Run, tmp_path: Path) -> None:
    file = make_table(tmp_path)
    out = words_of(run, *ROUND_ONE, "finish", "quote fuel", "log", "finish", "buy coal 2", "finish")
    assert out.count("Type it again to do it.") == 1
    assert "! Stop buying? You would power 0 of 1: 10 instead of 22." in out
    assert moves(file)[-3:] == ["0 finish-buying", "1 buy coal 2", "1 finish-buying"]


def test_an_action_in_between_is_warned_about_again(run: Run, tmp_path: Path) -> None:
    file = make_table(tmp_path)
    out = words_of(run, *ROUND_ONE, "finish", "buy oil 1", "finish")
    assert out.count("Type it again to do it.") == 2
    assert moves(file)[-1] == "0 buy oil 1"


def test_a_refused_move_is_refused_without_a_warning(run: Run, tmp_path: Path) -> None:
    make_table(tmp_path)
    out = words_of(run, "finish", "connect boston")
    assert out.count("Not allowed") == 2
    assert "Type it again" not in out


@pytest.mark.parametrize(
    ("warning", "sentence"),
    [
        (
            FuelMissing([1, 2], [3, 0, 0, 0], 7, 2, 4, 33, 54, False),
            "Stop buying? You would power 2 of 4: 33 instead of 54. "
            "Plants 4 and 5 stand still; their fuel costs 7.",
        ),
        (
            CityMissing(5, 4, 0, 29, 10),
            "Build nothing? You power 5 and own 4 cities. "
            "Atlanta costs 29 and earns 10 more this round.",
        ),
        (
            CityMissing(5, 1, 0, 29, 0),
            "Build nothing? You power 5 and own 1 city. Atlanta costs 29 and counts at the end.",
        ),
        (
            PlantMissing(1, 3, 1, 4),
            "No plant this round? You own 1 of 3. Plant 4 could be yours from 4.",
        ),
        (
            IncomeLost(0, [1], 12, [2, 0, 0, 0], 3),
            "Without plant 4: 12 less. You keep 2 coal, worth 3.",
        ),
        (
            IncomeLost(0, [1, 2], 12, [0, 0, 0, 0], 0),
            "Without plants 4 and 5: 12 less. That saves no fuel.",
        ),
        (
            GameEnds(1, 17, 8, 2, 13),
            "17 cities end the game. You power 8, seat 2 can power 13.",
        ),
        (
            BidLeavesLittle(1, 41, 3, 12),
            "A bid of 41 for plant 4 leaves 3; fuel for one run costs 12.",
        ),
    ],
)
def test_sentences_of_warnings(warning: AnyWarning, sentence: str) -> None:
    spec = default_spec("classic", board="usa", seats=3)
    assert tell_warning(warning, Names(spec, build_game(spec))) == sentence


def test_sentences_of_missing_fuel_at_cards() -> None:
    names = Names(CARD, build_game(CARD))
    lost = FuelMissing([0], [1, 0, 0, 0], 2, 0, 0, 4, 10, False)
    assert tell_warning(lost, names).startswith("Stop buying? You would earn 4 instead of 10. ")
    last = FuelMissing([0], [1, 0, 0, 0], 2, 0, 0, 4, 10, True)
    assert "You would make 4 instead of 10 points." in tell_warning(last, names)
