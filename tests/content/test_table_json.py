"""A table's choices as JSON."""

import json
from typing import Any

import pytest

from gridwright.content.table import ContentError, TableSpec
from tests.content.test_table import spec


def test_json_round_trip() -> None:
    table = spec(
        contractor=True, regions=("red", "cyan"), order=(1, 0), house_rules=("b", "a"), seats=2
    )
    plain = table.to_json()
    assert plain["regions"] == ["cyan", "red"]
    assert plain["house_rules"] == ["a", "b"]
    assert plain["order"] == [1, 0]
    assert TableSpec.from_json(json.loads(json.dumps(plain))) == table
    assert hash(TableSpec.from_json(plain)) == hash(table)


def test_json_names_an_overlay_and_a_version_only_if_they_were_not_there_before() -> None:
    assert list(spec(version=1).to_json()) == [
        *("edition", "preset", "board", "seats", "contractor", "hidden_money"),
        *("regions", "order", "house_rules"),
    ]
    assert spec().to_json() == spec(version=1).to_json() | {"version": 2}
    table = spec(content="0123abcd")
    assert table.to_json() == spec().to_json() | {"content": "0123abcd"}
    assert TableSpec.from_json(table.to_json()) == table != spec()


def test_json_may_leave_options_open() -> None:
    plain = {"edition": "classic", "preset": "original", "board": "usa", "seats": 4}
    assert TableSpec.from_json(plain) == spec(version=1)


BAD_FIELDS: list[tuple[str, object, str, str]] = [
    ("edition", 1, "edition", "expected a name; came 1"),
    ("preset", ["original"], "preset", "expected a name"),
    ("board", None, "board", "expected a name; came None"),
    ("seats", "4", "seats", 'expected a whole number; came "4"'),
    ("seats", True, "seats", "expected a whole number; came true"),
    ("version", "2", "version", 'expected a whole number; came "2"'),
    ("contractor", 1, "contractor", "expected true or false; came 1"),
    ("hidden_money", "no", "hidden_money", 'expected true or false; came "no"'),
    ("regions", "all", "regions", 'expected "random", "draft" or ids; came "all"'),
    ("regions", 3, "regions", "expected a list of names; came 3"),
    ("regions", ["red", 3], "regions[1]", "expected a name; came 3"),
    ("regions", ["red", "red"], "regions[1]", 'expected each name once; came "red" again'),
    ("order", "clockwise", "order", 'expected "random" or seats; came "clockwise"'),
    ("order", {"0": 1}, "order", "expected a list; came a table"),
    ("order", [0, "1"], "order[1]", 'expected a whole number; came "1"'),
    ("house_rules", "dry-stack-ends", "house_rules", "expected a list of names"),
    ("house_rules", ["a", "a"], "house_rules[1]", 'expected each name once; came "a" again'),
    ("content", 12, "content", "expected a name; came 12"),
    ("colour", "red", "colour", "unknown field; expected one of edition, preset, board"),
]


@pytest.mark.parametrize(("field", "value", "path", "problem"), BAD_FIELDS)
def test_json_of_the_wrong_shape(field: str, value: object, path: str, problem: str) -> None:
    with pytest.raises(ContentError) as caught:
        TableSpec.from_json(spec().to_json() | {field: value})
    assert (caught.value.file, caught.value.path) == ("table", path)
    assert caught.value.problem.startswith(problem)


@pytest.mark.parametrize("field", ["edition", "preset", "board", "seats"])
def test_json_without_a_field(field: str) -> None:
    plain = spec().to_json()
    del plain[field]
    with pytest.raises(ContentError, match=rf"^table: {field}: missing field$"):
        TableSpec.from_json(plain)


def test_json_that_is_no_object() -> None:
    plain: Any = ["classic"]
    with pytest.raises(ContentError, match=r"^table: expected an object; came a list$"):
        TableSpec.from_json(plain)
