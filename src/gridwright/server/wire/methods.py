"""Paths asked with a method that they do not have."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match

from gridwright.server.wire.refusals import refused

WRONG_METHOD: Final = 405
METHODS: Final = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")


async def refuse_method(request: Request, _error: Exception) -> Response:
    """Say which methods the path has.

    A path may be several routes, one for each method, and a route knows its own alone; so every
    method is tried on all of them.
    """
    found = ", ".join([method for method in METHODS if _has(request, method)])
    answer = refused("wrong_method", f"expected {found}")
    answer.headers["allow"] = found
    return answer


def _has(request: Request, method: str) -> bool:
    scope = {**request.scope, "method": method}
    return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)
