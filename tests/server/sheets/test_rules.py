"""The rule book of a table over the wire."""

from typing import Any

import pytest

from gridwright.aids.rule_book import build_rule_book
from gridwright.content.table import TableSpec, default_spec, list_editions
from gridwright.content.table_rules import resolve_rules
from gridwright_lab.trials.live_server import open_live_server

pytestmark = pytest.mark.anyio

CHINA = {"edition": "classic", "preset": "original", "board": "china", "seats": 4}


def numbers(told: dict[str, Any], part: str = "clauses") -> list[str]:
    return [clause["number"] for clause in told[part]]


@pytest.mark.parametrize("edition", list_editions())
async def test_the_rules_of_a_table_are_those_of_its_rule_book(edition: str) -> None:
    spec = default_spec(edition)
    async with open_live_server() as server:
        made = (await server.client.post("/api/tables", json={"spec": spec.to_json()})).json()
        answer = await server.client.get(f"/api/tables/{made['game_id']}/rules")
        asked = await server.client.post("/api/rules", json={"spec": spec.to_json()})
    assert answer.status_code == 200
    assert "max-age" in answer.headers["cache-control"]
    assert asked.content == answer.content
    told = answer.json()
    played = resolve_rules(spec)
    assert numbers(told) == [clause.number for clause in played.clauses]
    for sent, clause in zip(told["clauses"], played.clauses, strict=True):
        assert sent["text"] == clause.text()
        assert sent["german"] == clause.text("de") != sent["text"]


async def test_a_board_replaces_clauses() -> None:
    async with open_live_server() as server:
        told = (await server.client.post("/api/rules", json={"spec": CHINA})).json()
    assert {"c3.15", "c3.16", "c4.1", "c4.4"} <= set(numbers(told, "replaced"))
    assert not set(numbers(told)) & set(numbers(told, "replaced"))
    own = {each["number"]: each for each in told["clauses"] if each["section"] == "b-china"}
    assert "c3.15" in own["b-china.3"]["replaces"]
    assert own["b-china.3"]["phases"] == ["auction", "opening-market", "bureaucracy"]


async def test_an_impossible_table_is_refused() -> None:
    async with open_live_server() as server:
        answer = await server.client.post("/api/rules", json={"spec": {**CHINA, "seats": 9}})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_table")


def test_a_rule_book_has_a_title_for_each_section() -> None:
    book = build_rule_book(TableSpec("classic", "original", "korea", 3))
    titled = {each.section for each in book.sections}
    assert {each.section for each in book.clauses} <= titled
    assert all(each.title and each.german for each in book.sections)
