"""Faults of lettered plants, of fuel cards and of a game that has no board."""

from pathlib import Path

import pytest

from gridwright.content.errors import ContentError
from gridwright.content.library import load_library
from tests.content.conftest import Edit
from tests.content.damage import Damage, verify_complaint

CARD = "card"
DAMAGES = [
    Damage(
        "section of a game with a board",
        "edition.toml",
        "[income]",
        "[houses]\nn_printed = 22\n\n[income]",
        "houses",
        "unknown key; expected one of id, name",
        CARD,
    ),
    Damage("no points", "edition.toml", "[points]", "[marks]", "marks", "unknown key", CARD),
    Damage(
        "no minimum income", "edition.toml", "minimum = 1\n", "", "income.minimum", "missing", CARD
    ),
    Damage(
        "points for nothing",
        "edition.toml",
        "money_per_point = 10",
        "money_per_point = 0",
        "points.money_per_point",
        "expected a whole number from 1 up; came 0",
        CARD,
    ),
    Damage(
        "limit without a source",
        "edition.toml",
        'trust = 3\nsource = "the rule book"\n',
        "trust = 3\n",
        "plant_limits.source",
        "missing key",
        CARD,
    ),
    Damage(
        "setting of a game with a board",
        "presets.toml",
        "discount_token = true",
        "discount_token = true\nobsolete_plants = false",
        "presets.standard.obsolete_plants",
        "unknown key; expected one of name, deck, trust_seats, discount_token",
        CARD,
    ),
    Damage(
        "boards of a game without one",
        "presets.toml",
        'deck = "standard"',
        'boards = []\ndeck = "standard"',
        "presets.standard.boards",
        "unknown key",
        CARD,
    ),
    Damage(
        "the same twin twice",
        "plants.toml",
        'number = 7, twin = "b"',
        'number = 7, twin = "a"',
        "plants[8]",
        "duplicate plant 7a; expected each once",
        CARD,
    ),
    Damage(
        "one of two plants without a letter",
        "plants.toml",
        'number = 7, twin = "b"',
        "number = 7",
        "plants[7]",
        "expected 7a, 7b among the plants; came 7, 7a",
        CARD,
    ),
    Damage(
        "a letter that is left out",
        "plants.toml",
        'number = 7, twin = "b"',
        'number = 7, twin = "c"',
        "plants[7]",
        "expected 7a, 7b among the plants; came 7a, 7c",
        CARD,
    ),
    Damage(
        "a twin alone",
        "plants.toml",
        "number = 12,",
        'number = 12, twin = "a",',
        "plants[15]",
        "expected 12 among the plants; came 12a",
        CARD,
    ),
    Damage(
        "no letter",
        "plants.toml",
        'number = 7, twin = "b"',
        'number = 7, twin = "ab"',
        "plants[8].twin",
        'unknown letter "ab"; expected one of a, b, c',
        CARD,
    ),
    Damage(
        "a plant of unknown confidence",
        "plants.toml",
        'confidence = "certain"',
        'confidence = "sure"',
        "plants[7].confidence",
        'unknown confidence "sure"; expected one of certain, high',
        CARD,
    ),
    Damage(
        "a group names both plants of a number",
        "decks.toml",
        "end = { step_card = true }",
        "end = { step_card = true }\nseven = { plants = [7] }",
        "decks.standard.groups.seven.plants[0]",
        "unknown plant 7; expected a number of plants.toml",
        CARD,
    ),
    Damage(
        "a group names a twin there is not",
        "decks.toml",
        "end = { step_card = true }",
        'end = { step_card = true }\nseven = { plants = ["7a", "7c"] }',
        "decks.standard.groups.seven.plants[1]",
        "unknown plant 7c; expected a number of plants.toml",
        CARD,
    ),
    Damage(
        "a group names a twin in another way",
        "decks.toml",
        "end = { step_card = true }",
        'end = { step_card = true }\nsix = { plants = ["a6"] }',
        "decks.standard.groups.six.plants[0]",
        'expected a whole number from 1 up; came "a6"',
        CARD,
    ),
    Damage(
        "fuel card of an unknown kind",
        "fuel_cards.toml",
        'id = "coal-01", kind = "coal"',
        'id = "coal-01", kind = "garbage"',
        "cards[0].kind",
        'unknown kind "garbage"; expected one of coal, gas, oil, uranium',
        CARD,
    ),
    Damage(
        "empty fuel card",
        "fuel_cards.toml",
        'id = "coal-01", kind = "coal", units = 1',
        'id = "coal-01", kind = "coal", units = 0',
        "cards[0].units",
        "expected a whole number from 1 up; came 0",
        CARD,
    ),
    Damage(
        "fuel card for seats no one has",
        "fuel_cards.toml",
        "units = 1, seats = 2",
        "units = 1, seats = 7",
        "cards[0].seats",
        "expected a whole number from 2 to 6; came 7",
        CARD,
    ),
    Damage(
        "fuel card without seats",
        "fuel_cards.toml",
        "units = 1, seats = 2",
        "units = 1",
        "cards[0].seats",
        "missing key",
        CARD,
    ),
    Damage(
        "pile by seats",
        "fuel_cards.toml",
        'id = "gas-plus", kind = "gas", units = 3',
        'id = "gas-plus", kind = "gas", units = 3, seats = 2',
        "first_pile[1].seats",
        "unknown key; expected one of id, kind, units, note, confidence",
        CARD,
    ),
    Damage(
        "fuel card in two lists",
        "fuel_cards.toml",
        'id = "coal-plus",',
        'id = "coal-01",',
        "first_pile[0]",
        'duplicate fuel card "coal-01"; expected each once',
        CARD,
    ),
    Damage(
        "fuel card missing",
        "fuel_cards.toml",
        '  { id = "coal-01", kind = "coal", units = 1, seats = 2 },\n',
        "",
        "counts.cards.coal",
        "wrong card total: expected 12 in cards; came 11",
        CARD,
    ),
    Damage(
        "pile of other cards",
        "fuel_cards.toml",
        'id = "coal-plusplus", kind = "coal"',
        'id = "coal-plusplus", kind = "gas"',
        "counts.second_pile.coal",
        "wrong card total: expected 1 in second_pile; came 0",
        CARD,
    ),
    Damage(
        "columns out of order",
        "fuel_cards.toml",
        "prices = [1, 2, 3, 4]",
        "prices = [1, 3, 2, 4]",
        "columns.prices",
        "expected at least two prices, cheapest first; came [1, 3, 2, 4]",
        CARD,
    ),
    Damage(
        "two columns of one price",
        "fuel_cards.toml",
        "prices = [1, 2, 3, 4]",
        "prices = [1, 2, 2, 4]",
        "columns.prices",
        "expected at least two prices, cheapest first; came [1, 2, 2, 4]",
        CARD,
    ),
    Damage(
        "no column for cards",
        "fuel_cards.toml",
        "prices = [1, 2, 3, 4]",
        "prices = [1]",
        "columns.prices",
        "expected at least two prices, cheapest first; came [1]",
        CARD,
    ),
    Damage(
        "columns without places",
        "fuel_cards.toml",
        "n_slots = { 2 = 4",
        "n_slots = { 2 = 0",
        "columns.n_slots",
        "expected 1 to 8 cards in a column with 2 seats, since 24 open the game; came 0",
        CARD,
    ),
    Damage(
        "more places than cards",
        "fuel_cards.toml",
        "4 = 5, 5 = 6",
        "4 = 11, 5 = 6",
        "columns.n_slots",
        "expected 1 to 10 cards in a column with 4 seats, since 30 open the game; came 11",
        CARD,
    ),
    Damage(
        "columns without a number of seats",
        "fuel_cards.toml",
        ", 6 = 6 }",
        " }",
        "columns.n_slots.6",
        "missing key",
        CARD,
    ),
    Damage(
        "singles of a kind missing",
        "fuel_cards.toml",
        "oil = 2, uranium = 1 }\nnote",
        "oil = 2 }\nnote",
        "singles.n_printed.uranium",
        "missing key",
        CARD,
    ),
    Damage(
        "fuel cards without a source",
        "fuel_cards.toml",
        'confidence = "reconstruction"\n',
        "",
        "confidence",
        "missing key",
        CARD,
    ),
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_damage_is_found(damage: Damage, edit: Edit) -> None:
    verify_complaint(damage, edit(damage.file, damage.old, damage.new, damage.edition))


def test_a_board_beside_fuel_cards(content_root: Path) -> None:
    (content_root / "card" / "boards" / "mars").mkdir(parents=True)
    (content_root / "card" / "boards" / "mars" / "board.toml").write_text("", encoding="utf-8")
    complaint = r"^card/boards/mars/board\.toml: expected no board beside"
    with pytest.raises(ContentError, match=complaint):
        load_library("card", content_root)


def test_fuel_cards_missing(content_root: Path) -> None:
    """An edition that lacks fuel cards is read as one with boards, which has no `income`."""
    (content_root / "card" / "fuel_cards.toml").unlink()
    with pytest.raises(ContentError, match=r"^card/edition\.toml: income: unknown key"):
        load_library("card", content_root)


def test_no_board_is_called_none(content_root: Path) -> None:
    file = content_root / "deluxe" / "boards" / "europe" / "board.toml"
    text = file.read_text(encoding="utf-8").replace('id = "europe"', 'id = "none"')
    (file.parents[1] / "none").mkdir()
    (file.parents[1] / "none" / "board.toml").write_text(text, encoding="utf-8")
    complaint = r"^deluxe/boards/none/board\.toml: id: expected another name"
    with pytest.raises(ContentError, match=complaint):
        load_library("deluxe", content_root)


def test_a_group_may_name_a_twin(edit: Edit) -> None:
    old = "end = { step_card = true }"
    root = edit("decks.toml", old, f'{old}\nseven = {{ plants = ["7b", 12] }}', "card")
    assert load_library("card", root).decks == load_library("card").decks
