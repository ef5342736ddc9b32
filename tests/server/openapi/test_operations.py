"""Every declared route is documented and has the common shape of refusals."""

from collections.abc import AsyncIterator
from functools import cache
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from httpx import Response
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route

from gridwright.content.table import default_spec
from gridwright.protocol.frames import RefusedFrame
from gridwright.protocol.refusals import ALL_CODES, CODES
from gridwright.server.app import OPERATIONS, build_app
from gridwright.server.node import Node
from gridwright.server.openapi.document import build_document
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.rate_limits import Limits
from gridwright.server.operations.settings import Role
from gridwright.server.storage.errors import StoreUnavailable
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.wire.operation import Operation
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server

pytestmark = pytest.mark.anyio

SPEC = default_spec(seats=2).to_json()


@cache
def document() -> dict[str, Any]:
    return build_document(OPERATIONS)


def in_document(operation: Operation) -> dict[str, Any]:
    found: dict[str, Any] = document()["paths"][operation.path][operation.method.lower()]
    return found


def verify_example(content: dict[str, Any]) -> None:
    """The example is what its own schema takes."""
    schema = {**content["schema"], "components": document()["components"]}
    jsonschema_rs.validator_for(schema).validate(content["example"])


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.name)
def test_an_operation_is_documented_completely(operation: Operation) -> None:
    told = in_document(operation)
    assert told["operationId"] == operation.name
    assert told["tags"] == [operation.tag.value]
    assert told["summary"][0].isupper()
    assert not told["summary"].endswith(".")
    assert {each["name"] for each in told["parameters"] if each["in"] == "path"} == set(
        operation.in_path()
    )
    if operation.request_example is not None:
        verify_example(told["requestBody"]["content"]["application/json"])
    for answer in told["responses"].values():
        for content in answer.get("content", {}).values():
            verify_example(content)


def test_names_are_given_once() -> None:
    names = [each.name for each in OPERATIONS]
    assert len(set(names)) == len(names)
    tags = [tag["name"] for tag in document()["tags"]]
    assert {each.tag.value for each in OPERATIONS} == set(tags)


def test_every_code_is_in_the_one_list_and_is_used() -> None:
    assert document()["components"]["schemas"]["RefusalCode"]["enum"] == list(ALL_CODES)
    told = {
        code
        for operation in OPERATIONS
        for codes in operation.all_refusals().values()
        for code in codes
    }
    # No route refuses with these: they are of unknown paths, of what broke, and of the worker.
    assert set(CODES) - told == {
        *("failed", "unknown_path"),
        *("no_bots_turn", "no_clock_runs", "no_deal_due", "no_limit_due", "not_ready"),
    }


def test_an_example_that_its_schema_does_not_take_is_found() -> None:
    taking = next(each for each in OPERATIONS if each.reads_body)
    content = in_document(taking)["requestBody"]["content"]["application/json"]
    with pytest.raises(jsonschema_rs.ValidationError):
        verify_example({**content, "example": {"spec": {"edition": "chess"}}})


# Refusals of a real server


def refusal(answer: Response, status: int, code: str) -> RefusedFrame:
    """The refusal of an answer, which is the whole of it."""
    assert answer.status_code == status, answer.text
    frame = msgspec.json.decode(answer.content, type=RefusedFrame)
    assert set(answer.json()) == {"type", *RefusedFrame.__struct_fields__}
    assert frame.code == code
    assert frame.code in ALL_CODES
    assert frame.problem
    assert answer.headers["content-type"] == "application/json"
    return frame


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server() as server:
        yield server


async def test_each_operation_is_reachable(server: LiveServer) -> None:
    """No answer is 404 for an unknown path or 405."""
    for operation in OPERATIONS:
        known = {"seat": "0", "number": "1", "edition": "classic"}
        names = {name: known.get(name, "x") for name in operation.in_path()}
        path = operation.path.format(**names)
        answer = await server.client.request(operation.method, path)
        documented = in_document(operation)["responses"]
        assert str(answer.status_code) in documented, (operation.name, answer.text)
        if answer.status_code >= 400:
            codes = operation.all_refusals()[answer.status_code]
            refusal(answer, answer.status_code, answer.json()["code"])
            assert answer.json()["code"] in codes, operation.name


async def test_refusals_have_one_shape(server: LiveServer) -> None:
    client = server.client
    as_json = {"content-type": "application/json"}
    refusal(await client.post("/api/tables", content="{", headers=as_json), 400, "malformed")
    too_large = b'"' + b"x" * 20_000 + b'"'
    refusal(await client.post("/api/tables", content=too_large, headers=as_json), 413, "too_large")
    refusal(await client.post("/api/tables", json={"spec": 1}), 422, "invalid")
    refusal(await client.post("/api/tables", json={"spec": SPEC, "more": 1}), 422, "invalid")
    refusal(await client.post("/api/tables", content=b"{}"), 422, "invalid")
    refusal(await client.post("/api/tables", json={"spec": {}}), 422, "bad_table")
    refusal(await client.get("/api/tables?limit=0"), 422, "invalid")
    refusal(await client.get("/api/me"), 401, "signed_out")
    refusal(await client.get("/api/nothing"), 404, "unknown_path")
    chess = {"edition": "chess", "preset": "original", "board": "usa", "seats": 4}
    refusal(await client.post("/api/rules", json={"spec": chess}), 422, "bad_table")
    refusal(await client.delete("/api/bots"), 405, "wrong_method")
    foreign = {"origin": "http://evil.example"}
    proof = {"name": "Ada", "password": "a horse with a lamp"}
    refusal(await client.post("/api/people", json=proof, headers=foreign), 403, "foreign_page")
    refusal(await client.post("/api/sessions", json=proof), 403, "sign_in_refused")
    short = {"name": "Ada", "password": "short"}
    refusal(await client.post("/api/people", json=short), 422, "bad_password")
    common = {"name": "Ada", "password": "password"}
    refusal(await client.post("/api/people", json=common), 422, "common_password")
    assert (await client.post("/api/people", json=proof)).status_code == 201
    taken = await client.post("/api/people", json=proof)
    refusal(taken, 409, "name_taken")


async def test_refusals_of_a_table_have_the_same_shape(server: LiveServer) -> None:
    client = server.client
    refusal(await client.get("/api/tables/x"), 404, "unknown_table")
    game_id = await server.make(SPEC)
    ticket = await server.sit(game_id, 0, "Ada")
    place = f"/api/tables/{game_id}"
    again = await client.post(f"{place}/seats/0", json={"name": "Grace"})
    refusal(again, 409, "seat_taken")
    refusal(await client.post(f"{place}/seats/x", json={"name": "Grace"}), 422, "invalid")
    refusal(await client.get(place, headers=bearer("forged")), 403, "bad_ticket")
    refusal(await client.post(f"{place}/chat", json={"text": "Hi"}), 403, "bad_ticket")
    silent = await client.post(f"{place}/chat", json={"text": " "}, headers=bearer(ticket))
    refusal(silent, 422, "bad_text")
    orders = f"{place}/orders"
    refusal(await client.post(orders, content="{", headers=bearer(ticket)), 400, "malformed")
    early = {"type": "come_back", "command_id": "a", "expected": 2}
    refusal(await client.post(orders, json=early, headers=bearer(ticket)), 409, "not_running")
    refusal(await client.get(orders), 405, "wrong_method")


async def test_rate_limited_requests_have_a_retry_after_header(server: LiveServer) -> None:
    limits = Limits().times(0.01)
    node = server.node
    strict = Node(node.store, bytes(range(32)), node.bus, limiter=RateLimiter(limits))
    async with open_live_server(build=lambda _node, role: build_app(strict, role)) as other:
        answers = [await other.client.post("/api/tables", json={"spec": SPEC}) for _ in range(3)]
    refusal(answers[-1], 429, "too_many")
    assert int(answers[-1].headers["retry-after"]) >= 1


async def test_a_database_that_is_away_is_refused_alike(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_args: object) -> None:
        raise StoreUnavailable("it is away")

    monkeypatch.setattr(ShardedStore, "load", away)
    refusal(await server.client.get("/api/tables/unknown"), 503, "store_away")


async def test_an_internal_error_has_the_shape_of_all_refusals() -> None:
    async def broken(_request: Request) -> None:
        raise KeyError("a fault")

    def build(node: Node, role: Role) -> Starlette:
        app = build_app(node, role)
        app.router.routes.insert(0, Route("/api/bots", broken))
        return app

    async with open_live_server(build=build) as server:
        refusal(await server.client.get("/api/bots"), 500, "failed")
        assert len(server.app.crashes) == 1
