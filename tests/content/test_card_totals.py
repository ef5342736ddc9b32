"""The figures of the card game, recomputed from the files without the loader."""

from itertools import combinations
from typing import Any

import pytest

from tests.content.files import SEATS, amounts, parse, removed, stacked

EDITION = parse("card", "edition.toml")
PLANTS = parse("card", "plants.toml")["plants"]
DECK = parse("card", "decks.toml")["decks"]["standard"]
PRESETS = parse("card", "presets.toml")
FUEL = parse("card", "fuel_cards.toml")
KINDS = ["coal", "gas", "oil", "uranium"]
RULE_BOOK = ["7a", "8a", "12"]

CARDS = {
    # number, need and income of each plant, by what it burns
    "coal": "3 2 5, 4 1 4, 5 2 6, 6 3 7, 7 2 7, 9 1 7, 12 3 9, 19 2 10, 21 1 10, 23 2 11, "
    "27 3 13, 34 2 14",
    "gas": "5 2 6, 9 1 7, 10 2 8, 14 1 8, 20 1 9, 28 3 13, 33 2 14, 37 2 15",
    "oil": "4 1 4, 5 2 6, 11 2 8, 17 2 10, 24 2 11, 32 3 14, 35 2 14",
    "uranium": "8 1 7, 15 1 8, 26 2 12, 31 2 14, 38 2 15",
    "gas oil": "7 3 8, 16 3 10, 29 2 13",
    "": "8 0 6, 13 0 7, 18 0 8, 22 0 9, 25 0 10, 30 0 12, 36 0 13",
}


def name(plant: dict[str, Any]) -> str:
    return f"{plant['number']}{plant.get('twin', '')}"


@pytest.mark.parametrize(("burned", "cards"), CARDS.items())
def test_every_plant(burned: str, cards: str) -> None:
    found = [plant for plant in PLANTS if plant["kinds"] == burned.split()]
    assert [[plant["number"], plant["need"], plant["output"]] for plant in found] == [
        amounts(card) for card in cards.split(", ")
    ]


def test_k1_8_thirteen_small_and_29_big_plants() -> None:
    small = [name(plant) for plant in PLANTS if plant["back"] == "small"]
    big = [name(plant) for plant in PLANTS if plant["back"] == "big"]
    assert " ".join(small) == "3 4a 4b 5a 5b 5c 6 7a 7b 8a 8b 9a 9b"
    assert big == [str(number) for number in range(10, 39)]
    assert (len(small), len(big), len(PLANTS)) == (13, 29, 42)


def found(kinds: list[str], need: int) -> list[dict[str, Any]]:
    return [plant for plant in PLANTS if plant["kinds"] == kinds and plant["need"] == need]


def test_k1_8_plants_that_the_rule_book_describes() -> None:
    known = {
        name(plant): (plant["kinds"], plant["need"], plant["output"])
        for plant in PLANTS
        if plant["confidence"] != "reconstruction"
    }
    assert known == {
        "7a": (["gas", "oil"], 3, 8),
        "8a": ([], 0, 6),
        "12": (["coal"], 3, 9),
    }


def test_examples_of_the_rule_book_come_out() -> None:
    uranium = found(["uranium"], 1)
    pairs = [(one, other) for one in found(["coal"], 1) for other in found(["coal"], 2)]
    sums = [
        one["output"] + other["output"] + each["output"] for each in uranium for one, other in pairs
    ]
    assert 16 in sums
    incomes = [
        sorted(plant["output"] for plant in three)
        for three in combinations([plant for plant in PLANTS if plant["number"] <= 19], 3)
        if any(plant["number"] == 19 for plant in three)
    ]
    assert [7, 9, 10] in incomes
    assert found(["coal"], 1)
    assert found(["gas"], 1)
    assert found(["gas", "oil"], 3)


def test_every_plant_says_whether_it_was_found_in_print() -> None:
    marks = {name(plant): plant["confidence"] for plant in PLANTS}
    assert [each for each, mark in marks.items() if mark == "certain"] == RULE_BOOK
    assert set(marks.values()) == {"certain", "reconstruction"}


@pytest.mark.parametrize(
    ("seats", "n_small", "n_big", "n_stacked"),
    [("2", 1, 5, 28), ("3", 2, 6, 26), ("4", 1, 3, 30), ("5", 0, 0, 34), ("6", 0, 0, 34)],
)
def test_k1_9_k1_10_k1_12_stacks(seats: str, n_small: int, n_big: int, n_stacked: int) -> None:
    assert removed(DECK, seats) == {"small": n_small, "big": n_big}
    assert stacked(DECK, seats) == {"small": 5 - n_small, "big": 29 - n_big}
    assert sum(stacked(DECK, seats).values()) == n_stacked
    opening, top, rest, end = DECK["layers"]
    assert (opening["counts"], top["counts"]) == ({"small": 8}, {"small": 1})
    assert (rest["groups"], end["groups"]) == (["small", "big"], ["end"])
    assert DECK["groups"]["end"] == {"step_card": True}


def test_k4_1_k4_2_market_sizes() -> None:
    assert (DECK["market_sizes"], DECK["current_sizes"]) == ([8, 8, 6], [4, 4, 6])


UNITS = {
    # units on the cards marked for 2, 4 and 5 seats, and on those marked + and ++
    "coal": ["1 2 2 2 3 3 3 3", "2 3", "1 3", "3", "3"],
    "gas": ["1 2 2 2 2 3 3", "3", "1 3", "3", "3"],
    "oil": ["1 2 2 2 3 3", "1 3", "3", "3", "3"],
    "uranium": ["1 1 2", "2", "1", "2", "2"],
}


@pytest.mark.parametrize(("kind", "units"), UNITS.items())
def test_k1_7_units_on_the_cards(kind: str, units: list[str]) -> None:
    by_seats = [
        [card["units"] for card in FUEL["cards"] if (card["kind"], card["seats"]) == (kind, seats)]
        for seats in (2, 4, 5)
    ]
    piles = [
        [card["units"] for card in FUEL[pile] if card["kind"] == kind]
        for pile in ("first_pile", "second_pile")
    ]
    assert [*by_seats, *piles] == [amounts(each) for each in units]


def test_k1_5_k1_6_numbers_of_fuel_cards() -> None:
    counts = [sum(card["kind"] == kind for card in FUEL["cards"]) for kind in KINDS]
    assert counts == [12, 10, 9, 5]
    assert FUEL["counts"]["cards"] == dict(zip(KINDS, counts, strict=True))
    assert (len(FUEL["cards"]), len(FUEL["first_pile"]), len(FUEL["second_pile"])) == (36, 4, 4)
    assert [card["kind"] for card in FUEL["first_pile"]] == KINDS
    assert [card["kind"] for card in FUEL["second_pile"]] == KINDS
    assert list(FUEL["singles"]["n_printed"].values()) == [2, 2, 2, 1]
    ids = [card["id"] for pile in ("cards", "first_pile", "second_pile") for card in FUEL[pile]]
    assert len(set(ids)) == 44


@pytest.mark.parametrize(
    ("seats", "n_cards", "n_units", "n_slots"),
    [("2", 24, 51, 4), ("3", 24, 51, 4), ("4", 30, 65, 5), ("5", 36, 77, 6), ("6", 36, 77, 6)],
)
def test_k1_13_k1_14_fuel_by_seats(seats: str, n_cards: int, n_units: int, n_slots: int) -> None:
    """The opening stack is twice the market."""
    played = [card for card in FUEL["cards"] if card["seats"] <= int(seats)]
    assert len(played) == n_cards == 2 * 3 * n_slots
    assert sum(card["units"] for card in played) == n_units
    assert FUEL["columns"]["n_slots"][seats] == n_slots
    assert FUEL["columns"]["prices"] == [1, 2, 3, 4]


def test_k1_1_k1_2_k1_17_k9_3_k6_5_money_and_limits() -> None:
    assert EDITION["seats"] == [int(seats) for seats in SEATS]
    assert EDITION["kinds"] == KINDS
    assert EDITION["hybrid"] == ["gas", "oil"]
    assert EDITION["money"]["start"] == 12
    assert EDITION["income"]["minimum"] == 1
    assert EDITION["points"]["money_per_point"] == 10
    assert (EDITION["plant_limits"]["seat"], EDITION["plant_limits"]["trust"]) == (3, 3)


def test_k11_1_contractor_amounts() -> None:
    contractor = EDITION["contractor"]
    assert contractor["first"] == [1, 2, 3, 4, 5]
    assert contractor["later"] == [0, 1, 1, 2, 2]
    assert contractor["later"] == [amount // 2 for amount in contractor["first"]]
    assert contractor["confidence"] == "reconstruction"


def test_preset() -> None:
    assert list(PRESETS["presets"]) == ["standard", "reference"]
    preset, reference = PRESETS["presets"].values()
    together: dict[str, Any] = {}
    for rule in PRESETS["house_rules"].values():
        together |= rule
    said = ("name", "source", "confidence")
    assert {key: reference[key] for key in reference if key not in said} == together | {
        key: preset[key] for key in ("trust_seats", "discount_token", "fuel_may_go")
    }
    assert (preset["deck"], preset["trust_seats"], preset["discount_token"]) == (
        *("standard", [2], True),
    )
    assert set(preset) == {
        *("name", "deck", "trust_seats", "discount_token", "fuel_may_go", "source", "confidence")
    }
