"""The OpenAPI document names every door of the server, typed, and the doors are as it says."""

import json
import subprocess
import sys
from typing import Any

import msgspec
import pytest
from fastapi import FastAPI
from starlette.routing import Route, WebSocketRoute

from gridwright.content.table import default_spec
from gridwright.protocol.table import STATUSES
from gridwright.server.api.app import build_app
from gridwright.server.api.document import BARE_ROUTES, SOCKET
from gridwright.server.api.strict import REFUSALS
from gridwright.server.store.games import Status
from gridwright.server.tables.terms import Terms
from gridwright.server.trials.ground import open_ground

pytestmark = pytest.mark.anyio

NO_CONTENT = "204"
FREE = {
    ("Asked", "options"),
    ("KeyAdding", "credential"),
    ("KeyProof", "credential"),
    ("TableSheet", "rules"),
}
"""What the browser's own passkey functions make and take, and what a fingerprint is taken from."""


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """As it is printed by its command."""
    command = [sys.executable, "-m", "gridwright.server.openapi"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(printed.stdout)
    return found


def references(part: Any) -> set[str]:
    if isinstance(part, list):
        return set().union(*map(references, part)) if part else set()
    if not isinstance(part, dict):
        return set()
    own = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
    return own.union(*map(references, part.values()))


async def test_it_is_served_and_names_every_bare_route(document: dict[str, Any]) -> None:
    async with open_ground() as ground:
        served = (await ground.client.get("/openapi.json")).json()
        app = build_app(ground.node)
    assert served == document
    assert isinstance(app, FastAPI)
    bare = {
        (route.path, method.lower())
        for route in app.routes
        if isinstance(route, Route) and route.include_in_schema
        for method in (route.methods or ())
        if method != "HEAD"
    }
    assert bare == {(route.path, route.method) for route in BARE_ROUTES}
    assert [route.path for route in app.routes if isinstance(route, WebSocketRoute)] == [
        SOCKET["path"]
    ]
    for path, method in bare:
        assert method in document["paths"][path]


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    parts = document["components"]["schemas"]
    for reference in references(document):
        assert reference.removeprefix("#/components/schemas/") in parts, reference


def test_nothing_is_a_free_record(document: dict[str, Any]) -> None:
    parts = document["components"]["schemas"]
    assert parts["NewTable"]["properties"]["spec"]["$ref"].endswith("/TableSpec")
    assert parts["NewTable"]["properties"]["terms"]["$ref"].endswith("/Terms")
    assert parts["ListedTable"]["properties"]["spec"]["$ref"].endswith("/TableSpec")
    for name, part in parts.items():
        for field, schema in part.get("properties", {}).items():
            if schema.get("type") == "object" and (name, field) not in FREE:
                assert schema.get("additionalProperties") not in (True, None), (name, field)


def test_refusals_are_typed_everywhere(document: dict[str, Any]) -> None:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            answers = operation["responses"]
            assert "405" in answers, (path, method)
            for status, answer in answers.items():
                if status == NO_CONTENT:
                    continue
                assert answer["content"], (path, method, status)
                for body in answer["content"].values():
                    assert body["schema"], (path, method, status)
    made = document["paths"]["/api/tables"]["post"]["responses"]
    assert {str(status) for status in REFUSALS} <= set(made)
    ordered = document["paths"]["/api/tables/{game_id}/orders"]["post"]
    assert set(ordered["responses"]) == {
        *["200", "400", "403", "404", "405", "409", "422", "429", "503"]
    }
    assert ordered["security"] == [{"ticket": []}]
    assert document["components"]["securitySchemes"]["ticket"]["scheme"] == "bearer"


def test_words_are_those_of_the_server(document: dict[str, Any]) -> None:
    assert set(STATUSES) == {status.value for status in Status}
    spec = document["components"]["schemas"]["TableSpec"]
    assert set(default_spec().to_json()) == set(spec["properties"])
    terms = document["components"]["schemas"]["Terms"]["properties"]
    assert set(msgspec.to_builtins(Terms())) == set(terms)


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/tables", "GET, POST"),
        ("PUT", "/api/tables/x", "GET, HEAD"),
        ("GET", "/api/tables/x/orders", "POST"),
        ("GET", "/api/tables/x/seats/1", "POST"),
        ("POST", "/healthz", "GET, HEAD"),
    ],
)
async def test_a_wrong_method_is_told_all_the_right_ones(
    method: str, path: str, allowed: str
) -> None:
    async with open_ground() as ground:
        answer = await ground.client.request(method, path)
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
        assert answer.json() == {"detail": f"expected {allowed}"}
        slash = await ground.client.get("/api/tables/")
        assert (slash.status_code, slash.json()) == (404, {"detail": "Not Found"})
