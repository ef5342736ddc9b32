"""The text of a clause for one table."""

import pytest

from gridwright.content.clauses import load_clauses
from gridwright.content.library import load_library
from gridwright.content.rule_texts import Reader, names_in, read_relations, read_remarks, read_text
from gridwright.content.rulebook import read_clauses


def read(edition: str, number: str, own: str, seats: int = 4, language: str = "en") -> str:
    library = load_library(edition)
    known = frozenset([*library.presets.presets, *library.boards])
    clause = read_clauses(load_clauses(edition, language))[number]
    return read_text(clause.markdown, Reader(known, frozenset(own.split()), seats, language))


def test_text_behind_the_names_of_a_preset_is_for_that_preset_alone() -> None:
    assert read("classic", "c1.8", "original usa") == "Plants 3 to 10 are the opening market."
    found = read("classic", "c1.8", "recharged usa-recharged")
    assert found == "Eight cards drawn from the thirteen plug cards (3 to 15)."
    assert read("classic", "c1.10", "original usa") == ""
    assert "60" not in read("classic", "c7.3", "original usa")


def test_a_difference_is_introduced() -> None:
    assert "At this table: 9 garbage." in read("classic", "c1.5", "recharged")
    assert "An diesem Tisch: 9 Müll." in read("classic", "c1.5", "recharged", language="de")
    assert read("classic", "c1.5", "original").endswith("6 garbage and 2 uranium.")


def test_parts_of_a_sentence_for_others_are_left_out() -> None:
    tied = "Ties are broken by more money, then by more cities. Beyond that the win is shared."
    assert read("classic", "c9.4", "original usa") == tied
    assert read("classic", "c9.4", "recharged") == tied.replace(", then by more cities", "")
    found = read("deluxe", "d1.9", "north-america")
    assert found == "The opening market is drawn from the dark cards: eight on `north-america`."


def test_a_table_has_the_row_or_the_column_of_the_seats() -> None:
    refill = read("classic", "c7.6", "original usa", 5)
    assert "| 5 | 5 4 3 2 | 7 5 3 3 | 5 6 5 2 |" in refill
    assert "9 6 5 3" not in refill
    assert "| 5 | 5 4 3 2 | 7 5 4 3 | 6 7 5 3 |" in read("classic", "c7.6", "reference", 5)
    limits = read("classic", "c1.11", "original usa", 2)
    assert "| end | 21 |" in limits.replace(", `original` and `reference`", "")
    assert "18" not in limits
    assert "| 2, 3 | 2 2 3 2 |" in read("deluxe", "d7.5", "north-america", 3)


CLAUSE = """`europe`: nine cards
are drawn.
- Replaces: c3.15, c3.16.
- Changes: c4.2.
- Unsure: this has
  one source.

|  | coal |
| --- | --- |
| step 1 | 3 4 |"""


def test_remarks_and_relations_stand_apart_from_the_text() -> None:
    text = read_text(CLAUSE, Reader(frozenset(["europe"]), frozenset(["europe"]), 2))
    assert text == "Nine cards are drawn.\n\n|  | coal |\n| --- | --- |\n| step 1 | 3 4 |"
    assert read_remarks(CLAUSE) == ["Unsure: this has one source."]
    assert names_in(CLAUSE) == {"europe"}


@pytest.mark.parametrize(
    ("word", "numbers"), [("Replaces", ["c3.15", "c3.16"]), ("Changes", ["c4.2"]), ("Adds", [])]
)
def test_relations_are_read_by_their_word(word: str, numbers: list[str]) -> None:
    assert read_relations(CLAUSE, word) == numbers


@pytest.mark.parametrize("language", ["en", "de"])
def test_numbers_of_prices_and_plants_are_not_seats(language: str) -> None:
    heading = {"en": "| spaces at price |", "de": "| Felder zum Preis |"}[language]
    table = f"{heading} 1 | 2 | 3 |\n| --- | --- | --- | --- |\n| coal | 4 | 4 | 2 |"
    reader = Reader(frozenset(), frozenset(), 3, language)
    assert read_text(table, reader) == table
    plants = "| region | plant |\n| --- | --- |\n| Finland | 32 |"
    assert read_text(plants, reader) == plants
