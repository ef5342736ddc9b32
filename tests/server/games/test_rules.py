"""The rules of an edition over the wire: whole, and sorted by phase."""

import pytest

from gridwright.content.clauses import load_clauses
from gridwright.content.library import load_library
from gridwright.content.rulebook import load_rulebook
from gridwright.content.table import build_game, default_spec, list_editions
from gridwright.server.games import rules
from gridwright.server.games.rules import build_rules
from gridwright_lab.trials.live_server import open_live_server

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("edition", list_editions())
async def test_rules_route_returns_every_clause_of_an_edition(edition: str) -> None:
    async with open_live_server() as server:
        answer = await server.client.get(f"/api/rules/{edition}")
    assert answer.status_code == 200
    assert "max-age" in answer.headers["cache-control"]
    told = answer.json()
    clauses = [clause for section in told["sections"] for clause in section["clauses"]]
    assert [clause["number"] for clause in clauses] == list(load_clauses(edition))
    assert all(
        clause["text"] and "**" + clause["number"] not in clause["text"] for clause in clauses
    )
    assert (told["edition"], told["language"]) == (edition, "en")


@pytest.mark.parametrize("edition", list_editions())
async def test_rules_route_returns_clauses_and_titles_in_german(edition: str) -> None:
    async with open_live_server() as server:
        told = (await server.client.get(f"/api/rules/{edition}")).json()
    german = load_rulebook(edition, "de")
    assert {section["number"]: section["german"] for section in told["sections"]} == german.sections
    clauses = [clause for section in told["sections"] for clause in section["clauses"]]
    assert {clause["number"]: clause["german"] for clause in clauses} == {
        number: clause.markdown for number, clause in german.clauses.items()
    }
    assert all(clause["german"] not in ("", clause["text"]) for clause in clauses)


def test_an_edition_without_a_translation_is_returned_in_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rules, "list_languages", lambda _edition: ["en"])
    told = build_rules("card")
    assert {section.german for section in told.sections} == {""}
    assert {clause.german for section in told.sections for clause in section.clauses} == {""}
    assert told.sections[0].clauses[0].text


@pytest.mark.parametrize("edition", ["draughts", "..", "classic.md"])
async def test_an_unknown_edition_has_no_rules(edition: str) -> None:
    async with open_live_server() as server:
        answer = await server.client.get(f"/api/rules/{edition}")
    assert answer.status_code == 404


@pytest.mark.parametrize("edition", list_editions())
def test_every_phase_of_an_edition_has_clauses(edition: str) -> None:
    game = build_game(default_spec(edition))
    told = {each.phase: each for each in build_rules(edition).phases}
    assert list(told) == [phase.NAME for phase in game.phases]
    for each in told.values():
        read = [*each.clauses, *each.trust, *each.contractor]
        assert read
        assert len(set(read)) == len(read)


@pytest.mark.parametrize("edition", list_editions())
def test_a_clause_for_some_names_presets_or_boards(edition: str) -> None:
    library = load_library(edition)
    known = {*library.presets.presets, *library.boards}
    told = build_rules(edition)
    only = [name for part in told.sections for clause in part.clauses for name in clause.only]
    assert set(only) <= known
    if edition == "classic":
        by_number = {clause.number: clause for part in told.sections for clause in part.clauses}
        assert by_number["c3.18"].only == ["recharged"]
        assert by_number["c6.11"].only == ["reference"]
        assert by_number["c1.8"].only == ["original", "reference", "recharged"]
        assert by_number["c6.4"].only == []
