"""The figures of the classic edition, recomputed from the files without the loader."""

import pytest

from tests.content.files import SEATS, amounts, parse, refill_rows, removed, stacked

KINDS = ["coal", "oil", "garbage", "uranium"]

EDITION = parse("classic", "edition.toml")
PLANTS = parse("classic", "plants.toml")["plants"]
DECKS = parse("classic", "decks.toml")["decks"]
PRESETS = parse("classic", "presets.toml")["presets"]


def test_c5_4_two_kinds_are_coal_and_oil() -> None:
    hybrids = [plant for plant in PLANTS if len(plant["kinds"]) > 1]
    assert [plant["number"] for plant in hybrids] == [5, 12, 21, 29, 46]
    assert EDITION["hybrid"] == ["coal", "oil"]


CARDS = {
    # number, need and output of each plant, by what it burns
    "coal": "4 2 1, 8 3 2, 10 2 2, 15 2 3, 20 3 5, 25 2 5, 31 3 6, 36 3 7, 42 2 6",
    "oil": "3 2 1, 7 3 2, 9 1 1, 16 2 3, 26 2 5, 32 3 6, 35 1 5, 40 2 6",
    "garbage": "6 1 1, 14 2 2, 19 2 3, 24 2 4, 30 3 6, 38 3 7",
    "uranium": "11 1 2, 17 1 2, 23 1 3, 28 1 4, 34 1 5, 39 1 6",
    "coal oil": "5 2 1, 12 2 2, 21 2 4, 29 1 4, 46 3 7",
    "": "13 0 1, 18 0 2, 22 0 2, 27 0 3, 33 0 4, 37 0 4, 44 0 5, 50 0 6",
}


def test_every_plant() -> None:
    for burned, cards in CARDS.items():
        assert [amounts(card) for card in cards.split(", ")] == [
            [plant["number"], plant["need"], plant["output"]]
            for plant in PLANTS
            if plant["kinds"] == burned.split()
        ]
    assert sum(len(cards.split(", ")) for cards in CARDS.values()) == len(PLANTS)


@pytest.mark.parametrize(("seats", "n_plants"), list(zip(SEATS, [26, 26, 30, 34, 34], strict=True)))
def test_c1_9_stack_of_the_first_edition(seats: str, n_plants: int) -> None:
    deck = DECKS["first-edition"]
    n_removed = {"2": 8, "3": 8, "4": 4, "5": 0, "6": 0}[seats]
    assert stacked(deck, seats) == {"card": n_plants}
    assert removed(deck, seats) == {"card": n_removed}
    assert 8 + n_plants + n_removed == 42


@pytest.mark.parametrize(("seats", "n_plants"), list(zip(SEATS, [28, 26, 30, 34, 34], strict=True)))
def test_c1_10_stack_of_the_second_edition(seats: str, n_plants: int) -> None:
    deck = DECKS["second-edition"]
    n_plugs = {"2": 1, "3": 2, "4": 1, "5": 0, "6": 0}[seats]
    n_sockets = {"2": 5, "3": 6, "4": 3, "5": 0, "6": 0}[seats]
    assert deck["n_opening_drawn"] == 8
    assert removed(deck, seats) == {"plug": n_plugs, "socket": n_sockets}
    assert stacked(deck, seats) == {"plug": 13 - 8 - n_plugs, "socket": 29 - n_sockets}
    assert sum(stacked(deck, seats).values()) == n_plants


def test_c4_1_c4_2_market_sizes() -> None:
    for deck in DECKS.values():
        assert deck["market_sizes"] == [8, 8, 6]
        assert deck["current_sizes"] == [4, 4, 6]


def test_c1_6_token_totals() -> None:
    assert EDITION["kinds"] == KINDS
    assert EDITION["tokens"]["totals"] == {"coal": 24, "oil": 24, "garbage": 24, "uranium": 12}


def test_c1_7_prices() -> None:
    prices = EDITION["ladders"]["prices"]
    for kind in ("coal", "oil", "garbage"):
        assert prices[kind] == [price for price in range(1, 9) for space in range(3)]
    assert prices["uranium"] == [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16]


def test_c1_5_opening_tokens() -> None:
    opening = EDITION["opening_tokens"]
    first = {"coal": 24, "oil": 18, "garbage": 6, "uranium": 2}
    assert opening["first-edition"]["tokens"] == first
    assert opening["second-edition"]["tokens"] == first | {"garbage": 9}
    used = {preset: PRESETS[preset]["opening_tokens"] for preset in PRESETS}
    assert used == {
        "original": "first-edition",
        "recharged": "second-edition",
        "reference": "first-edition",
    }


PUBLISHED = """
2 | 3 2 1 1 | 4 2 2 1 | 3 4 3 1
3 | 4 2 1 1 | 5 3 2 1 | 3 4 3 1
4 | 5 3 2 1 | 6 4 3 2 | 4 5 4 2
5 | 5 4 3 2 | 7 5 3 3 | 5 6 5 2
6 | 7 5 3 2 | 9 6 5 3 | 6 7 6 3
"""

REFERENCE = """
2 | 3 2 1 1 | 4 2 2 1 | 3 4 3 1
3 | 4 2 1 1 | 5 3 2 2 | 4 5 3 2
4 | 5 3 2 1 | 6 4 3 2 | 5 6 4 2
5 | 5 4 3 2 | 7 5 4 3 | 6 7 5 3
6 | 7 5 3 2 | 9 6 5 3 | 7 9 6 4
"""


@pytest.mark.parametrize(("name", "printed"), [("published", PUBLISHED), ("reference", REFERENCE)])
def test_c7_6_refill_tables(name: str, printed: str) -> None:
    assert EDITION["refills"][name]["rows"] == refill_rows(printed)


def test_c7_6_reference_differs_in_six_rows() -> None:
    published = EDITION["refills"]["published"]["rows"]
    reference = EDITION["refills"]["reference"]["rows"]
    differing = [
        (seats, step + 1)
        for seats in SEATS
        for step in range(3)
        if published[seats][step] != reference[seats][step]
    ]
    assert differing == [("3", 2), ("3", 3), ("4", 3), ("5", 2), ("5", 3), ("6", 3)]


def test_c7_3_reference_income() -> None:
    reference = "10 10 11 13 15 18 21 24 27 30 33 36 39 42 45 48 51 54 57 60 60"
    assert EDITION["incomes"]["reference"]["payments"] == amounts(reference)
    assert set(EDITION["incomes"]) == {"published", "reference"}


@pytest.mark.parametrize(
    ("table", "column", "values"),
    [
        ("first-edition", "regions", [3, 3, 4, 5, 5]),
        ("second-edition", "regions", [3, 3, 4, 5, 5]),
        ("first-edition", "plant_limit", [4, 3, 3, 3, 3]),
        ("second-edition", "plant_limit", [3, 3, 3, 3, 3]),
        ("first-edition", "step_two_cities", [10, 7, 7, 7, 6]),
        ("second-edition", "step_two_cities", [7, 7, 7, 7, 6]),
        ("first-edition", "end_cities", [21, 17, 17, 15, 14]),
        ("second-edition", "end_cities", [18, 17, 17, 15, 14]),
    ],
)
def test_c1_4_c1_11_tables_by_seats(table: str, column: str, values: list[int]) -> None:
    rows = EDITION["seat_tables"][table]["rows"]
    assert [rows[seats][column] for seats in SEATS] == values


def test_c10_3_trust_houses() -> None:
    trust = EDITION["trust"]
    assert trust["n_houses"] == 16
    assert trust["placements"] == [0, 1, 1, 0, 0, 1]
    assert trust["plant_limit"] == 3
    assert {preset: PRESETS[preset]["trust_seats"] for preset in PRESETS} == {
        "original": [],
        "recharged": [2],
        "reference": [],
    }


RULES_BY_PRESET = {
    # setting: original, recharged, reference
    "income": ["published", "published", "reference"],
    "refill": ["published", "published", "reference"],
    "obsolete_plants": [True, False, True],
    "discount_token": [False, True, False],
    "n_idle_removed": [1, 0, 1],
    "scrapped_under_stack": [False, False, True],
    "first_building_round": [1, 1, 2],
    "network_within_capacity": [False, False, True],
    "dry_stack_ends": [False, False, True],
    "cities_break_ties": [True, False, True],
    "boards": [["usa", "germany"], ["usa-recharged", "germany-recharged"], ["usa", "germany"]],
}


@pytest.mark.parametrize("setting", RULES_BY_PRESET)
def test_presets(setting: str) -> None:
    values = [PRESETS[preset][setting] for preset in ("original", "recharged", "reference")]
    assert values == RULES_BY_PRESET[setting]


def test_c11_8_house_rules_are_the_rows_of_reference() -> None:
    house_rules = parse("classic", "presets.toml")["house_rules"]
    joined: dict[str, object] = {}
    for settings in house_rules.values():
        joined |= settings
    assert len(house_rules) == len(joined) == 7
    differing = {
        key: value
        for key, value in PRESETS["reference"].items()
        if PRESETS["original"].get(key) != value
    }
    for key in ("name", "source"):
        del differing[key]
    assert joined == differing
