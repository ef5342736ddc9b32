"""Reading the rules."""

import pytest

from gridwright.content.rulebook import load_rulebook
from tests.cli.conftest import Run, is_one_line

LETTERS = {"classic": "c", "deluxe": "d", "card": "k"}


@pytest.mark.parametrize("number", ["c3.4", "C3.4"])
def test_prints_a_clause(run: Run, number: str) -> None:
    outcome = run("rules", number)
    assert outcome.code == 0
    assert outcome.lines[0] == "c3.4"
    assert "Bids are whole Elektro. No seat bids more than the money held." in outcome.out
    assert "Text A fixes the opening bid" in outcome.out


def test_prints_a_clause_in_german(run: Run) -> None:
    outcome = run("rules", "c3.4", "--language", "de")
    assert outcome.code == 0
    assert outcome.lines[0] == "c3.4"
    assert "Geboten werden ganze Elektro. Niemand bietet mehr, als er Geld hat." in outcome.out
    assert run("rules", "k9", "--language", "de").lines[0] == "9. Ende und Sieger"
    sections = " ".join(run("rules", "--language", "de").out.split())
    assert "4 Kraftwerksmarkt und Stapel c4.1 to c4.7" in sections
    assert run("rules", "unter", "der", "Marke", "--language", "de").lines[0].startswith("c3.19 ")


def test_an_unknown_language_fails(run: Run) -> None:
    outcome = run("rules", "c3.4", "--language", "fr")
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    assert "--language: expected one of en, de, got 'fr'" in outcome.err


def test_prints_tables(run: Run) -> None:
    outcome = run("rules", "c7.6")
    assert "step 1" in outcome.out
    assert "**" not in outcome.out
    assert "|" not in outcome.out


@pytest.mark.parametrize(
    ("words", "edition"),
    [
        (["9"], "classic"),
        (["c9"], "classic"),
        (["d9"], "deluxe"),
        (["9", "--edition"], "deluxe"),
        (["k9"], "card"),
        (["9", "--edition"], "card"),
    ],
)
def test_prints_a_section(run: Run, words: list[str], edition: str) -> None:
    outcome = run("rules", *words, *([edition] if "--edition" in words else []))
    assert outcome.lines[0] == "9. End and winner"
    numbers = [clause.number for clause in load_rulebook(edition).of_section("9")]
    letter = LETTERS[edition]
    assert numbers[:4] == [f"{letter}9.{number}" for number in range(1, 5)]
    assert [line for line in outcome.lines if line.startswith(f"{letter}9.")] == numbers


@pytest.mark.parametrize("edition", LETTERS)
def test_lists_the_sections(run: Run, edition: str) -> None:
    outcome = run("rules", "--edition", edition)
    assert outcome.code == 0
    assert "3  Auctions" in outcome.out
    letter = LETTERS[edition]
    assert f"{letter}3.1 to {letter}3." in outcome.out
    assert f"`gridwright rules {letter}3.4`" in outcome.out


def test_a_clause_names_its_edition(run: Run) -> None:
    outcome = run("rules", "d1.11")
    assert outcome.lines[0] == "d1.11"
    assert "The back of the top card" in outcome.out
    outcome = run("rules", "K5.8")
    assert outcome.lines[0] == "k5.8"
    assert "Spill. Of a card that shows more than there is room for" in outcome.out


def test_finds_clauses_by_words(run: Run) -> None:
    outcome = run("rules", "UNDER", "the", "token")
    assert outcome.code == 0
    assert outcome.lines[0].startswith("c3.19  ")
    assert max(len(line) for line in outcome.lines) <= 80


def test_unknown_clauses_and_editions_fail(run: Run) -> None:
    outcome = run("rules", "c99.1")
    assert outcome.code == 1
    assert is_one_line(outcome.err)
    assert "no clause of deluxe" in run("rules", "d99.1").err
    assert "no clause of card" in run("rules", "k99.1").err
    outcome = run("rules", "c3.4", "--edition", "chess")
    assert outcome.code == 2
    assert "chess" in outcome.err


@pytest.mark.parametrize("edition", LETTERS)
def test_every_clause_fits_and_has_a_sentence(run: Run, edition: str) -> None:
    rulebook = load_rulebook(edition)
    for clause in rulebook.clauses.values():
        sentence = clause.sentence()
        assert sentence.endswith((".", ":")) or sentence[-1].isalnum(), clause.number
        assert not set("|*`") & set(sentence), clause.number
    for section in rulebook.sections:
        assert rulebook.of_section(section)
        for language in ("en", "de"):
            outcome = run("rules", section, "--edition", edition, "--language", language)
            assert max(len(line) for line in outcome.lines) <= 80
