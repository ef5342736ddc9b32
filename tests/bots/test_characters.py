"""Characters at a table."""

from itertools import product

import pytest

from gridwright.bots.characters import LEVELS, in_order, level_of, name_bots
from gridwright.bots.registry import BOTS

NAMES = [name for names in LEVELS.values() for name in names]


def test_twelve_short_names_for_levels_of_the_server() -> None:
    assert len(set(NAMES)) == len(NAMES) == 12
    assert max(map(len, NAMES)) <= 6
    assert set(LEVELS) <= set(BOTS)


@pytest.mark.parametrize("n_seats", range(1, 7))
def test_no_name_is_at_a_table_twice(n_seats: int) -> None:
    for levels in product(LEVELS, repeat=n_seats):
        names = name_bots([(f"Bot {seat}", level) for seat, level in enumerate(levels)])
        assert len(set(names)) == n_seats
        assert set(names) <= set(NAMES)


def test_a_level_uses_its_own_characters_first() -> None:
    for level, own in LEVELS.items():
        assert name_bots([("", level)] * 3) == own


def test_naming_again_changes_nothing() -> None:
    for levels in product(LEVELS, repeat=5):
        sitters = [("Marie", ""), *[("", level) for level in levels]]
        names = name_bots(sitters)
        again = [(name, level) for name, (_, level) in zip(names, sitters, strict=True)]
        assert name_bots(again) == names


def test_chosen_characters_stay_and_others_fill_the_rest() -> None:
    assert name_bots([("Ada", "hard"), ("Hedy II", "hard"), ("Ada", "hard")]) == [
        "Ada",
        "Hedy",
        "Konrad",
    ]


def test_old_games_with_more_bots_than_characters_of_a_level() -> None:
    old = ["Grete", "Grete II", "Grete III", "Grete IV", "Grete V"]
    assert name_bots([(name, "normal") for name in old]) == [
        "Grete",
        "Max",
        "Lise",
        "Blaise",
        "Emmy",
    ]
    assert in_order("easy")[:4] == ["Blaise", "Emmy", "Samuel", "Grete"]


def test_people_and_other_bots_keep_their_names() -> None:
    sitters = [("Hedy", ""), ("Hedy", "hard"), ("", ""), ("Bot 3", "l1"), ("Carl", "easy")]
    assert name_bots(sitters) == ["Hedy", "Konrad", "", "Bot 3", "Blaise"]


def test_a_character_of_another_level_stays_until_its_own_level_needs_it() -> None:
    assert name_bots([("Blaise", "normal"), ("Grete", "normal")]) == ["Blaise", "Grete"]
    assert name_bots([("Blaise", "normal"), ("Blaise", "easy")]) == ["Grete", "Blaise"]


def test_level_of_a_stored_name() -> None:
    assert [level_of(name) for name in ("Grete", "Hedy II", "Marie")] == ["normal", "hard", ""]
