"""Reading the rules."""

import pytest

from gridwright.cli.rulebook import load_rulebook
from tests.cli.conftest import Run, is_one_line


@pytest.mark.parametrize("number", ["c3.4", "C3.4"])
def test_prints_a_clause(run: Run, number: str) -> None:
    outcome = run("rules", number)
    assert outcome.code == 0
    assert outcome.lines[0] == "c3.4"
    assert "Bids are whole Elektro. Nobody bids more than the money held." in outcome.out
    assert "Text A fixes the opening bid" in outcome.out


def test_prints_tables(run: Run) -> None:
    outcome = run("rules", "c7.6")
    assert "step 1" in outcome.out
    assert "**" not in outcome.out
    assert "|" not in outcome.out


@pytest.mark.parametrize("section", ["9", "c9"])
def test_prints_a_section(run: Run, section: str) -> None:
    outcome = run("rules", section)
    assert outcome.lines[0] == "9. End and winner"
    numbers = [clause.number for clause in load_rulebook("classic").of_section("9")]
    assert numbers[:5] == [f"c9.{number}" for number in range(1, 6)]
    assert [line for line in outcome.lines if line.startswith("c9.")] == numbers


def test_lists_the_sections(run: Run) -> None:
    outcome = run("rules")
    assert outcome.code == 0
    assert "3  Auctions" in outcome.out
    assert "c3.1 to c3." in outcome.out


def test_finds_clauses_by_words(run: Run) -> None:
    outcome = run("rules", "UNDER", "the", "token")
    assert outcome.code == 0
    assert outcome.lines[0].startswith("c3.19  ")
    assert max(len(line) for line in outcome.lines) <= 80


def test_what_is_not_there_fails(run: Run) -> None:
    outcome = run("rules", "c99.1")
    assert outcome.code == 1
    assert is_one_line(outcome.err)
    outcome = run("rules", "c3.4", "--edition", "chess")
    assert outcome.code == 2
    assert "chess" in outcome.err


def test_every_clause_fits_and_has_a_sentence(run: Run) -> None:
    rulebook = load_rulebook("classic")
    for clause in rulebook.clauses.values():
        sentence = clause.sentence()
        assert sentence.endswith((".", ":")) or sentence[-1].isalnum(), clause.number
        assert not set("|*`") & set(sentence), clause.number
    for section in rulebook.sections:
        assert rulebook.of_section(section)
        assert max(len(line) for line in run("rules", section).lines) <= 80
