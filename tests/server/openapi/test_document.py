"""The OpenAPI document describes every route of the server, and routes behave as described."""

import json
import subprocess
import sys
from typing import Any

import msgspec
import pytest
from starlette.routing import Route, WebSocketRoute

from gridwright.content.table import default_spec
from gridwright.protocol.table import STATUSES
from gridwright.server.app import OPERATIONS, build_app
from gridwright.server.openapi.document import SOCKET
from gridwright.server.openapi.page import PAGE
from gridwright.server.openapi.routes import DOCUMENT
from gridwright.table.entries import Status
from gridwright.table.terms import Terms
from gridwright_lab.trials.live_server import open_live_server

pytestmark = pytest.mark.anyio

NO_CONTENT = "204"
FREE = {
    ("Asked", "options"),
    ("KeyAdding", "credential"),
    ("KeyProof", "credential"),
    ("TableSheet", "rules"),
}
"""Schemas of the browser's passkey functions and of the browser fingerprint."""


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """Return the document as its command prints it."""
    command = [sys.executable, "-m", "gridwright.server.app"]
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


async def test_the_document_is_served_and_lists_exactly_the_declared_routes(
    document: dict[str, Any],
) -> None:
    async with open_live_server() as server:
        served = (await server.client.get("/openapi.json")).json()
        app = build_app(server.node)
    assert served == document
    answered = [
        (route.path, method)
        for route in app.routes
        if isinstance(route, Route) and route.include_in_schema
        for method in (route.methods or ())
        if method != "HEAD"
    ]
    declared = {(each.path, each.method) for each in OPERATIONS}
    assert sorted(answered) == sorted(declared | {(DOCUMENT, "GET"), (PAGE, "GET")})
    assert len(declared) == len(OPERATIONS)
    assert declared == {
        (path, method.upper()) for path, methods in document["paths"].items() for method in methods
    }
    assert [route.path for route in app.routes if isinstance(route, WebSocketRoute)] == [
        SOCKET["path"]
    ]


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
    assert set(made) == {"201", "400", "401", "403", "405", "413", "422", "429", "503"}
    ordered = document["paths"]["/api/tables/{game_id}/orders"]["post"]
    assert set(ordered["responses"]) == {
        *["200", "400", "403", "404", "405", "409", "422", "429", "503"]
    }
    assert ordered["security"] == [{"ticket": []}, {"session": []}]
    assert document["components"]["securitySchemes"]["ticket"]["scheme"] == "bearer"


def test_words_are_those_of_the_server(document: dict[str, Any]) -> None:
    assert set(STATUSES) == {status.value for status in Status}
    spec = document["components"]["schemas"]["TableSpec"]
    # Only a board of the host's own has a digest, and only a game that is tried again a beginning.
    assert {*default_spec().to_json(), "content", "begins"} == set(spec["properties"])
    terms = document["components"]["schemas"]["Terms"]["properties"]
    assert set(msgspec.to_builtins(Terms())) == set(terms)


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/tables", "GET, HEAD, POST"),
        ("PUT", "/api/tables/x", "GET, HEAD"),
        ("GET", "/api/tables/x/orders", "POST"),
        ("GET", "/api/tables/x/seats/1", "POST"),
        ("POST", "/healthz", "GET, HEAD"),
    ],
)
async def test_a_wrong_method_is_answered_with_all_allowed_methods(
    method: str, path: str, allowed: str
) -> None:
    async with open_live_server() as server:
        answer = await server.client.request(method, path)
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
        told = (answer.json()["code"], answer.json()["problem"])
        assert told == ("wrong_method", f"expected {allowed}")
        slash = await server.client.get("/api/tables/")
        assert (slash.status_code, slash.json()["code"]) == (404, "unknown_path")
