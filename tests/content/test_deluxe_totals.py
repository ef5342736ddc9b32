"""The figures of the deluxe edition, recomputed from the files without the loader."""

import pytest

from tests.content.files import SEATS, amounts, parse, refill_rows, removed, stacked

EDITION = parse("deluxe", "edition.toml")
PLANTS = parse("deluxe", "plants.toml")["plants"]
DECKS = parse("deluxe", "decks.toml")["decks"]
PRESETS = parse("deluxe", "presets.toml")

CARDS = {
    # number, need and output of each plant, by what it burns
    "coal": "3 2 1, 4 2 1, 7 1 1, 9 3 2, 12 2 2, 15 1 2, 20 3 4, 25 2 5, 27 1 4, 29 2 5, 33 3 6, "
    "40 2 6",
    "gas": "5 2 1, 14 1 2, 16 2 3, 19 1 3, 26 1 4, 34 3 6, 39 2 6, 46 2 7",
    "oil": "6 1 1, 10 2 2, 18 2 3, 23 2 4, 30 2 5, 38 3 6, 42 2 6",
    "uranium": "13 1 2, 21 1 3, 32 2 5, 37 2 6, 50 2 7",
    "gas oil": "8 3 2, 22 3 5, 35 2 5",
    "": "11 0 1, 17 0 2, 24 0 3, 28 0 3, 31 0 4, 36 0 5, 44 0 6",
}


@pytest.mark.parametrize(("burned", "cards"), CARDS.items())
def test_every_plant(burned: str, cards: str) -> None:
    found = [plant for plant in PLANTS if plant["kinds"] == burned.split()]
    assert [[plant["number"], plant["need"], plant["output"]] for plant in found] == [
        amounts(card) for card in cards.split(", ")
    ]


def test_d1_5_token_totals() -> None:
    assert EDITION["tokens"]["totals"] == {"coal": 27, "gas": 24, "oil": 20, "uranium": 12}


@pytest.mark.parametrize(
    ("kind", "spaces"),
    [
        ("coal", "4 4 4 3 3 3 2 2 2"),
        ("gas", "3 3 3 3 3 3 3 3 0"),
        ("oil", "2 2 2 2 2 2 2 2 4"),
        ("uranium", "1 1 1 1 1 1 2 2 2"),
    ],
)
def test_d1_6_spaces_by_price(kind: str, spaces: str) -> None:
    prices = EDITION["ladders"]["prices"][kind]
    assert prices == sorted(prices)
    assert [prices.count(price) for price in range(1, 10)] == amounts(spaces)


def test_d1_7_opening_tokens() -> None:
    opening = {
        name: list(each["tokens"].values()) for name, each in EDITION["opening_tokens"].items()
    }
    assert opening == {
        "europe": [23, 18, 16, 4],
        "north-america": [23, 18, 14, 2],
        "europe-reference": [21, 18, 16, 4],
        "north-america-reference": [21, 18, 14, 2],
    }
    assert EDITION["kinds"] == ["coal", "gas", "oil", "uranium"]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize(
    ("deck", "n_drawn", "n_plants"),
    [
        ("europe", 9, [27, 25, 29, 33, 33]),
        ("north-america", 8, [28, 26, 30, 34, 34]),
        ("europe-reference", 9, [23, 21, 25, 29, 29]),
        ("north-america-reference", 8, [24, 22, 26, 30, 30]),
    ],
)
def test_d1_9_d1_10_stacks(deck: str, n_drawn: int, n_plants: list[int], seats: str) -> None:
    n_dark = {"2": 1, "3": 2, "4": 1, "5": 0, "6": 0}[seats]
    n_light = {"2": 5, "3": 6, "4": 3, "5": 0, "6": 0}[seats]
    if deck.endswith("-reference"):
        n_light += 4  # Those that are not in the game (d1.14).
    found = stacked(DECKS[deck], seats)
    assert DECKS[deck]["n_opening_drawn"] == n_drawn
    assert removed(DECKS[deck], seats) == {"dark": n_dark, "light": n_light}
    assert found == {"dark": 13 - n_drawn - n_dark, "light": 29 - n_light}
    assert sum(found.values()) == dict(zip(SEATS, n_plants, strict=True))[seats]


def test_d4_1_d4_2_market_sizes() -> None:
    sizes = {name: (deck["market_sizes"], deck["current_sizes"]) for name, deck in DECKS.items()}
    assert sizes == {
        "europe": ([9, 8, 6], [4, 4, 6]),
        "north-america": ([8, 8, 6], [4, 4, 6]),
        "europe-reference": ([9, 8, 6], [4, 4, 6]),
        "north-america-reference": ([8, 8, 6], [4, 4, 6]),
    }


EUROPE = """
2 | 2 2 2 1 | 6 3 2 1 | 2 5 3 2
3 | 2 2 2 1 | 6 3 2 1 | 2 5 3 2
4 | 3 3 3 1 | 7 4 3 2 | 4 5 4 2
5 | 3 3 4 2 | 8 5 3 3 | 4 7 5 3
6 | 5 4 4 2 | 10 6 5 3 | 5 8 6 4
"""

NORTH_AMERICA = """
2 | 2 2 3 2 | 5 2 1 1 | 2 4 3 2
3 | 2 2 3 2 | 5 2 1 1 | 2 4 3 2
4 | 3 3 3 2 | 6 3 2 1 | 3 5 4 2
5 | 4 3 4 3 | 7 3 2 2 | 4 6 5 3
6 | 5 4 5 3 | 8 4 3 2 | 5 7 6 4
"""


@pytest.mark.parametrize(
    ("board", "printed", "plain"),
    [
        ("europe", EUROPE, "2 | 2 2 2 1 | 5 2 2 1 | 2 4 2 2"),
        ("north-america", NORTH_AMERICA, "2 | 2 2 2 2 | 4 2 1 1 | 2 3 2 2"),
    ],
)
def test_d7_5_d10_9_refill_tables(board: str, printed: str, plain: str) -> None:
    """The two-seat row of the plain tables lowers every number of 3 or more by 1."""
    rows = EDITION["refills"][board]["rows"]
    assert rows == refill_rows(printed)
    lowered = [[figure - (figure >= 3) for figure in step] for step in rows["2"]]
    assert EDITION["refills"][f"{board}-plain"]["rows"] == rows | {"2": lowered}
    assert refill_rows(plain) == {"2": lowered}


@pytest.mark.parametrize(
    ("column", "published", "plain"),
    [
        ("regions", [3, 3, 4, 5, 5], 3),
        ("plant_limit", [3, 3, 3, 3, 3], 4),
        ("step_two_cities", [7, 7, 7, 7, 6], 10),
        ("end_cities", [18, 17, 17, 15, 14], 21),
    ],
)
def test_d1_4_d1_12_d10_9_tables_by_seats(column: str, published: list[int], plain: int) -> None:
    tables = {
        name: [table["rows"][seats][column] for seats in SEATS]
        for name, table in EDITION["seat_tables"].items()
    }
    assert tables == {"published": published, "plain-two-players": [plain, *published[1:]]}


def test_d10_3_the_trust_has_a_house_for_each_city_of_an_area() -> None:
    trust = EDITION["trust"]
    assert (trust["n_houses"], trust["placements"], trust["plant_limit"]) == (7, [], 3)


def test_reconstructions_say_so() -> None:
    reconstructed = {
        f"{name}.{each}"
        for name in ("refills", "seat_tables", "opening_tokens", "incomes")
        for each, table in EDITION[name].items()
        if table["confidence"] == "reconstruction"
    }
    plain = ("refills.europe-plain", "refills.north-america-plain", "seat_tables.plain-two-players")
    assert reconstructed == set(plain)
    assert EDITION["trust"]["confidence"] == "reconstruction"


RULES_BY_PRESET = {
    # setting: europe, north-america, reference
    "boards": [["europe"], ["north-america"], ["europe", "north-america"]],
    "income": ["published", "published", "published"],
    "refill": ["europe", "north-america", "europe"],
    "opening_tokens": ["europe", "north-america", "europe-reference"],
    "seat_table": ["published", "published", "published"],
    "deck": ["europe", "north-america", "europe-reference"],
    "trust_seats": [[2], [2], [2]],
    "obsolete_plants": [True, True, True],
    "discount_token": [False, True, False],
    "n_idle_removed": [1, 0, 1],
    "step_two_replaces": [False, True, False],
    "scrapped_under_stack": [False, False, False],
    "first_building_round": [1, 1, 1],
    "network_within_capacity": [False, False, False],
    "dry_stack_ends": [False, False, False],
    "cities_break_ties": [True, True, False],
    "fuel_may_go": [True, True, True],
    "idle_round_ends": [True, True, True],
}


def test_presets() -> None:
    presets = PRESETS["presets"]
    assert list(presets) == ["europe", "north-america", "reference"]
    for setting, values in RULES_BY_PRESET.items():
        assert [preset[setting] for preset in presets.values()] == values, setting
    for name, preset in presets.items():
        own = {"ladder", "step_three_at_once"} if name == "reference" else set()
        assert set(preset) == {*RULES_BY_PRESET, "name", "source", "confidence"} | own


def test_d1_13_d1_14_d8_8_what_reference_sets_in_north_america() -> None:
    """All differences of its preset from that of Europe, and its own opening and deck."""
    board = parse("deluxe", "boards/north-america/board.toml")
    published = PRESETS["presets"]["north-america"]
    europe = PRESETS["presets"]["europe"]
    changed = {
        key: value
        for key, value in published.items()
        if value != europe[key] and key not in ("name", "boards", "source")
    }
    assert board["settings"]["reference"] == changed | {
        "opening_tokens": "north-america-reference",
        "deck": "north-america-reference",
    }
    assert board["house_rules"] == {
        "coal-to-8": {"opening_tokens": "north-america-reference"},
        "light-from-20": {"deck": "north-america-reference"},
        "plain-two-players": {"refill": "north-america-plain"},
    }


def test_d10_9_plain_two_players() -> None:
    assert PRESETS["house_rules"] == {
        "coal-to-8": {"ladder": "coal-to-8", "opening_tokens": "europe-reference"},
        "light-from-20": {"deck": "europe-reference"},
        "step-three-at-once": {"step_three_at_once": True},
        "money-alone-breaks-ties": {"cities_break_ties": False},
        "plain-two-players": {
            "trust_seats": [],
            "seat_table": "plain-two-players",
            "refill": "europe-plain",
        },
    }
