"""Faults of the figures and the plants of an edition."""

from pathlib import Path

import pytest

from gridwright.content.errors import ContentError
from gridwright.content.library import load_library
from tests.content.conftest import Edit
from tests.content.damage import Damage, verify_complaint
from tests.content.files import EDITIONS

DAMAGES = [
    Damage(
        "unknown key",
        "edition.toml",
        'id = "classic"',
        'id = "classic"\ncolour = 1',
        "colour",
        "unknown key; expected one of id, name",
    ),
    Damage("missing key", "edition.toml", "start = 50\n", "", "money.start", "missing key"),
    Damage(
        "wrong type",
        "edition.toml",
        "start = 50",
        'start = "50"',
        "money.start",
        'expected a whole number from 0 up; came "50"',
    ),
    Damage(
        "a flag is no number",
        "edition.toml",
        "start = 50",
        "start = true",
        "money.start",
        "expected a whole number from 0 up; came true",
    ),
    Damage(
        "a table for a list",
        "edition.toml",
        'kinds = ["coal", "oil", "garbage", "uranium"]',
        "kinds = {}",
        "kinds",
        "expected a list; came a table",
    ),
    Damage(
        "a list for a table",
        "edition.toml",
        "totals = { coal = 24, oil = 24, garbage = 24, uranium = 12 }",
        "totals = [24, 24, 24, 12]",
        "tokens.totals",
        "expected a table; came a list",
    ),
    Damage(
        "empty text",
        "edition.toml",
        'name = "Power Grid, classic"',
        'name = ""',
        "name",
        'expected a text; came ""',
    ),
    Damage(
        "no TOML at all", "edition.toml", 'id = "classic"', "id = classic", "", "expected TOML; "
    ),
    Damage(
        "other edition",
        "edition.toml",
        'id = "classic"',
        'id = "klassik"',
        "id",
        'unknown edition "klassik"; expected one of classic',
    ),
    Damage(
        "missing source",
        "edition.toml",
        'start = 50\nsource = "2010 rule sheet"\n',
        "start = 50\n",
        "money.source",
        "missing key",
    ),
    Damage(
        "unknown confidence",
        "edition.toml",
        'confidence = "certain"',
        'confidence = "sure"',
        "money.confidence",
        'unknown confidence "sure"; expected one of certain, high',
    ),
    Damage(
        "seats out of order",
        "edition.toml",
        "seats = [2, 3, 4, 5, 6]",
        "seats = [2, 4, 3, 5, 6]",
        "seats",
        "expected numbers of seats, ascending; came [2, 4, 3, 5, 6]",
    ),
    Damage(
        "duplicate kind",
        "edition.toml",
        '"garbage", "uranium"]',
        '"garbage", "coal"]',
        "kinds[3]",
        'duplicate kind "coal"; expected each once',
    ),
    Damage(
        "unknown hybrid kind",
        "edition.toml",
        'hybrid = ["coal", "oil"]',
        'hybrid = ["coal", "gas"]',
        "hybrid[1]",
        'unknown kind "gas"; expected one of coal, oil',
    ),
    Damage(
        "hybrid of one kind",
        "edition.toml",
        'hybrid = ["coal", "oil"]',
        'hybrid = ["coal", "coal"]',
        "hybrid[1]",
        'duplicate kind "coal"',
    ),
    Damage(
        "more tokens than there are",
        "edition.toml",
        "tokens = { coal = 24, oil = 18",
        "tokens = { coal = 25, oil = 18",
        "opening_tokens.first-edition.tokens.coal",
        "expected a whole number from 0 to 24; came 25",
    ),
    Damage(
        "ladder out of order",
        "edition.toml",
        "uranium = [1, 2, 3",
        "uranium = [2, 1, 3",
        "ladders.prices.uranium",
        "expected at least one price, cheapest first; came [2, 1, 3",
    ),
    Damage(
        "empty income table",
        "edition.toml",
        "payments = [10, 10, 11, 13, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, "
        "60, 60]",
        "payments = []",
        "incomes.reference.payments",
        "expected at least one amount; came none",
    ),
    Damage(
        "refill without a number of seats",
        "edition.toml",
        "4 = [[5, 3, 2, 1], [6, 4, 3, 2], [4, 5, 4, 2]]\n",
        "",
        "refills.published.rows.4",
        "missing key",
    ),
    Damage(
        "refill without a step",
        "edition.toml",
        "[[5, 3, 2, 1], [6, 4, 3, 2], [4, 5, 4, 2]]",
        "[[5, 3, 2, 1], [6, 4, 3, 2]]",
        "refills.published.rows.4",
        "expected a list of 3; came one of 2",
    ),
    Damage(
        "refill without a kind",
        "edition.toml",
        "[[5, 3, 2, 1], [6, 4, 3, 2], [4, 5, 4, 2]]",
        "[[5, 3, 2, 1], [6, 4, 3], [4, 5, 4, 2]]",
        "refills.published.rows.4[1]",
        "expected a list of 4; came one of 3",
    ),
    Damage(
        "seat table incomplete",
        "edition.toml",
        "6 = { regions = 5, plant_limit = 3, step_two_cities = 6, end_cities = 14 }\n",
        "",
        "seat_tables.first-edition.rows.6",
        "missing key",
    ),
    Damage(
        "seat table with a stranger",
        "edition.toml",
        "6 = { regions = 5,",
        "7 = { regions = 5,",
        "seat_tables.first-edition.rows.7",
        "unknown key; expected one of 2, 3, 4, 5, 6",
    ),
    Damage(
        "game over before step 2",
        "edition.toml",
        "end_cities = 21",
        "end_cities = 9",
        "seat_tables.first-edition.rows.2.end_cities",
        "expected a whole number from 10 up; came 9",
    ),
    Damage(
        "more placements than houses",
        "edition.toml",
        "n_houses = 16",
        "n_houses = 5",
        "trust.placements",
        "expected at most 5 houses; came 6",
    ),
    Damage(
        "third place of two",
        "edition.toml",
        "placements = [0, 1, 1, 0, 0, 1]",
        "placements = [0, 1, 2, 0, 0, 1]",
        "trust.placements[2]",
        "expected a whole number from 0 to 1; came 2",
    ),
    Damage(
        "contractor amounts of unequal length",
        "edition.toml",
        "later = [0, 5, 5, 10, 10, 15]",
        "later = [0, 5, 5, 10, 10]",
        "contractor.later",
        "expected a list of 6; came one of 5",
    ),
    Damage(
        "refusal code without clause",
        "edition.toml",
        'must_buy = "c3.9"\n',
        "",
        "clauses.must_buy",
        "missing key",
    ),
    Damage(
        "unknown refusal code",
        "edition.toml",
        'must_buy = "c3.9"',
        'must_buy = "c3.9"\nmust_sell = "c3.9"',
        "clauses.must_sell",
        "unknown key",
    ),
    Damage(
        "no clause number",
        "edition.toml",
        'must_buy = "c3.9"',
        'must_buy = "3.9"',
        "clauses.must_buy",
        'expected the number of a clause such as c3.4; came "3.9"',
    ),
    Damage(
        "unknown default preset",
        "edition.toml",
        'default_preset = "original"',
        'default_preset = "first"',
        "default_preset",
        'unknown preset "first"; expected one of original, recharged, reference',
    ),
    Damage(
        "duplicate plant",
        "plants.toml",
        "number = 4,",
        "number = 3,",
        "plants[1]",
        "duplicate plant 3; expected each once",
    ),
    Damage(
        "unknown kind of fuel",
        "plants.toml",
        'number = 4, kinds = ["coal"]',
        'number = 4, kinds = ["gas"]',
        "plants[1].kinds[0]",
        'unknown kind "gas"; expected one of coal, oil, garbage, uranium',
    ),
    Damage(
        "wrong pair of kinds",
        "plants.toml",
        'number = 5, kinds = ["coal", "oil"]',
        'number = 5, kinds = ["coal", "garbage"]',
        "plants[2].kinds",
        "expected no kind, one kind or ['coal', 'oil']",
    ),
    Damage(
        "burning nothing",
        "plants.toml",
        'number = 4, kinds = ["coal"], need = 2',
        'number = 4, kinds = ["coal"], need = 0',
        "plants[1].need",
        "expected 0 exactly for a plant that burns nothing; came 0",
    ),
    Damage(
        "too little room",
        "plants.toml",
        'number = 4, kinds = ["coal"], need = 2, storage = 4',
        'number = 4, kinds = ["coal"], need = 2, storage = 1',
        "plants[1].storage",
        "expected room for a run of 2; came 1",
    ),
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_damage_is_found(damage: Damage, edit: Edit) -> None:
    verify_complaint(damage, edit(damage.file, damage.old, damage.new, damage.edition))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_undamaged_copy_loads(edition: str, content_root: Path) -> None:
    assert load_library(edition, content_root) == load_library(edition)


def test_missing_file(content_root: Path) -> None:
    (content_root / "classic" / "plants.toml").unlink()
    with pytest.raises(ContentError, match=r"^classic/plants\.toml: expected a file in "):
        load_library("classic", content_root)


def test_unknown_edition(content_root: Path) -> None:
    with pytest.raises(ContentError, match=r'^table: edition: unknown edition "draughts"; '):
        load_library("draughts", content_root)
