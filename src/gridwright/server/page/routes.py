"""Routes of the built client: its files, and one page for every path that it renders."""

import gzip
import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope

from gridwright.server.feature import Feature
from gridwright.server.page.build import FOLDER, INDEX, BuiltFile, read_build
from gridwright.server.share.routes import ShareRoutes
from gridwright.server.wire.page_headers import ASK_AGAIN, EMBEDDED, IMMUTABLE, SAFETY

SCREENS: Final = (
    "/",
    "/new",
    "/lobby",
    "/j/{code}",
    "/watch",
    "/bots",
    "/boards",
    "/boards/{board}",
    "/learn",
    "/learn/{lesson}",
    "/puzzles",
    "/puzzles/{puzzle}",
    "/people",
    "/people/{name}",
    "/signin",
    "/signup",
    "/me",
    "/settings",
    "/host",
    "/notices/{use}",
    "/import",
)
"""Paths of the client's own screens."""
TABLE: Final = "/t/{game_id}"
"""Path of the page of a table, which has tags for previews of its link."""
EMBED: Final = "/embed/{game_id}"
"""Path of the only page that may be framed by other sites."""
PROGRAMS: Final = ("/api/", "/assets/")
"""Path prefixes without pages."""
NOT_EMBEDDED: Final = """\
This game cannot be shown here: there is none, or its table is private and it is not over yet.
"""
NOT_BUILT: Final = """\
The browser client is not built in this checkout.

    make web

builds it; then start the server again. It needs Node 20.19 or newer with npm.
The API is described at /docs.
"""
HEAD_ENDS: Final = b"</head>"
COMPRESSIBLE: Final = ("text/", "application/json", "application/manifest", "image/svg")


def page_routes(folder: Path = FOLDER, share: ShareRoutes | None = None) -> list[BaseRoute]:
    """Return the routes of the client; without a build they explain how to make one."""
    files = _remembered(folder)
    pages = Pages(files, share)
    routes: list[BaseRoute] = [
        Route(path, pages.screen, methods=["GET"], include_in_schema=False) for path in SCREENS
    ]
    for path, endpoint in ((TABLE, pages.table), (EMBED, pages.embedded)):
        routes.append(Route(path, endpoint, methods=["GET"], include_in_schema=False))
    for path in files:
        if path != INDEX:
            route = Route(f"/{path}", pages.file, methods=["GET"], include_in_schema=False)
            routes.append(route)
    routes.append(UnknownPath("/{path:path}", pages.unknown_path, include_in_schema=False))
    return routes


class UnknownPath(Route):
    """Any other path opened in a browser; programs get the API's error."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or scope["method"] != "GET":
            return Match.NONE, {}
        is_programs = scope["path"].startswith(PROGRAMS)
        if is_programs or "text/html" not in Headers(scope=scope).get("accept", ""):
            return Match.NONE, {}
        return super().matches(scope)


@cache
def _remembered(folder: Path) -> dict[str, "SentFile"]:
    return {path: SentFile(file) for path, file in read_build(folder).items()}


class SentFile:
    """A file with its headers and its compressed forms, compressed once."""

    def __init__(self, file: BuiltFile) -> None:
        self.plain: Final = file.content
        self.media_type: Final = file.media_type
        self.head: Final = {**SAFETY, **(IMMUTABLE if file.is_hashed else ASK_AGAIN)}
        packs = file.media_type.startswith(COMPRESSIBLE)
        gzipped = gzip.compress(file.content, 9, mtime=0) if packs else b""
        packed = {"br": file.brotli, "gzip": gzipped}
        self.packed: Final = {coding: content for coding, content in packed.items() if content}
        """Content by coding, the smallest first."""

    def answer(self, request: Request) -> Response:
        """Return the file, compressed if the browser accepts that."""
        if not self.packed:
            return Response(self.plain, media_type=self.media_type, headers=self.head)
        head = {**self.head, "vary": "accept-encoding"}
        taken = _codings(request)
        for coding, content in self.packed.items():
            if coding in taken:
                head["content-encoding"] = coding
                return Response(content, media_type=self.media_type, headers=head)
        return Response(self.plain, media_type=self.media_type, headers=head)


def _codings(request: Request) -> set[str]:
    """Return the content codings that a browser accepts; one with weight 0 is refused."""
    given = [part.split(";") for part in request.headers.get("accept-encoding", "").split(",")]
    return {name.strip().lower() for name, *weight in given if not _is_nought(weight)}


def _is_nought(weight: list[str]) -> bool:
    return any(each.strip().lower() in {"q=0", "q=0.0", "q=0.00", "q=0.000"} for each in weight)


class Pages:
    """Handlers of the client's paths."""

    def __init__(self, files: dict[str, SentFile], share: ShareRoutes | None) -> None:
        self._files: Final = files
        self._share: Final = share

    async def screen(self, request: Request) -> Response:
        """Return the page; the client renders by the path."""
        index = self._files.get(INDEX)
        if index is None:
            return PlainTextResponse(NOT_BUILT, headers={**SAFETY, **ASK_AGAIN})
        return index.answer(request)

    async def unknown_path(self, request: Request) -> Response:
        """Return the same page with status 404; the client shows that the path is unknown."""
        response = await self.screen(request)
        response.status_code = 404
        return response

    async def table(self, request: Request) -> Response:
        """Return the page with tags about the table, for previews of the link."""
        index = self._files.get(INDEX)
        if index is None or self._share is None or not (tags := await self._share.tags(request)):
            return await self.screen(request)
        page = index.plain.replace(HEAD_ENDS, f"{tags}\n".encode() + HEAD_ENDS, 1)
        etag = f'"{hashlib.sha256(page).hexdigest()[:32]}"'
        head = {**index.head, "vary": "accept-language", "etag": etag}
        if request.headers.get("if-none-match") == etag:
            return Response(None, 304, head)
        return Response(page, media_type=index.media_type, headers=head)

    async def embedded(self, request: Request) -> Response:
        """Return the page of an embedded replay."""
        if self._share is None or not await self._share.may_embed(request):
            return PlainTextResponse(NOT_EMBEDDED, 404, {**EMBEDDED, **ASK_AGAIN})
        response = await self.screen(request)
        response.headers.update(EMBEDDED)
        return response

    async def file(self, request: Request) -> Response:
        """Return a file of the build; each has a route."""
        return self._files[request.url.path.removeprefix("/")].answer(request)


PAGE: Final = Feature("page", pages=lambda parts: page_routes(share=parts[ShareRoutes]))
