"""Routes of the document for programs, and of its page for people."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from gridwright.server.openapi.document import build_document
from gridwright.server.openapi.page import PAGE, SCRIPT, STYLE, build_page
from gridwright.server.wire.operation import Operation
from gridwright.server.wire.page_headers import ANSWER_SAFETY, ASK_AGAIN, SAFETY

DOCUMENT: Final = "/openapi.json"
FILES: Final = Path(__file__).parent / "files"
KINDS: Final = {STYLE: "text/css", SCRIPT: "text/javascript"}
"""Files that the page loads, by path."""
_HEAD: Final = {**SAFETY, **ASK_AGAIN}


def document_routes(operations: Sequence[Operation]) -> list[BaseRoute]:
    """Return the routes of the API document, which is built on the first request."""

    @cache
    def document() -> dict[str, Any]:
        return build_document(operations)

    @cache
    def page() -> str:
        return build_page(document())

    async def show_document(_request: Request) -> Response:
        return JSONResponse(document(), headers={**ANSWER_SAFETY, **ASK_AGAIN})

    async def show_page(_request: Request) -> Response:
        return HTMLResponse(page(), headers=_HEAD)

    async def show_file(request: Request) -> Response:
        path = request.url.path
        content = (FILES / path.rpartition("/")[2]).read_bytes()
        return Response(content, media_type=KINDS[path], headers=_HEAD)

    files = [Route(path, show_file, include_in_schema=False) for path in KINDS]
    return [Route(DOCUMENT, show_document), Route(PAGE, show_page), *files]
