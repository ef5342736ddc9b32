"""Choices of a host, and a control of the browser's form for each of them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gridwright.content.identity import describe_rules
from gridwright.content.spec import TableSpec
from gridwright.content.table import (
    build_game,
    build_rules,
    default_spec,
    list_house_rules,
    list_presets,
)
from gridwright.protocol.sheet import BoardChoice, Choices
from gridwright.table.choices import CHOSEN_FIRST, NOT_CHOSEN
from gridwright_lab.trials.live_server import open_live_server

pytestmark = pytest.mark.anyio

WEB = Path(__file__).parents[3] / "web" / "src"
FORM: dict[str, Any] = json.loads((WEB / "screens" / "tableOptions.json").read_text("utf-8"))
"""The controls that the browser's form has, by the names of the server."""


async def read_choices() -> Choices:
    """Return the choices as a browser gets them."""
    async with open_live_server() as server:
        answer = await server.client.get("/api/choices")
        assert answer.status_code == 200
        return msgspec.json.decode(answer.content, type=Choices)


async def test_every_option_of_the_engine_has_a_control_in_the_browser() -> None:
    """An option of a spec or of the terms that the form lacks fails here."""
    choices = await read_choices()
    options = {each.name: each.values for each in choices.options}
    assert options == {name: each.get("values", []) for name, each in FORM["options"].items()}
    terms = {each.name: each.values for each in choices.terms}
    assert terms == {name: each.get("values", []) for name, each in FORM["terms"].items()}
    clocks = {each.type: each.fields for each in choices.clocks}
    assert clocks == {name: list(fields) for name, fields in FORM["clocks"].items()}


async def test_no_field_of_a_spec_is_left_out() -> None:
    choices = await read_choices()
    named = {*CHOSEN_FIRST, *NOT_CHOSEN, *(each.name for each in choices.options)}
    assert named == set(TableSpec.__dataclass_fields__)


async def test_every_house_rule_and_preset_has_its_words() -> None:
    """House rules and presets have a name and a sentence each, in both languages."""
    choices = await read_choices()
    rules = {rule for edition in choices.editions for rule in list_house_rules(edition.id)}
    assert sorted(rules) == FORM["house_rules"]
    presets = sorted(
        f"{each.id}.{preset}" for each in choices.editions for preset in list_presets(each.id)
    )
    assert presets == FORM["presets"]
    for language in ("en", "de"):
        words = json.loads((WEB / "words" / language / "later" / "screens.json").read_text("utf-8"))
        for key in [f"new.rule.{rule}" for rule in rules] + [
            f"new.preset.{each}" for each in presets
        ]:
            assert words[key], (language, key)
            assert words[f"{key}.hint"], (language, key)


def boards_of(choices: Choices) -> list[tuple[TableSpec, BoardChoice]]:
    """Every board with the table of each preset and number of seats."""
    return [
        (default_spec(edition.id, preset.id, board.id, seats), board)
        for edition in choices.editions
        for preset in edition.presets
        for board in preset.boards
        for seats in edition.seats
    ]


async def test_every_house_rule_is_offered_where_it_changes_the_rules() -> None:
    """No rule is offered where it changes nothing."""
    for spec, board in boards_of(await read_choices()):
        plain = describe_rules(build_rules(spec))
        for rule in list_house_rules(spec.edition):
            changed = describe_rules(build_rules(replace(spec, house_rules=(rule,)))) != plain
            offered = [each.seats for each in board.house_rules if each.id == rule]
            assert changed == any(spec.seats in seats for seats in offered), (spec, rule)


async def test_every_set_of_regions_can_be_played() -> None:
    """Each set names its regions by their places among the board's regions."""
    for spec, board in boards_of(await read_choices()):
        sets = [each.masks for each in board.region_sets if each.seats == spec.seats]
        assert bool(sets) == bool(board.regions)
        for masks in sets:
            chosen = [each.id for place, each in enumerate(board.regions) if masks[-1] >> place & 1]
            table = replace(spec, regions=tuple(chosen))
            assert build_game(table).rules.options.given_regions == masks[-1]


async def test_a_table_without_a_version_is_made_by_todays_rules() -> None:
    spec = {"edition": "classic", "preset": "reference", "board": "usa", "seats": 3}
    async with open_live_server() as server:
        made = (await server.client.post("/api/tables", json={"spec": spec})).json()
        sheet = (await server.client.get(f"/api/tables/{made['game_id']}/sheet")).json()
        assert sheet["spec"]["version"] == 3
        assert sheet["rules"]["opens_at_minimum"] is True
        first = {"spec": spec | {"version": 1}}
        made = (await server.client.post("/api/tables", json=first)).json()
        sheet = (await server.client.get(f"/api/tables/{made['game_id']}/sheet")).json()
        assert "opens_at_minimum" not in sheet["rules"]
        later = {"spec": spec | {"version": 4}}
        refused = await server.client.post("/api/tables", json=later)
        assert (refused.status_code, refused.json()["code"]) == (422, "bad_table")
