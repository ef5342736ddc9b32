"""The OpenAPI document of the server: FastAPI's own, completed by the routes that go past it.

``python -m gridwright.server.openapi`` prints it. The messages come from the protocol, so what is
documented, sent and generated for clients is typed once.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from gridwright.content.table import DRAFT, RANDOM, TableSpec, list_editions
from gridwright.protocol.orders import MOST_BYTES
from gridwright.protocol.quotes import Quotes
from gridwright.protocol.rules import EditionRules
from gridwright.protocol.schema import schema_parts
from gridwright.protocol.sheet import Choices, TableSheet
from gridwright.server.api.feeds import BAD_TICKET
from gridwright.server.api.gallery import UNKNOWN_TABLE
from gridwright.server.api.sockets import MALFORMED, TRY_AGAIN, Greeting
from gridwright.server.tables.terms import Terms

PARTS: Final = "#/components/schemas/"
TICKET: Final = "ticket"
"""The name of the security scheme."""
JSON: Final = "application/json"
TEXT: Final = "text/plain"
METHODS: Final = ("get", "post", "put", "delete", "patch")

TABLE_ID: Final = {
    "name": "game_id",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": 64},
    "description": "The table.",
}
EDITION: Final = {
    "name": "edition",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": 64},
    "description": "The edition, as the choices name it.",
}
SINCE: Final = {
    "name": "since",
    "in": "query",
    "required": False,
    "schema": {"type": "integer", "minimum": 0, "maximum": 9_999_999, "default": 0},
    "description": "The version that the reader has.",
}

ALIVE: Final = {
    "type": "object",
    "properties": {"alive": {"const": True}},
    "required": ["alive"],
    "additionalProperties": False,
}
READY: Final = {
    "type": "object",
    "properties": {"ready": {"type": "boolean"}, "why": {"type": "string"}},
    "required": ["ready"],
    "additionalProperties": False,
}
PROBLEM: Final = {
    "title": "Problem",
    "type": "object",
    "description": "Why a request was refused.",
    "properties": {"detail": {"type": "string"}},
    "required": ["detail"],
}


@dataclass(frozen=True)
class Answer:
    """One answer of a route: what it means, and the name of its body."""

    meaning: str
    body: str
    media_type: str = JSON

    def to_json(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "string"}
        if self.media_type == JSON:
            names = self.body.split("|")
            refs: list[dict[str, Any]] = [{"$ref": PARTS + name} for name in names]
            schema = refs[0] if len(refs) == 1 else {"anyOf": refs}
        return {"description": self.meaning, "content": {self.media_type: {"schema": schema}}}


WRONG_METHOD: Final = Answer("The path has other methods; Allow names them.", "Problem")
UNKNOWN: Final = Answer("There is no such table.", "RefusedFrame|Problem")
FORGED: Final = Answer("The ticket is no good, or its holder has left the seat.", "RefusedFrame")
AWAY: Final = Answer("The database does not answer; send it again.", "RefusedFrame")
READ: Final = {403: FORGED, 404: UNKNOWN, 405: WRONG_METHOD, 503: AWAY}


@dataclass(frozen=True)
class BareRoute:
    """A route that FastAPI does not know."""

    path: str
    method: str
    name: str
    summary: str
    answers: dict[int, Answer]
    parameters: list[dict[str, Any]] = field(default_factory=list)
    body: str = ""
    security: tuple[str, ...] = ()
    """Empty, or who may ask: ``ticket``, and ``nobody`` if it goes without one."""

    def to_json(self) -> dict[str, Any]:
        """The operation as the document has it."""
        operation: dict[str, Any] = {
            "operationId": self.name,
            "summary": self.summary,
            "parameters": self.parameters,
            "responses": {
                str(status): answer.to_json() for status, answer in sorted(self.answers.items())
            },
        }
        allowed = operation["responses"]["405"]
        allowed["headers"] = {"Allow": {"schema": {"type": "string"}, "required": True}}
        if self.body:
            operation["requestBody"] = {
                "required": True,
                "content": {JSON: {"schema": {"$ref": PARTS + self.body}}},
            }
        if self.security:
            operation["security"] = [{TICKET: []} if who == TICKET else {} for who in self.security]
        return operation


_TABLE: Final = "/api/tables/{game_id}"
BARE_ROUTES: Final = (
    BareRoute(
        f"{_TABLE}/orders",
        "post",
        "order",
        f"Carry out an order of a seat, once however often it is sent. At most {MOST_BYTES} bytes.",
        {
            200: Answer("It was carried out, now or before.", "DoneFrame"),
            400: Answer("The message is malformed or too large.", "RefusedFrame"),
            403: FORGED,
            404: UNKNOWN,
            405: WRONG_METHOD,
            409: Answer(
                "It was made for another version, and here is what it missed; or the table does"
                " not take it now.",
                "StaleFrame|RefusedFrame",
            ),
            422: Answer("The rules refuse it: the clause and its numbers.", "RefusedFrame"),
            429: Answer("Too many orders; wait as `Retry-After` says.", "RefusedFrame"),
            503: AWAY,
        },
        [TABLE_ID],
        body="SeatOrder",
        security=(TICKET,),
    ),
    BareRoute(
        _TABLE,
        "get",
        "show_table",
        "The whole table, as the holder of the ticket or a spectator sees it.",
        {200: Answer("The table.", "TableFrame"), **READ},
        [TABLE_ID],
        security=("nobody", TICKET),
    ),
    BareRoute(
        f"{_TABLE}/entries",
        "get",
        "entries",
        "What happened after the version that the reader has.",
        {
            200: Answer("Everything after it.", "StaleFrame"),
            400: Answer("The version is malformed.", "RefusedFrame"),
            **READ,
        },
        [TABLE_ID, SINCE],
        security=("nobody", TICKET),
    ),
    BareRoute(
        f"{_TABLE}/quotes",
        "get",
        "quotes",
        "What each city would cost the holder of the ticket, by which way, or why not.",
        {200: Answer("Every city; none for a spectator.", "Quotes"), **READ},
        [TABLE_ID],
        security=("nobody", TICKET),
    ),
    BareRoute(
        f"{_TABLE}/sheet",
        "get",
        "sheet",
        "Names and figures of the table's parts, which never change.",
        {200: Answer("The sheet.", "TableSheet"), 404: UNKNOWN, 405: WRONG_METHOD, 503: AWAY},
        [TABLE_ID],
    ),
    BareRoute(
        "/api/choices",
        "get",
        "choices",
        "The editions, presets, boards and numbers of seats that a host may choose from.",
        {200: Answer("The choices.", "Choices"), 405: WRONG_METHOD},
    ),
    BareRoute(
        "/api/rules/{edition}",
        "get",
        "rules",
        "The clauses of an edition, and which of them to read in which phase.",
        {
            200: Answer("The rules.", "EditionRules"),
            404: Answer("There is no such edition.", "RefusedFrame|Problem"),
            405: WRONG_METHOD,
        },
        [EDITION],
    ),
    BareRoute(
        f"{_TABLE}/transcript",
        "get",
        "transcript",
        "The game as a text; that of a finished one is what `gridwright verify` takes.",
        {200: Answer("The transcript.", "", TEXT), **READ},
        [TABLE_ID],
        security=("nobody", TICKET),
    ),
    BareRoute(
        "/healthz",
        "get",
        "health",
        "Whether the process runs.",
        {200: Answer("It does.", "Alive"), 405: WRONG_METHOD},
    ),
    BareRoute(
        "/readyz",
        "get",
        "readiness",
        "Whether the databases answer and the process was not told to stop.",
        {
            200: Answer("It can do its work.", "Ready"),
            405: WRONG_METHOD,
            503: Answer("It cannot, and why.", "Ready"),
        },
    ),
    BareRoute(
        "/metrics",
        "get",
        "metrics",
        "Figures for Prometheus.",
        {200: Answer("The figures.", "", TEXT), 405: WRONG_METHOD},
    ),
)

SOCKET: Final = {
    "path": f"{_TABLE}/socket",
    "description": (
        "A WebSocket. The first message is a Greeting, within ten seconds; then the server sends"
        " frames, each a text: the whole table unless the greeting names a version, and what"
        " happened since, in order and without gaps. Nothing else that is sent is listened to."
    ),
    "greeting": {"$ref": PARTS + "Greeting"},
    "frames": {"$ref": PARTS + "Frame"},
    "closed": {
        str(MALFORMED): "the greeting is malformed or late",
        str(BAD_TICKET): "the ticket is no good, its holder has left the seat, or another"
        " host's page asks",
        str(UNKNOWN_TABLE): "there is no such table",
        str(TRY_AGAIN): "the database does not answer",
        "1012": "the server restarts; come back with the version you have",
    },
}


def complete(app: FastAPI) -> None:
    """Let an application show the whole document where it shows its own."""

    def whole() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = build_document(app)
        return app.openapi_schema

    # FastAPI's own way to replace it.
    app.openapi = whole  # type: ignore[method-assign]


def build_document(app: FastAPI) -> dict[str, Any]:
    """The document of an application: its own routes and the bare ones."""
    document = get_openapi(title=app.title, version=app.version, routes=app.routes)
    parts = document.setdefault("components", {}).setdefault("schemas", {})
    for unused in ("HTTPValidationError", "ValidationError"):
        parts.pop(unused, None)
    _, typed = msgspec.json.schema_components(
        [TableSpec, Terms, Greeting, TableSheet, Choices, Quotes, EditionRules],
        ref_template=PARTS + "{name}",
    )
    typed["TableSpec"] = _exact_spec(typed["TableSpec"])
    parts.update(schema_parts(PARTS) | typed)
    parts.update({"Alive": ALIVE, "Ready": READY, "Problem": PROBLEM})
    _type_free_records(parts)
    for operation in _operations(document):
        operation["responses"].setdefault("405", WRONG_METHOD.to_json())
    for route in BARE_ROUTES:
        document["paths"].setdefault(route.path, {})[route.method] = route.to_json()
    document["x-socket"] = SOCKET
    schemes = document["components"].setdefault("securitySchemes", {})
    schemes[TICKET] = {
        "type": "http",
        "scheme": "bearer",
        "description": "The ticket that was given for a seat.",
    }
    return document


def _operations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in document["paths"].values():
        for method in METHODS:
            if method in methods:
                yield methods[method]


def _exact_spec(spec: dict[str, Any]) -> dict[str, Any]:
    """The choice of a table with the words that are taken; boards and presets are content's."""
    exact: dict[str, Any] = {**spec, "additionalProperties": False}
    fields = exact["properties"] = {**spec["properties"]}
    fields["edition"] = {"type": "string", "enum": list_editions()}
    fields["seats"] = {"type": "integer", "minimum": 2, "maximum": 6}
    fields["regions"] = {
        "anyOf": [
            {"type": "string", "enum": [RANDOM, DRAFT]},
            {"type": "array", "items": {"type": "string"}},
        ],
        "default": RANDOM,
    }
    fields["order"] = {
        "anyOf": [
            {"type": "string", "enum": [RANDOM]},
            {"type": "array", "items": {"type": "integer"}},
        ],
        "default": RANDOM,
    }
    # A server plays the figures it was started with.
    fields.pop("content", None)
    return exact


def _type_free_records(parts: dict[str, Any]) -> None:
    """Give the records that FastAPI passes on unread the types they are read with."""
    for part in parts.values():
        for name, kind in (("spec", "TableSpec"), ("terms", "Terms")):
            free = part.get("properties", {}).get(name)
            if free is not None and free.get("type") == "object":
                part["properties"][name] = {"$ref": PARTS + kind}
