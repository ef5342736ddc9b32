"""The clauses to read in each phase: everything named exists."""

import pytest

from gridwright.content.document import Node
from gridwright.content.errors import ContentError
from gridwright.content.phase_rules import load_phase_rules, read_phase_rules
from gridwright.content.rulebook import load_rulebook
from tests.content.files import EDITIONS

WHOLE = {"phases": {"auction": ["3"]}, "trust": {}, "contractor": {}, "only": {}}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_section_stands_for_its_clauses(edition: str) -> None:
    rulebook = load_rulebook(edition)
    auction = load_phase_rules(edition).phases["auction"]
    section = [clause.number for clause in rulebook.of_section("3")]
    assert auction[: len(section)] == section
    assert set(auction) <= set(rulebook.clauses)


@pytest.mark.parametrize(
    ("part", "value", "problem"),
    [
        ("phases", {"auction": ["99"]}, r"phases\.auction\[0\]: expected a clause or a section"),
        ("phases", {"auction": ["c99.1"]}, r"phases\.auction\[0\]: expected a clause"),
        ("trust", {"harvest": ["c10.4"]}, r"trust\.harvest: unknown key"),
        ("contractor", {"harvest": []}, r"contractor\.harvest: unknown key"),
        ("only", {"c99.1": ["original"]}, r"only\.c99\.1: unknown key"),
    ],
)
def test_what_does_not_exist_is_refused(part: str, value: object, problem: str) -> None:
    tree = {**WHOLE, part: value}
    with pytest.raises(ContentError, match=problem):
        read_phase_rules(Node("made-up.toml", "", tree), load_rulebook("classic"))


def test_an_edition_without_a_file() -> None:
    with pytest.raises(ContentError, match=r"help/draughts\.toml: expected a file"):
        load_phase_rules("draughts")
