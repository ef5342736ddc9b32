"""What an edition says about its clauses: everything that it names exists."""

from typing import Any

import pytest

from gridwright.content.clause_index import load_clause_index, read_clause_index
from gridwright.content.document import Node
from gridwright.content.errors import ContentError
from gridwright.content.library import load_library
from gridwright.content.rulebook import load_rulebook
from gridwright.content.table import build_game, default_spec
from gridwright.engine.rules import Settings
from tests.content.files import EDITIONS


def whole() -> dict[str, Any]:
    index = load_clause_index("classic")
    switches = {
        number: ", ".join(f"{each.name}={each.value}".removesuffix("=") for each in switches)
        for number, switches in index.switches.items()
    }
    return {"phases": {"auction": ["3"]}, "switches": switches, "behind": {}, "filled": {}}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_section_stands_for_its_clauses(edition: str) -> None:
    rulebook = load_rulebook(edition)
    auction = load_clause_index(edition).phases["auction"]
    section = [clause.number for clause in rulebook.of_section("3")]
    assert auction[: len(section)] == section
    assert set(auction) <= set(rulebook.clauses)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_phase_of_an_edition_has_clauses(edition: str) -> None:
    game = build_game(default_spec(edition))
    index = load_clause_index(edition)
    assert [*(phase.NAME for phase in game.phases), "end"] == list(index.phases)
    for numbers in index.phases.values():
        assert numbers
        assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_setting_that_differs_has_a_clause(edition: str) -> None:
    presets = load_library(edition).presets
    index = load_clause_index(edition)
    known = [preset.rules.settings for preset in presets.presets.values()]
    for name in Settings._fields:
        values = {getattr(settings, name) for settings in known}
        changed = [each for each in presets.house_rules.values() if name in each]
        earlier = [each for each in presets.earlier.values() if name in each]
        if len(values) > 1 or changed or earlier:
            assert index.clauses_behind(name), name


def test_the_file_of_an_edition_is_read_back() -> None:
    read_clause_index(Node("made-up.toml", "", whole()), load_rulebook("classic"))


@pytest.mark.parametrize(
    ("part", "key", "value", "problem"),
    [
        ("phases", "auction", ["99"], r"phases\.auction\[0\]: expected a clause or a section"),
        ("phases", "auction", ["c99.1"], r"phases\.auction\[0\]: expected a clause"),
        ("switches", "c99.1", "trust", r"switches\.c99\.1: unknown key"),
        ("switches", "c3.18", "harvest", r"switches\.c3\.18: expected a setting or an option"),
        ("behind", "market.replace", ["c99.1"], r"behind\.market\.replace\[0\]: expected a clause"),
        ("filled", "c99.1", {"en": "{opening}"}, r"filled\.c99\.1: unknown key"),
    ],
)
def test_what_does_not_exist_is_refused(part: str, key: str, value: object, problem: str) -> None:
    tree = whole()
    tree[part] = {**tree[part], key: value}
    with pytest.raises(ContentError, match=problem):
        read_clause_index(Node("made-up.toml", "", tree), load_rulebook("classic"))


@pytest.mark.parametrize("number", ["c3.16", "c3.22", "c1.8", "c9.4", "c13.2"])
def test_a_clause_for_some_presets_needs_a_switch(number: str) -> None:
    tree = whole()
    del tree["switches"][number]
    with pytest.raises(ContentError, match=f"expected a switch of {number}"):
        read_clause_index(Node("made-up.toml", "", tree), load_rulebook("classic"))


def test_an_edition_without_a_file() -> None:
    with pytest.raises(ContentError, match=r"help/draughts\.toml: expected a file"):
        load_clause_index("draughts")
