"""Tables that cannot be created, and seats that cannot be taken."""

import json
from collections.abc import Iterator

import msgspec

from gridwright.content.errors import ContentError
from gridwright.content.table import TableSpec, build_game
from gridwright_lab.trials.bad_input.encoding import ODD_JSON
from gridwright_lab.trials.bad_input.target import (
    BadRequest,
    Target,
)


def bad_tables(target: Target) -> Iterator[BadRequest]:
    """Yield invalid tables, and seats that cannot be taken."""
    spec = target.table.spec.to_json()
    json_type = {"content-type": "application/json"}
    bodies: list[str] = [
        *("", "{", "[]", "null", '{"spec":NaN}', '{"spec":{},"listed":Infinity}', '{"spec":"x"}'),
        '{"spec":{},"listed":"\\ud800"}',
        '{"\\ud800":1,"spec":{}}',
        json.dumps({"spec": spec | {"seats": 99}}),
        json.dumps({"spec": spec | {"edition": "../card"}}),
        json.dumps({"spec": spec | {"content": "ab" * 32}}),
        json.dumps({"spec": spec | {"order": [0, 0]}}),
        json.dumps({"spec": spec | {"house_rules": ["none"] * 300}}),
        json.dumps({"spec": spec, "bribe": 1}),
        json.dumps({"spec": spec, "terms": {"stand_in": "unknown"}}),
        json.dumps({"spec": spec, "terms": {"stand_in": "x" * 9_000}}),
        json.dumps({"spec": spec, "terms": {"time_out": "never"}}),
        json.dumps({"spec": spec, "terms": {"clock": {"type": "bank", "bank": -1}}}),
        json.dumps({"spec": spec, "terms": {"clock": {"type": "sundial"}}}),
        json.dumps({"spec": spec, "more": "x" * 100_000}),
        "[" * 8_000,
        "[" * 40_000,
    ]
    for _turn in range(8):
        place = target.pick(list(spec))
        text = json.dumps({"spec": spec | {place: "@"}}).replace('"@"', target.pick(ODD_JSON), 1)
        if not _makes_a_table(text):
            bodies.append(text)
    for text in bodies:
        body = text.encode("utf-8", "surrogatepass")
        yield BadRequest("bad table", "/api/tables", body, json_type)
    for kind in ("text/plain", "application/xml", "application/json; charset=utf-16", ""):
        for body in (b"\xff\x00", json.dumps({"spec": 1}).encode()):
            yield BadRequest("bad table", "/api/tables", body, {"content-type": kind})
    yield from _bad_seats(target)


def _makes_a_table(text: str) -> bool:
    """Return whether the odd value makes a valid table after all."""
    try:
        spec = TableSpec.from_json(msgspec.json.decode(text)["spec"])
        build_game(spec)
    except (msgspec.DecodeError, RecursionError, ContentError):
        return False
    return not spec.content


def _bad_seats(target: Target) -> Iterator[BadRequest]:
    json_type = {"content-type": "application/json"}
    path = f"{target.driver.path}/seats"
    taken = next(seat for seat, holder in enumerate(target.table.seats) if holder.is_taken)
    for seat in (taken, -1, 99, 10**30, "9" * 4_500, "x", "%00", "1.5", "٣", "0%2F0"):
        yield BadRequest("bad sitting", f"{path}/{seat}", b'{"name":"Mallory"}', json_type)
    names = [odd for odd in ODD_JSON if odd not in ('"0"', '"é"', '"Ⅳ"', '"١٢"', '"😀"')]
    for odd in (target.pick(names), target.pick(names), target.pick(names)):
        body = f'{{"name":{odd}}}'.encode("utf-8", "surrogatepass")
        yield BadRequest("bad sitting", f"{path}/{taken}", body, json_type)
        body = f'{{"name":"Mallory","bot":{odd}}}'.encode("utf-8", "surrogatepass")
        yield BadRequest("bad sitting", f"{path}/{taken}", body, json_type)
