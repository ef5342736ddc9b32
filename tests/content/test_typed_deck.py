"""A typed deck of the card game: what is wrong in it, and the overlay that it becomes."""

from collections import Counter
from pathlib import Path

import pytest

from gridwright.content.library import load_library
from gridwright.content.table import (
    ContentError,
    build_rules,
    default_spec,
    list_figures,
    register_overlay,
    rules_identity,
)
from gridwright.content.typed_deck import COLUMNS, plants_file, read_deck
from gridwright.engine.notation import plant_names
from tests.content.conftest import Write

ROOT = Path(__file__).resolve().parents[2]
HEAD = ",".join(COLUMNS)


def typed_as_shipped() -> list[str]:
    """The shipped deck as an owner would type it in."""
    return [
        f"{card.name.number},{card.back},{'+'.join(card.kinds) or 'none'},{card.need},{card.output}"
        for card in load_library("card").plants.cards
    ]


def told(*lines: str, head: str = HEAD) -> list[str]:
    """The faults of a deck with these lines below the columns."""
    return [str(fault) for fault in read_deck("\n".join([head, *lines]), "card").faults]


def test_a_whole_deck_is_complete() -> None:
    deck = read_deck("\n".join([HEAD, *typed_as_shipped()]), "card")
    assert deck.is_complete
    assert (len(deck.plants), deck.n_cards) == (42, 42)
    assert (deck.missing, deck.faults, deck.doubts) == ({}, (), ())


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_spreadsheet_may_separate_columns_as_it_does(separator: str) -> None:
    lines = [HEAD.upper(), "# the small ones", *typed_as_shipped(), ",,,,"]
    text = "\ufeff" + "\r\n".join(lines).replace(",", separator)
    assert read_deck(text, "card").is_complete


def test_columns_may_be_in_any_order() -> None:
    deck = read_deck("fuel,pays,need,number,back\noil / gas,8,3,7,small\n", "card")
    (plant,) = deck.plants
    assert (plant.number, plant.kinds, plant.need, plant.pays) == (7, ("gas", "oil"), 3, 8)


FAULTS = [
    ("3,small,coal,2", "line 2: expected 5 values; found 4"),
    ("x,small,coal,2,5", 'line 2: number: expected a whole number from 1 to 99; found "x"'),
    ("0,small,coal,2,5", 'line 2: number: expected a whole number from 1 to 99; found "0"'),
    ("3,small,coal,2,", 'line 2: pays: expected a whole number from 1 to 99; found ""'),
    (f"3,small,coal,{'9' * 5000},5", "line 2: need: expected a whole number from 0 to 99; found"),
    ("3,smal,coal,2,5", 'line 2: back: expected one of small, big; found "smal"; did you mean'),
    ("3,small,wood,2,5", "line 2: fuel: expected one of coal, gas, oil, uranium, gas+oil, none;"),
    ("3,small,coal+oil,2,5", "line 2: fuel: expected one of coal, gas, oil, uranium, gas+oil,"),
    ("3,small,coal,0,5", "line 2: need: expected 1 or more for a plant that burns coal; found 0"),
    ("8,small,none,1,6", "line 2: need: expected 0 for a plant without fuel; found 1"),
    ('"3,small,coal,2,5', "line 2: expected 5 values; found 1"),
]


@pytest.mark.parametrize(("line", "problem"), FAULTS, ids=[each[1][8:50] for each in FAULTS])
def test_a_fault_names_line_column_expectation_and_value(line: str, problem: str) -> None:
    (fault,) = told(line)
    assert fault.startswith(problem)
    assert len(read_deck(f"{HEAD}\n{line}\n", "card").plants) == 0


def test_all_faults_are_named() -> None:
    assert [
        each.split(":")[:2] for each in told("3,small,coal,0,5", "# note", "y,huge,coal,1,1")
    ] == [
        ["line 2", " need"],
        ["line 4", " number"],
        ["line 4", " back"],
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected a line of columns, number,back,fuel,need,pays; found an empty file"),
        (
            "number,fuel,need,pays\n3,coal,2,5",
            "line 1: expected the columns number,back,fuel,need,pays; "
            'found "number,fuel,need,pays"',
        ),
    ],
)
def test_a_file_of_another_form_is_refused(text: str, problem: str) -> None:
    deck = read_deck(text, "card")
    assert [str(fault) for fault in deck.faults] == [problem]
    assert deck.missing == {"small": 13, "big": 29}


def test_what_is_missing_and_too_much_is_counted_by_back() -> None:
    lines = typed_as_shipped()
    short = read_deck("\n".join([HEAD, *lines[2:-3]]), "card")
    assert (short.missing, short.faults) == ({"small": 2, "big": 3}, ())
    (fault,) = told(*lines, "40,big,oil,2,15")
    assert fault == "line 44: back: expected 29 plants with the big back; found one more"
    faults = told(*["3,big,coal,1,1"] * 7)
    assert faults == ["line 8: number: expected at most 6 plants 3; found one more"]


def test_a_card_typed_in_twice_is_pointed_out() -> None:
    deck = read_deck(f"{HEAD}\n3,small,coal,2,5\n4,small,coal,2,5\n3,small,coal,2,5\n", "card")
    assert [str(doubt) for doubt in deck.doubts] == ["line 4: the same card as in line 2"]
    assert len(deck.plants) == 3


def guide_deck() -> str:
    page = (ROOT / "docs" / "guide" / "own-deck.md").read_text(encoding="utf-8")
    return page.split('title="deck.csv"\n')[1].split("```")[0]


def test_the_plants_of_a_typed_deck_replace_all_shipped_ones(write_card: Write) -> None:
    deck = read_deck(guide_deck(), "card")
    assert deck.is_complete
    digest = register_overlay(write_card(plants=plants_file(deck, "our box")))
    spec = default_spec("card", content=digest)
    rules = build_rules(spec)
    shipped = set(plant_names(build_rules(default_spec("card"))))
    assert set(plant_names(rules)) != shipped
    typed = Counter((plant.number, plant.kinds, plant.need, plant.pays) for plant in deck.plants)
    kinds = rules.market.kinds
    pair = (kinds[rules.fuel.first], kinds[rules.fuel.second])
    played = Counter(
        (
            plant.number,
            pair if len(plant.kinds) > 1 else tuple(kinds[kind] for kind in plant.kinds),
            plant.need,
            plant.output,
        )
        for plant in rules.deck.plants
    )
    assert played == typed
    assert rules_identity(spec) != rules_identity(default_spec("card"))
    figures = [each for each in list_figures("card", content=digest) if "plants" in each.path]
    assert {each.provenance.confidence for each in figures} == {"certain"}
    assert len(figures) == 42


def test_a_list_that_is_replaced_is_shipped_and_given(write_card: Write) -> None:
    for names in ('["plant"]', '["cards"]', '"plants"'):
        folder = write_card(plants=f"replaces = {names}\nplants = []\n")
        with pytest.raises(ContentError) as caught:
            register_overlay(folder)
        assert caught.value.path == "replaces"
        assert "expected lists of this file that are shipped too, one of plants" in str(
            caught.value
        )
    with pytest.raises(ContentError):
        register_overlay(write_card(plants='replaces = ["plants"]\n'))
