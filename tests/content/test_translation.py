"""The German rules say what the English ones say: clause by clause, the same figures and names.

Words are compared by people. The parts without a language are compared here, so a change
of one document without the other is noticed.
"""

import re
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from gridwright.content.clauses import (
    CLAUSE_NUMBER,
    board_document_name,
    board_documents,
    find_document,
    list_languages,
    load_board_clauses,
    load_clauses,
)
from gridwright.content.rulebook import load_rulebook
from tests.content.files import EDITIONS

MADE_UP: Final = Path(__file__).resolve().parents[1] / "boards"
NUMBERS: Final = {
    "three": "drei",
    "four": "vier",
    "five": "fünf",
    "six": "sechs",
    "seven": "sieben",
    "eight": "acht",
    "nine": "neun",
    "ten": "zehn",
    "eleven": "elf",
    "twelve": "zwölf",
    "thirteen": "dreizehn",
    "sixteen": "sechzehn",
}
"""Figures in words, from where neither language has other words for them."""


def figures(text: str) -> Counter[str]:
    """Each number in digits."""
    return Counter(re.findall(r"\d+", text))


def rows(text: str) -> Counter[tuple[str, ...]]:
    """Figures whose order matters: lists of them, as ``3, 3, 4``, and lines of tables."""
    lists = [tuple(re.findall(r"\d+", found)) for found in re.findall(r"\d+(?:,\s+\d+)+", text)]
    lines = [line for line in text.splitlines() if line.strip().startswith("|")]
    return Counter([*lists, *(tuple(re.findall(r"\d+", line)) for line in lines)])


def english_numbers(text: str) -> Counter[str]:
    return Counter(word for word in re.findall(r"\w+", text.lower()) if word in NUMBERS)


def german_numbers(text: str) -> Counter[str]:
    english = {german: word for word, german in NUMBERS.items()}
    return Counter(english[word] for word in re.findall(r"\w+", text.lower()) if word in english)


def references(text: str) -> Counter[str]:
    """Each mention of a clause."""
    return Counter(CLAUSE_NUMBER.findall(text))


def code_words(text: str) -> Counter[str]:
    """Names of presets and boards, formulas and marks of cards."""
    return Counter(re.findall(r"`([^`]+)`", text))


def shape(text: str) -> list[str]:
    """Paragraphs, remarks and tables, in order."""
    firsts = [line.strip()[:1] for line in text.splitlines()]
    return [first for first in firsts if first in ("-", "|")]


def differences(english: str, german: str) -> list[str]:
    """Return what a translation has otherwise."""
    compared = {
        "figures": (figures(english), figures(german)),
        "lists and tables": (rows(english), rows(german)),
        "figures in words": (english_numbers(english), german_numbers(german)),
        "references": (references(english), references(german)),
        "code words": (code_words(english), code_words(german)),
        "remarks and lines of tables": (shape(english), shape(german)),
        "bold words": (english.count("**"), german.count("**")),
        "terms": (len(italics(english)), len(italics(german))),
    }
    return [f"{what}: {one} != {other}" for what, (one, other) in compared.items() if one != other]


def italics(text: str) -> list[str]:
    return re.findall(r"(?<!\*)\*[^*\s][^*]*\*(?!\*)", text)


def compare(english: dict[str, str], german: dict[str, str]) -> list[str]:
    """Return what differs between two documents, clause by clause."""
    if list(english) != list(german):
        return [f"clauses: {sorted(set(english) ^ set(german)) or 'other order'}"]
    return [
        f"{number}: {difference}"
        for number, text in english.items()
        for difference in differences(text, german[number])
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_clause_has_its_translation(edition: str) -> None:
    assert list_languages(edition) == ["en", "de"]
    assert compare(load_clauses(edition), load_clauses(edition, "de")) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_translation_is_written_and_not_copied(edition: str) -> None:
    english, german = load_clauses(edition), load_clauses(edition, "de")
    assert [number for number, text in english.items() if german[number] == text] == []
    assert [number for number, text in german.items() if re.search(r"\bthe\b", text)] == []
    for number, text in english.items():
        assert 0.7 < len(german[number]) / len(text) < 1.7, number


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_stands_around_the_clauses_is_translated_too(edition: str) -> None:
    english = find_document(edition).read_text(encoding="utf-8")
    german = find_document(edition, "de").read_text(encoding="utf-8")
    found = [figures(english), rows(english), references(english), shape(english)]
    assert found == [figures(german), rows(german), references(german), shape(german)]
    heads = r"(?m)^#+ (?:\d+\.)?"
    assert re.findall(heads, english) == re.findall(heads, german)
    assert f"[englische Fassung](../{edition}.md)" in german


@pytest.mark.parametrize("edition", EDITIONS)
def test_sections_and_presets_are_the_same(edition: str) -> None:
    english, german = load_rulebook(edition), load_rulebook(edition, "de")
    assert list(english.sections) == list(german.sections)
    for number, clause in german.clauses.items():
        assert clause.only() == english.clauses[number].only(), number
        sentence = clause.sentence()
        assert sentence.endswith((".", ":")) or sentence[-1].isalnum(), number


def test_clauses_of_boards_have_theirs() -> None:
    shipped = [document for edition in EDITIONS for document in board_documents(edition)]
    made_up = sorted(MADE_UP.rglob(board_document_name("en")))
    assert made_up
    for document in [*shipped, *made_up]:
        german = document.with_name(board_document_name("de"))
        assert compare(load_board_clauses(document), load_board_clauses(german)) == []


def test_a_change_of_one_alone_is_noticed() -> None:
    english = load_clauses("classic")
    german = load_clauses("classic", "de")

    def changed(number: str, before: str, after: str) -> list[str]:
        assert before in german[number]
        return compare(english, german | {number: german[number].replace(before, after)})

    assert changed("c1.2", "50", "60")[0].startswith("c1.2: figures: ")
    assert changed("c7.6", "| 3 2 1 1 | 4 2 2 1 |", "| 4 2 2 1 | 3 2 1 1 |")[0].startswith(
        "c7.6: lists and tables: "
    )
    assert changed("c4.2", "sechs", "acht")[0].startswith("c4.2: figures in words: ")
    assert changed("c3.4", "c3.22", "c3.23")[-1].startswith("c3.4: references: ")
    assert changed("c3.22", "`reference`", "`original`")[0].startswith("c3.22: code words: ")
    assert changed("c8.7", "\n  - Text A", " Text A")[0].startswith("c8.7: remarks ")
    assert changed("c11.3", "*Geld.*", "Geld.")[0].startswith("c11.3: terms: ")
    fewer = {number: text for number, text in german.items() if number != "c6.9"}
    assert compare(english, fewer) == ["clauses: ['c6.9']"]
    assert compare(english, german | {"c99.1": "Mehr."}) == ["clauses: ['c99.1']"]
