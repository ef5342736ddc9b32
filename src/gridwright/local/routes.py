"""The requests that a device answers itself, each as a server answers it.

`tests/local` compares paths, types and answers with the server's declarations. A path that is
missing here is refused as unknown, and the client leaves out what needs it.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

import msgspec

from gridwright.engine.notation import NotationError
from gridwright.local.analysis_routes import ANALYSIS_ROUTES
from gridwright.local.route import Reply, Request, Route
from gridwright.local.table_routes import TABLE_ROUTES
from gridwright.local.tables import LocalTables
from gridwright.protocol.frames import ENCODER, RefusedFrame, frame_of
from gridwright.protocol.refusals import STATUS, Code, Refused

FIRST_ROUTES: Final = (*TABLE_ROUTES, *ANALYSIS_ROUTES)
LATE_ROUTES: Final = {
    "/api/puzzles": "gridwright.local.puzzle_routes",
    "/api/lessons": "gridwright.local.puzzle_routes",
}
"""Modules of further routes by the beginning of their paths, imported by the first request."""
LATE_PART: Final = "puzzles"
"""The part of the program with these modules, which a page loads when it is needed."""


class PartMissing(Exception):
    """A part of the program is not here yet: load it and repeat the request."""

    def __init__(self, part: str) -> None:
        super().__init__(f"expected the part {part}")
        self.part: Final = part


class LocalRoutes:
    """Answers requests about the tables of a device."""

    def __init__(self, tables: LocalTables) -> None:
        self._tables: Final = tables

    def answer(self, request: Request) -> Reply:
        """Return the answer; an expected error is an answer too. Raises PartMissing."""
        try:
            route, values = _find(request)
            if route.body is not None and not route.is_hot:
                values["body"] = _body(request, route.body)
            if route.asked is not None:
                values["asked"] = _asked(request, route.asked, route.bad_query)
            found = route.answer(self._tables, request, **values)
        except Refused as error:
            return _refused(frame_of(error), STATUS[error.code])
        except (msgspec.DecodeError, NotationError) as error:
            return _refused(RefusedFrame("malformed", str(error)[:200]), STATUS["malformed"])
        if isinstance(found, Reply):
            return found
        return Reply(route.status, ENCODER.encode(found))


def all_routes() -> tuple[Route, ...]:
    """Return every route, those of parts that are loaded later too."""
    late = {name: tuple(import_module(name).ROUTES) for name in LATE_ROUTES.values()}
    return (*FIRST_ROUTES, *(route for routes in late.values() for route in routes))


def _routes_for(path: str) -> Iterator[Route]:
    yield from FIRST_ROUTES
    for start, name in LATE_ROUTES.items():
        if path == start or path.startswith(f"{start}/"):
            try:
                yield from import_module(name).ROUTES
            except ModuleNotFoundError as error:
                raise PartMissing(LATE_PART) from error


def _refused(frame: RefusedFrame, status: int) -> Reply:
    return Reply(status, ENCODER.encode(frame))


def _find(request: Request) -> tuple[Route, dict[str, Any]]:
    """Return the route of a request with the values of its path."""
    parts = request.path.split("/")
    methods = []
    for route in _routes_for(request.path):
        names = route.path.split("/")
        if len(names) != len(parts):
            continue
        if all(
            name == part or name.startswith("{") for name, part in zip(names, parts, strict=True)
        ):
            methods.append(route.method)
            if route.method == request.method:
                values: dict[str, Any] = {
                    name[1:-1]: part
                    for name, part in zip(names, parts, strict=True)
                    if name.startswith("{")
                }
                return route, values
    if methods:
        raise Refused(f"expected {', '.join(methods)}", "wrong_method")
    raise Refused("there is no such path", "unknown_path")


def _body(request: Request, kind: Any) -> Any:
    try:
        return msgspec.json.decode(request.body, type=kind)
    except msgspec.ValidationError as error:
        raise Refused(f"body: {error}", "invalid") from error


def _asked(request: Request, kind: Any, code: Code) -> Any:
    try:
        return msgspec.convert(dict(request.query), kind, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(str(error), code) from error
