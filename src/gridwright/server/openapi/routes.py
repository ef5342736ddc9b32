"""The document for programs, and a page of it for people."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from gridwright.server.openapi.document import build_document
from gridwright.server.wire.operation import Operation

DOCUMENT: Final = "/openapi.json"
PAGE: Final = "/docs"
_HEAD: Final = """\
<!doctype html><html lang="en"><meta charset="utf-8"><title>Gridwright API</title>
<meta name="viewport" content="width=device-width">
<style>body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}
pre{background:#f3f3f3;padding:.5em;overflow:auto}code{font-weight:bold}</style>
<h1>Gridwright API</h1>
<p>The whole of it, with the types: <a href="/openapi.json">the OpenAPI document</a>.</p>
"""


def document_routes(operations: Sequence[Operation]) -> list[BaseRoute]:
    """Where the document is shown; it is put together when somebody asks for it."""

    @cache
    def document() -> dict[str, Any]:
        return build_document(operations)

    async def show_document(_request: Request) -> Response:
        return JSONResponse(document())

    async def show_page(_request: Request) -> Response:
        return HTMLResponse(build_page(document()))

    return [Route(DOCUMENT, show_document), Route(PAGE, show_page)]


def build_page(document: dict[str, Any]) -> str:
    """The document as a page that needs nothing from elsewhere."""
    return _HEAD + "".join(_sections(document))


def _sections(document: dict[str, Any]) -> Iterator[str]:
    for tag in document["tags"]:
        yield f"<h2>{escape(tag['name'])}</h2>"
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if tag["name"] in operation["tags"]:
                    yield f"<details><summary><code>{method.upper()} {escape(path)}</code> "
                    yield f"{escape(operation['summary'])}</summary>"
                    yield from _details(operation)
                    yield "</details>"


def _details(operation: dict[str, Any]) -> Iterator[str]:
    yield f"<p>For {escape(operation['x-who'])}.</p>"
    for parameter in operation["parameters"]:
        told = json.dumps(parameter["schema"])
        yield f"<p><code>{parameter['name']}</code> in the {parameter['in']}: {escape(told)}</p>"
    if "requestBody" in operation:
        yield "<p>Body, for example:</p>" + _example(operation["requestBody"])
    for status, answer in operation["responses"].items():
        yield f"<p><code>{status}</code> {escape(answer['description'])}</p>" + _example(answer)


def _example(part: dict[str, Any]) -> str:
    for content in part.get("content", {}).values():
        shown = content["example"]
        text = shown if isinstance(shown, str) else json.dumps(shown, indent=2)
        return f"<pre>{escape(text)}</pre>"
    return ""
