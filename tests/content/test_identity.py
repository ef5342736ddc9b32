"""The fingerprint of a table changes with every number that decides play, and with nothing else."""

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gridwright.content.identity import rules_identity
from gridwright.content.shelf import CONTENT_ROOT
from gridwright.content.table import (
    ContentError,
    TableSpec,
    list_boards,
    list_editions,
    list_house_rules,
    list_presets,
    list_seats,
    newest,
)
from tests.content.conftest import Edit
from tests.content.files import board_file, boards_by_preset

SPEC = TableSpec("classic", "original", "usa", 4)
TWO = TableSpec("classic", "recharged", "usa-recharged", 2)
GERMANY = TableSpec("classic", "recharged", "germany-recharged", 3)


FROZEN = [
    (SPEC, "d48b6d5fa1131b3439b647d1c6c1ce2e472ddec8a7c01f938bef54cc1aee3a87"),
    (TWO, "bc8e3b0b353c06be93868c071cae8dd2855abcbc61aacae6100837280131d0b0"),
    (
        TableSpec("classic", "reference", "germany", 6),
        "929a8dd7db107f94fa8f5d93f88ca838e0a37984abe33773afd74c8d14a8a7c3",
    ),
    (
        TableSpec("deluxe", "europe", "europe", 2),
        "735f0692db869f4e88fa3236b5f2afbf2855b3a51c3ed6de30757c0c3a707d6e",
    ),
    (
        TableSpec("deluxe", "north-america", "north-america", 5),
        "2bdb8238eeffecb0862aa26073332514cc8f0828cd12cd42110b28b80bb770a9",
    ),
    (
        TableSpec("deluxe", "europe", "europe", 2, True, house_rules=("plain-two-players",)),
        "a56051f3a304dc8f423db579e43d5555d2dfcf408ab51a3b3c47e9698235805d",
    ),
]


@pytest.mark.parametrize(("spec", "frozen"), FROZEN)
def test_recorded_games_keep_their_identity(spec: TableSpec, frozen: str) -> None:
    """Changed only by a new version of the edition's rules."""
    assert rules_identity(spec) == frozen


@pytest.mark.parametrize(("spec", "frozen"), FROZEN)
def test_a_version_is_part_of_the_identity(spec: TableSpec, frozen: str) -> None:
    """A table that is made today is another one, and none can be made by rules to come."""
    today = newest(spec)
    assert today.version == 3
    assert rules_identity(today) != frozen
    for version in (0, 4):
        with pytest.raises(ContentError, match="expected a rules version from 1 to 3"):
            rules_identity(replace(spec, version=version))


def test_specs_have_different_identities() -> None:
    specs = [
        TableSpec(edition, preset, board, seats)
        for edition in list_editions()
        for preset in list_presets(edition)
        for board in list_boards(edition, preset)
        for seats in list_seats(edition)
    ]
    options: list[dict[str, Any]] = [
        {"contractor": True},
        {"hidden_money": True},
        {"regions": "draft"},
        {"regions": ("cyan", "green", "purple", "red")},
        {"regions": ("brown", "green", "red", "yellow")},
        {"order": (0, 1, 2, 3)},
        {"order": (3, 1, 2, 0)},
        *({"house_rules": (rule,)} for rule in list_house_rules()),
    ]
    specs.extend(TableSpec("classic", "original", "usa", 4, **each) for each in options)
    n_tables = {
        edition: 5 * sum(len(boards) for boards in boards_by_preset(edition).values())
        for edition in ("classic", "deluxe")
    }
    # The card game has two presets and no board.
    assert len(specs) == n_tables["classic"] + n_tables["deluxe"] + 10 + 14
    assert n_tables["deluxe"] == 20
    assert len({rules_identity(each) for each in specs}) == len(specs)


NUMBERS = [
    (SPEC, "edition.toml", "start = 50", "start = 51"),
    (SPEC, "edition.toml", "garbage = 24, uranium = 12 }", "garbage = 25, uranium = 12 }"),
    (SPEC, "edition.toml", "coal = [1, 1, 1, 2", "coal = [1, 1, 2, 2"),
    (SPEC, "edition.toml", "oil = 18, garbage = 6", "oil = 18, garbage = 5"),
    (SPEC, "edition.toml", "payments = [10, 22", "payments = [10, 23"),
    (SPEC, "edition.toml", "[6, 4, 3, 2], [4, 5, 4, 2]", "[6, 4, 3, 2], [4, 5, 4, 3]"),
    (SPEC, "edition.toml", "4 = { regions = 4", "4 = { regions = 5"),
    (
        SPEC,
        "edition.toml",
        "4 = { regions = 4, plant_limit = 3",
        "4 = { regions = 4, plant_limit = 4",
    ),
    (
        SPEC,
        "edition.toml",
        "4 = { regions = 4, plant_limit = 3, step_two_cities = 7",
        "4 = { regions = 4, plant_limit = 3, step_two_cities = 8",
    ),
    (
        SPEC,
        "edition.toml",
        "4 = { regions = 4, plant_limit = 3, step_two_cities = 7, end_cities = 17",
        "4 = { regions = 4, plant_limit = 3, step_two_cities = 7, end_cities = 18",
    ),
    (TWO, "edition.toml", "n_houses = 16", "n_houses = 17"),
    (TWO, "edition.toml", "placements = [0, 1, 1", "placements = [0, 0, 1"),
    (TWO, "edition.toml", "\nplant_limit = 3", "\nplant_limit = 4"),
    (SPEC, "edition.toml", "first = [5,", "first = [6,"),
    (SPEC, "edition.toml", "later = [0,", "later = [1,"),
    (SPEC, "edition.toml", 'kinds = ["coal", "oil"', 'kinds = ["oil", "coal"'),
    (SPEC, "plants.toml", "number = 50", "number = 49"),
    (SPEC, "plants.toml", 'kinds = ["garbage"], need = 1', 'kinds = ["uranium"], need = 1'),
    (SPEC, "plants.toml", "need = 3, storage = 6", "need = 2, storage = 6"),
    (SPEC, "plants.toml", "need = 3, storage = 6", "need = 3, storage = 7"),
    (SPEC, "plants.toml", "output = 7", "output = 8"),
    (TWO, "decks.toml", "plug = { 2 = 1", "plug = { 2 = 0"),
    (SPEC, "decks.toml", "market_sizes = [8, 8, 6]", "market_sizes = [8, 8, 7]"),
    (SPEC, "decks.toml", "current_sizes = [4, 4, 6]", "current_sizes = [4, 5, 6]"),
    (SPEC, "presets.toml", 'deck = "first-edition"', 'deck = "second-edition"'),
    (SPEC, "presets.toml", "trust_seats = []", "trust_seats = [4]"),
    (SPEC, "presets.toml", "obsolete_plants = true", "obsolete_plants = false"),
    (SPEC, "presets.toml", "discount_token = false", "discount_token = true"),
    (SPEC, "presets.toml", "n_idle_removed = 1", "n_idle_removed = 2"),
    (SPEC, "presets.toml", "scrapped_under_stack = false", "scrapped_under_stack = true"),
    (SPEC, "presets.toml", "first_building_round = 1", "first_building_round = 3"),
    (SPEC, "presets.toml", "network_within_capacity = false", "network_within_capacity = true"),
    (SPEC, "presets.toml", "dry_stack_ends = false", "dry_stack_ends = true"),
    (SPEC, "presets.toml", "cities_break_ties = true", "cities_break_ties = false"),
    (SPEC, "boards/usa/board.toml", 'to = "portland", cost = 3', 'to = "portland", cost = 4'),
    (SPEC, "boards/usa/board.toml", '  { from = "seattle", to = "boise", cost = 12 },\n', ""),
    (
        SPEC,
        "boards/usa/board.toml",
        'name = "Omaha", region = "purple"',
        'name = "Omaha", region = "red"',
    ),
    (SPEC, "boards/usa/board.toml", "costs = [10, 15, 20]", "costs = [10, 15, 25]"),
    (TWO, "boards/usa-recharged/board.toml", "price = 8", "price = 9"),
    (GERMANY, "boards/germany-recharged/board.toml", "plant = 39", "plant = 38"),
    (GERMANY, "boards/germany-recharged/board.toml", 'kinds = ["uranium"]', 'kinds = ["coal"]'),
]


def without_guests(root: Path) -> None:
    """Remove the boards that no preset names: they may lean on a figure that is changed here."""
    for folder in (root / "classic" / "boards").iterdir():
        if "presets" in board_file("classic", folder.name):
            shutil.rmtree(folder)


@pytest.mark.parametrize(("spec", "file", "old", "new"), NUMBERS)
def test_every_number_counts(spec: TableSpec, file: str, old: str, new: str, edit: Edit) -> None:
    root = edit(file, old, new)
    without_guests(root)
    if file == "decks.toml" and "plug" in old:
        # One card more on the stack for the one that was not removed.
        root = edit(file, "plug = { 2 = 3", "plug = { 2 = 4")
    assert rules_identity(spec, root) != rules_identity(spec)


NEUTRAL = [
    ("edition.toml", "[money]", "# Much money.\n[money]"),
    ("edition.toml", 'source = "2010 rule sheet"', 'source = "hearsay"'),
    ("edition.toml", 'confidence = "certain"', 'confidence = "low"'),
    ("edition.toml", 'name = "Power Grid, classic"', 'name = "Klassik"'),
    ("edition.toml", "n_printed = 22", "n_printed = 23"),
    ("edition.toml", 'must_buy = "c3.9"', 'must_buy = "c3.1"'),
    ("edition.toml", "5 = { regions = 5, plant_limit = 3", "5 = { regions = 5, plant_limit = 4"),
    ("presets.toml", 'name = "First edition"', 'name = "Old"'),
    ("presets.toml", "n_idle_removed = 0", "n_idle_removed = 1"),
    ("boards/usa/board.toml", 'name = "Seattle"', 'name = "SEATTLE"'),
    ("boards/usa/board.toml", "x = 103", "x = 104.5"),
    (
        "boards/usa/board.toml",
        'from = "seattle", to = "portland"',
        'from = "portland", to = "seattle"',
    ),
    ("boards/germany/board.toml", "cost = 0", "cost = 1"),
]


@pytest.mark.parametrize(("file", "old", "new"), NEUTRAL)
def test_nothing_else_counts(file: str, old: str, new: str, edit: Edit) -> None:
    assert rules_identity(SPEC, edit(file, old, new)) == rules_identity(SPEC)


def reversed_lists(text: str) -> str:
    """A board or plant file with the lines of every list of tables in reverse."""
    return re.sub(
        r"(?m)^(\w+ = \[\n)((?:  .*\n)+)",
        lambda found: found[1] + "".join(reversed(found[2].splitlines(keepends=True))),
        text,
    )


def test_order_of_tables_does_not_count(tmp_path: Path) -> None:
    root = tmp_path / "reordered"
    shutil.copytree(CONTENT_ROOT / "classic", root / "classic")
    for file in ("boards/usa/board.toml", "plants.toml"):
        path = root / "classic" / file
        text = path.read_text(encoding="utf-8")
        assert reversed_lists(text) != text
        path.write_text(reversed_lists(text), encoding="utf-8")
    path = root / "classic" / "edition.toml"
    head, *tables = re.split(r"(?m)^(?=\[)", path.read_text(encoding="utf-8"))
    path.write_text(head + "\n".join(reversed(tables)), encoding="utf-8")
    assert rules_identity(SPEC, root) == rules_identity(SPEC)
