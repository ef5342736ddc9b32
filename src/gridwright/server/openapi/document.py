"""The OpenAPI document of the server, generated from the declarations of its routes.

The messages are those of the protocol: documentation, server and generated clients share one set of
types.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from gridwright import __version__
from gridwright.content.spec import FIRST_VERSION
from gridwright.content.table import DRAFT, RANDOM, TableSpec, list_editions
from gridwright.protocol.frames import RefusedFrame
from gridwright.protocol.refusals import ALL_CODES
from gridwright.protocol.schema import schema_parts
from gridwright.server.auth.service import COOKIE
from gridwright.server.live.sockets import MALFORMED, TRY_AGAIN, Greeting
from gridwright.server.live.watchers import BAD_TICKET, TABLE_QUARANTINED, UNKNOWN_TABLE
from gridwright.server.wire.operation import Answer, Audience, Operation, Tag
from gridwright.server.wire.refusals import JSON
from gridwright.table.terms import Terms

PARTS: Final = "#/components/schemas/"
TICKET: Final = "ticket"
SESSION: Final = "session"
"""The names of the security schemes."""
SECURITY: Final[Mapping[Audience, list[dict[str, list[str]]]]] = {
    Audience.PUBLIC: [],
    Audience.VIEWER: [{}, {TICKET: []}, {SESSION: []}],
    Audience.SEAT: [{TICKET: []}, {SESSION: []}],
    Audience.PERSON: [{TICKET: []}, {SESSION: []}],
    Audience.HOST: [{TICKET: []}, {SESSION: []}],
}
_BEARER: Final = "The ticket that was given for a seat, or the token of a session."
SCHEMES: Final = {
    TICKET: {"type": "http", "scheme": "bearer", "description": _BEARER},
    SESSION: {"type": "apiKey", "in": "cookie", "name": COOKIE},
}
MEANINGS: Final = {
    400: "The request cannot be read.",
    401: "Not signed in, or the session has ended.",
    403: "Forbidden.",
    404: "There is no such thing.",
    405: "The path has other methods; `Allow` names them.",
    409: "It cannot be done now.",
    413: "The body is too large.",
    422: "The request is not possible.",
    429: "Too many; wait as `Retry-After` says.",
    503: "The database does not answer; send it again.",
}
"""Meaning of a refusal, by its status."""
SOCKET_PATH: Final = "/api/tables/{game_id}/socket"
SOCKET: Final = {
    "path": SOCKET_PATH,
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
        str(TABLE_QUARANTINED): "this server cannot read the table; another version may",
        str(TRY_AGAIN): "the database does not answer",
        "1012": "the server restarts; come back with the version you have",
    },
}
REFUSED: Final = {"$ref": PARTS + "RefusedFrame"}


def build_document(operations: Sequence[Operation]) -> dict[str, Any]:
    """Return the OpenAPI document of declared routes."""
    kinds = _Kinds(operations)
    paths: dict[str, Any] = {}
    for operation in sorted(operations, key=lambda each: each.path):
        described = _describe(operation, kinds)
        paths.setdefault(operation.path, {})[operation.method.lower()] = described
    return {
        "openapi": "3.1.0",
        "info": {"title": "Gridwright", "version": __version__},
        "tags": [{"name": tag.value} for tag in Tag],
        "paths": paths,
        "components": {"schemas": kinds.parts, "securitySchemes": SCHEMES},
        "x-socket": SOCKET,
    }


class _Kinds:
    """Schemas of all types in requests and answers."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        answers = [answer.type for each in operations for answer in each.answers if answer.type]
        taken = [each.body_type for each in operations if each.request_example is not None]
        asked = [each.asked for each in operations if each.asked is not None]
        kinds = [*answers, *taken, *asked, TableSpec, Terms, Greeting]
        schemas, typed = msgspec.json.schema_components(kinds, ref_template=PARTS + "{name}")
        self._schemas: Final = [(kind, schema) for kind, schema in zip(kinds, schemas, strict=True)]
        for kind in answers:
            _tell_all(kind, typed)
        typed["TableSpec"] = _exact_spec(typed["TableSpec"])
        self._asked: Final = {kind.__name__: typed.pop(kind.__name__) for kind in asked}
        self.parts: Final[dict[str, Any]] = {**typed, **schema_parts(PARTS)}
        self.parts["RefusalCode"] = {
            "title": "RefusalCode",
            "description": "Why something was refused, for programs.",
            "type": "string",
            "enum": list(ALL_CODES),
        }
        for name in ("RefusedFrame", "CityRefusal"):
            self.parts[name]["properties"]["code"] = {"$ref": PARTS + "RefusalCode"}
        _type_free_records(self.parts)

    def schema(self, kind: Any) -> dict[str, Any]:
        """Return a reference to a type's schema."""
        found = next(schema for known, schema in self._schemas if known == kind)
        for name, part in self.parts.items():
            if part == found:
                return {"$ref": PARTS + name}
        return found

    def parameters(self, asked: type[msgspec.Struct]) -> list[dict[str, Any]]:
        """Return the fields of a query as parameters."""
        schema = self._asked[asked.__name__]
        return [
            _parameter(name, "query", name in schema["required"], field)
            for name, field in schema["properties"].items()
        ]


def _describe(operation: Operation, kinds: _Kinds) -> dict[str, Any]:
    """Return the document's object of an operation."""
    answers: dict[str, Any] = {}
    by_status: dict[int, list[Answer]] = {}
    for answer in operation.answers:
        by_status.setdefault(answer.status, []).append(answer)
    refusals = operation.all_refusals()
    for status in sorted({*by_status, *refusals}):
        codes = refusals.get(status, [])
        answers[str(status)] = _answer(status, by_status.get(status, []), codes, kinds)
    answers["405"]["headers"] = {"Allow": {"schema": {"type": "string"}, "required": True}}
    if "429" in answers:
        answers["429"]["headers"] = {"Retry-After": {"schema": {"type": "integer"}}}
    place = [
        _parameter(name, "path", True, msgspec.json.schema(kind))
        for name, kind in operation.in_path().items()
    ]
    query = [] if operation.asked is None else kinds.parameters(operation.asked)
    described: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.tag.value],
        "summary": operation.summary,
        "parameters": [*place, *query],
        "responses": answers,
        "x-who": operation.audience.value,
    }
    if operation.scope is not None:
        described["x-token-scope"] = operation.scope.value
    if operation.is_endless:
        described["x-endless"] = True
    if operation.request_example is not None:
        content = {
            "schema": kinds.schema(operation.body_type),
            "example": plain(operation.request_example),
        }
        described["requestBody"] = {"required": True, "content": {JSON: content}}
    if SECURITY[operation.audience]:
        described["security"] = SECURITY[operation.audience]
    return described


def _answer(
    status: int, answers: Sequence[Answer], codes: Sequence[str], kinds: _Kinds
) -> dict[str, Any]:
    """Describe all answers and refusals of a route with one status."""
    meanings = [each.meaning for each in answers]
    schemas: list[dict[str, Any]] = []
    content: dict[str, Any] = {}
    media_type = JSON
    for answer in answers:
        if answer.type is not None:
            schemas.append(kinds.schema(answer.type))
            media_type = answer.media_type
            content["example"] = plain(answer.example)
    if codes:
        listed = ", ".join([f"`{code}`" for code in codes])
        meanings.append(f"{MEANINGS[status]} Codes: {listed}.")
        schemas.append(REFUSED)
        content.setdefault("example", plain(RefusedFrame(codes[0], MEANINGS[status])))
    told: dict[str, Any] = {"description": " ".join(meanings)}
    if schemas:
        content["schema"] = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
        told["content"] = {media_type: content}
    return told


def plain(example: Any) -> Any:
    """Return an example as JSON values; an expensive one is given as a function."""
    return msgspec.to_builtins(example() if callable(example) else example)


def _parameter(name: str, place: str, is_required: bool, schema: dict[str, Any]) -> dict[str, Any]:
    told = {key: value for key, value in schema.items() if key != "description"}
    parameter = {"name": name, "in": place, "required": is_required, "schema": told}
    if "description" in schema:
        parameter["description"] = schema["description"]
    return parameter


def _tell_all(kind: Any, parts: dict[str, Any]) -> None:
    """Mark all fields as required: the server omits none, defaults only serve its own code."""
    for each in (kind, *getattr(kind, "__args__", ())):
        config = getattr(each, "__struct_config__", None)
        if config is not None and not config.omit_defaults:
            part = parts[each.__name__]
            part["required"] = list(part["properties"])


def _exact_spec(spec: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a table's choice with the accepted values.

    Boards and presets come from content.
    """
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
    # A table without a version is created by today's rules.
    fields["version"] = {"type": "integer", "minimum": FIRST_VERSION}
    # Content versions are the server's: only a board of the host's own has a digest, which the
    # server adds to a table that names none.
    fields["content"] = {"type": "string"}
    # Only a table that began at a position of another game has it.
    fields["begins"] = {"type": "array", "items": {"type": "string"}}
    return exact


FREE_RECORDS: Final = {"spec": "TableSpec", "terms": "Terms"}
"""Records that content and tables parse themselves, and their types."""


def _type_free_records(parts: dict[str, Any]) -> None:
    """Replace each free record by the type with which it is parsed, also where it is optional."""
    for part in parts.values():
        fields = part.get("properties", {})
        for field, kind in FREE_RECORDS.items():
            schema = fields.get(field, {})
            typed = {"$ref": PARTS + kind}
            if schema.get("type") == "object":
                fields[field] = typed
            elif {"type": "object"} in schema.get("anyOf", []):
                others = [each for each in schema["anyOf"] if each != {"type": "object"}]
                fields[field] = {**schema, "anyOf": [typed, *others]}
