"""Laws that several editions share, recomputed from the files without the loader."""

from typing import Any

import pytest

from tests.content.files import BOARD_GAMES, EDITIONS, PAYMENTS, amounts, parse

all_editions = pytest.mark.parametrize("edition", EDITIONS)
board_games = pytest.mark.parametrize("edition", BOARD_GAMES)


@board_games
def test_there_are_42_plants_with_distinct_numbers(edition: str) -> None:
    numbers = [plant["number"] for plant in parse(edition, "plants.toml")["plants"]]
    assert len(numbers) == len(set(numbers)) == 42
    assert sorted(numbers) == [*range(3, 41), 42, 44, 46, 50]


@all_editions
def test_c5_3_d5_3_k5_3_plants_hold_twice_their_need(edition: str) -> None:
    plants = parse(edition, "plants.toml")["plants"]
    assert all(plant["storage"] == 2 * plant["need"] for plant in plants)


@all_editions
def test_c5_4_d5_4_k5_4_two_kinds_are_those_of_hybrids(edition: str) -> None:
    hybrid = parse(edition, "edition.toml")["hybrid"]
    burned = [plant["kinds"] for plant in parse(edition, "plants.toml")["plants"]]
    assert all(kinds == hybrid for kinds in burned if len(kinds) > 1)


@board_games
def test_c1_10_d1_8_thirteen_plants_have_the_first_back(edition: str) -> None:
    first, second = {"classic": ("plug", "socket"), "deluxe": ("dark", "light")}[edition]
    backs = {plant["number"]: plant["back"] for plant in parse(edition, "plants.toml")["plants"]}
    assert sorted(number for number in backs if backs[number] == first) == list(range(3, 16))
    assert list(backs.values()).count(second) == 29


@board_games
def test_c1_7_d1_6_one_space_for_each_token(edition: str) -> None:
    document = parse(edition, "edition.toml")
    totals = document["tokens"]["totals"]
    assert list(totals) == document["kinds"]
    assert {kind: len(prices) for kind, prices in document["ladders"]["prices"].items()} == totals


@board_games
def test_c1_2_d1_2_start_money(edition: str) -> None:
    assert parse(edition, "edition.toml")["money"]["start"] == 50


@board_games
def test_c7_3_d7_3_published_income(edition: str) -> None:
    payments = parse(edition, "edition.toml")["incomes"]["published"]["payments"]
    assert payments == amounts(PAYMENTS)
    assert len(payments) == 21


@board_games
def test_c11_1_d11_1_contractor_amounts(edition: str) -> None:
    contractor = parse(edition, "edition.toml")["contractor"]
    assert contractor["first"] == [5, 10, 15, 20, 25, 30]
    assert contractor["later"] == [0, 5, 5, 10, 10, 15]
    assert contractor["confidence"] == "reconstruction"


def tables(value: Any, path: str) -> list[tuple[str, dict[str, Any]]]:
    """Every table in a parsed file, with its path."""
    found: list[tuple[str, dict[str, Any]]] = []
    if isinstance(value, dict):
        found.append((path, value))
        for key, each in value.items():
            found.extend(tables(each, f"{path}.{key}" if path else key))
    return found


@all_editions
@pytest.mark.parametrize("file", ["edition.toml", "decks.toml", "presets.toml"])
def test_every_table_of_figures_names_its_source(edition: str, file: str) -> None:
    unsourced = ("clauses", "house_rules", "earlier")
    document = parse(edition, file)
    for path, table in tables(document, ""):
        if not path or path.split(".")[0] in unsourced:
            continue
        above = [each for name, each in tables(document, "") if f"{path}.".startswith(f"{name}.")]
        has_figures = any(isinstance(value, int | list) for value in table.values())
        if has_figures:
            assert any("source" in each and "confidence" in each for each in above), path
