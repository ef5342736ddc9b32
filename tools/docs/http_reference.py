"""The reference of the HTTP API, from the OpenAPI document that the server shows."""

import json
from collections.abc import Iterator
from typing import Any

from gridwright.server.app import OPERATIONS
from gridwright.server.openapi.document import build_document
from tools.docs.markdown import table

_MESSAGES = "http-messages.md"
_NOTE = (
    "<!-- Written by `make docs-write` from the OpenAPI document; changes made here are lost. -->"
)
_HEAD = f"""\
# HTTP

{_NOTE}

Every route of `gridwright serve`. [The server for programs](../guide/server-api.md) says what they
mean, and [messages](http-messages.md) has the bodies and answers. A running server shows the same
under `/docs`, and as a document for programs under `/openapi.json`.
"""
_MESSAGES_HEAD = f"""\
# HTTP messages

{_NOTE}

The bodies and answers of the [routes](http.md), the frames of the socket and all that they are
made of, by name.
"""


def document() -> dict[str, Any]:
    """What a server shows under ``/openapi.json``."""
    return build_document(OPERATIONS)


def write_http() -> str:
    """The page of the routes."""
    described = document()
    lines = [_HEAD]
    for tag in (each["name"] for each in described["tags"]):
        lines.append(f"## {tag.capitalize()}\n")
        for path, methods in described["paths"].items():
            for method, operation in methods.items():
                if tag in operation["tags"]:
                    lines += _operation(method.upper(), path, operation)
    lines += _socket(described["x-socket"])
    return "\n".join(lines)


def write_messages() -> str:
    """The page of the messages."""
    lines = [_MESSAGES_HEAD]
    for name, schema in sorted(document()["components"]["schemas"].items()):
        lines += _schema(name, schema)
    return "\n".join(lines)


def _operation(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"### {method} `{path}`\n"
    told = " ".join(operation.get(key, "") for key in ("summary", "description")).strip()
    yield f"{told.rstrip('.')}.{_who(operation)}\n"
    if rows := [_parameter(each) for each in operation.get("parameters", [])]:
        yield table(("parameter", "in", "is"), rows)
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body:
        yield f"Body: {kind_of(body['schema'])}\n"
        yield from _example(body)
    yield table(("status", "answer", "means"), list(_answers(operation["responses"])))


def _who(operation: dict[str, Any]) -> str:
    """Who may ask, as the document says it by its schemes."""
    wanted = operation.get("security")
    if not wanted:
        return ""
    names = sorted({name for each in wanted for name in each})
    may = " or a ".join(names)
    return f" Needs a {may}." if {} not in wanted else f" Takes a {may}."


def _parameter(parameter: dict[str, Any]) -> tuple[str, str, str]:
    is_needed = "" if parameter.get("required") else " May be left out."
    told = f"{kind_of(parameter['schema'])}. {parameter.get('description', '')}{is_needed}"
    return f"`{parameter['name']}`", parameter["in"], told


def _answers(responses: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for status, response in sorted(responses.items()):
        content = response.get("content", {})
        kinds = [
            kind_of(each["schema"]) if "schema" in each else f"`{kind}`"
            for kind, each in content.items()
        ]
        yield status, ", ".join(kinds), response["description"]


def _example(body: dict[str, Any]) -> Iterator[str]:
    if "example" in body:
        yield f"```json\n{json.dumps(body['example'], ensure_ascii=False)}\n```\n"


def _socket(socket: dict[str, Any]) -> Iterator[str]:
    yield f"## The socket\n\n`{socket['path']}`: {socket['description']}\n"
    greeting, frames = kind_of(socket["greeting"]), kind_of(socket["frames"])
    yield f"Greeting: {greeting}. Frames: {frames}.\n"
    yield table(("closed with", "because"), sorted(socket["closed"].items()))


def _schema(name: str, schema: dict[str, Any]) -> Iterator[str]:
    yield f"## {name}\n"
    if told := schema.get("description"):
        yield f"{told}\n"
    required = set(schema.get("required", ()))
    rows = []
    for field, kind in schema.get("properties", {}).items():
        default = "" if field in required else _default(kind)
        rows.append(
            (f"`{field}`", kind_of(kind), f"{kind.get('description', '')}{default}".strip())
        )
    if rows:
        yield table(("field", "kind", "is"), rows)
    else:
        yield f"{kind_of(schema)}\n"


def _default(kind: dict[str, Any]) -> str:
    return (
        f" Default: `{json.dumps(kind['default'])}`." if "default" in kind else " May be left out."
    )


def kind_of(schema: dict[str, Any]) -> str:
    """A kind of value in words, with links to the messages that it names."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}]({_MESSAGES}#{name.lower()})"
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(kind_of(each) for each in schema[key])
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(each)}`" for each in schema["enum"])
    kind = schema.get("type", "anything")
    if kind == "array":
        if "prefixItems" in schema:
            return "list of " + ", ".join(kind_of(each) for each in schema["prefixItems"])
        return f"list of {kind_of(schema.get('items') or {})}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object with values: {kind_of(schema['additionalProperties'])}"
    return str(kind)
