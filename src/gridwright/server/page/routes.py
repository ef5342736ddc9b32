"""The built client: its files, and one page for every path that it draws itself."""

import gzip
from functools import cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from gridwright.server.page.build import FOLDER, INDEX, BuiltFile, read_build
from gridwright.server.wire.page_headers import ASK_AGAIN, FOR_EVER, SAFETY

SCREENS: Final = (
    "/",
    "/new",
    "/lobby",
    "/boards",
    "/boards/{board}",
    "/learn",
    "/learn/{lesson}",
    "/puzzles",
    "/puzzles/{puzzle}",
    "/signin",
    "/signup",
    "/me",
    "/notices/{use}",
    "/t/{game_id}",
)
"""The paths of the client's own screens."""
NOT_BUILT: Final = """\
The browser client is not built in this checkout.

    make web

builds it; then start the server again. It needs Node 20.19 or newer with npm.
The API is described at /docs.
"""
COMPRESSIBLE: Final = ("text/", "application/json", "application/manifest", "image/svg")


def page_routes(folder: Path = FOLDER) -> list[BaseRoute]:
    """The routes of the client; without a build they say how to make one."""
    files = _remembered(folder)
    pages = Pages(files)
    routes: list[BaseRoute] = [
        Route(path, pages.screen, methods=["GET"], include_in_schema=False) for path in SCREENS
    ]
    for path in files:
        if path != INDEX:
            route = Route(f"/{path}", pages.file, methods=["GET"], include_in_schema=False)
            routes.append(route)
    return routes


@cache
def _remembered(folder: Path) -> dict[str, "SentFile"]:
    return {path: SentFile(file) for path, file in read_build(folder).items()}


class SentFile:
    """A file with its head, and compressed once for all who take it so."""

    def __init__(self, file: BuiltFile) -> None:
        self.plain: Final = file.content
        self.media_type: Final = file.media_type
        self.head: Final = {**SAFETY, **(FOR_EVER if file.is_hashed else ASK_AGAIN)}
        packs = file.media_type.startswith(COMPRESSIBLE)
        gzipped = gzip.compress(file.content, 9, mtime=0) if packs else b""
        packed = {"br": file.brotli, "gzip": gzipped}
        self.packed: Final = {coding: content for coding, content in packed.items() if content}
        """The smallest first."""

    def answer(self, request: Request) -> Response:
        """The file, packed if the browser takes it."""
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
    """How a browser takes files packed; a weight of nought takes one away."""
    given = [part.split(";") for part in request.headers.get("accept-encoding", "").split(",")]
    return {name.strip().lower() for name, *weight in given if not _is_nought(weight)}


def _is_nought(weight: list[str]) -> bool:
    return any(each.strip().lower() in {"q=0", "q=0.0", "q=0.00", "q=0.000"} for each in weight)


class Pages:
    """Answers for the client's paths."""

    def __init__(self, files: dict[str, SentFile]) -> None:
        self._files: Final = files

    async def screen(self, request: Request) -> Response:
        """The one page; the client finds out from the path what to draw."""
        index = self._files.get(INDEX)
        if index is None:
            return PlainTextResponse(NOT_BUILT, headers={**SAFETY, **ASK_AGAIN})
        return index.answer(request)

    async def file(self, request: Request) -> Response:
        """A file of the build; only those that there are have a route."""
        return self._files[request.url.path.removeprefix("/")].answer(request)
