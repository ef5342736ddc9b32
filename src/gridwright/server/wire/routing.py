"""Build the ASGI application from declared routes: parse requests, encode answers."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, get_args

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route, compile_path
from starlette.types import Receive, Scope, Send

from gridwright.protocol.refusals import Code, Refused
from gridwright.server.wire.operation import Operation
from gridwright.server.wire.refusals import (
    EXPECTED,
    JSON,
    PRIVATE,
    UNREADABLE,
    PrivateJson,
    refusal_of,
    refused,
)

WRONG_METHOD: Final = 405
METHODS: Final = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")


async def refuse_method(request: Request, _error: Exception) -> Response:
    """Refuse the method and list the path's methods.

    A path may be several routes, one per method, and a route knows its own only, so every method
    is tried on all of them.
    """
    found = ", ".join([method for method in METHODS if _has(request, method)])
    answer = refused("wrong_method", f"expected {found}")
    answer.headers["allow"] = found
    return answer


def _has(request: Request, method: str) -> bool:
    scope = {**request.scope, "method": method}
    return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)


NO_CONTENT: Final = 204
_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")
_NUL_IN_JSON: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""An escaped NUL: JSON has no other. After an escaped backslash the same letters are plain text."""
ENCODER: Final = msgspec.json.Encoder(order="deterministic")

Endpoint = Callable[[Request], Awaitable[Response]]
Handled = tuple[object, Sequence[Operation]]
"""An object with handlers, and their declared routes."""
Guard = Callable[[Request, Operation], Awaitable[None]]
"""Called before each route; raises Refused for a forbidden request."""
Lifespan = Callable[[Starlette], AbstractAsyncContextManager[None]]
RENEWED: Final = "gridwright-ticket"
"""Response header with a new ticket in place of the one in the request."""


class Application(Starlette):
    """ASGI application of the declared routes; orders bypass the router.

    Nine of ten requests are orders, so they skip the layers that they do not need. Their route is
    also in the router, which answers other methods.
    """

    def __init__(
        self,
        handled: Sequence[Handled],
        others: Sequence[BaseRoute],
        lifespan: Lifespan,
        guard: Guard,
    ) -> None:
        super().__init__(lifespan=lifespan)
        self._hot: Final[list[tuple[Any, Endpoint]]] = []
        for routes, operations in handled:
            for operation in operations:
                endpoint = bind(operation, routes, guard)
                route = Route(operation.path, endpoint, methods=[operation.method])
                self.router.routes.append(route)
                if operation.is_hot:
                    self._hot.append((compile_path(operation.path)[0], endpoint))
        self.router.routes.extend(others)
        self.router.redirect_slashes = False
        self.add_exception_handler(405, refuse_method)
        self.add_exception_handler(HTTPException, _refuse_path)
        self.add_exception_handler(Exception, _fail)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "POST":
            for path, endpoint in self._hot:
                found = path.fullmatch(scope["path"])
                if found is not None:
                    scope["path_params"] = found.groupdict()
                    scope["endpoint"] = endpoint
                    await self._answer(endpoint, scope, receive, send)
                    return
        await super().__call__(scope, receive, send)

    async def _answer(self, ask: Endpoint, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            answer = await ask(Request(scope, receive, send))
        except Exception as error:
            # As in the router: the client gets an answer, and the log the whole error.
            await (await _fail(None, error))(scope, receive, send)
            raise
        await answer(scope, receive, send)


def bind(operation: Operation, routes: object, guard: Guard) -> Endpoint:
    """Return the endpoint of a declared route; invalid input is refused."""
    # Look the method up by name, so that replacing it on the class replaces the route.
    handle: Callable[..., Awaitable[Any]] = getattr(routes, operation.name)
    body = msgspec.json.Decoder(operation.body_type) if operation.reads_body else None
    asked = operation.asked
    texts = [name for name, kind in operation.in_path().items() if not _is_number(kind)]
    numbers = [(name, kind) for name, kind in operation.in_path().items() if _is_number(kind)]
    fields = () if asked is None else msgspec.structs.fields(asked)
    whole = {each.name for each in fields if _is_number(each.type)}
    status = operation.answers[0].status
    expected = (*EXPECTED, *UNREADABLE) if operation.is_hot else EXPECTED

    async def answer(request: Request) -> Response:
        try:
            await guard(request, operation)
            values: dict[str, Any] = request.path_params
            for name in texts:
                _refuse_nul(values[name], "unknown_path")
            if body is not None:
                values = {**values, "body": _read(body, await _body(request, operation.most_bytes))}
            for name, kind in numbers:
                number = _whole(values[name], "invalid")
                values = {**values, name: _convert(number, kind, "invalid")}
            if asked is not None:
                query: dict[str, Any] = dict(request.query_params)
                for text in (*query, *query.values()):
                    _refuse_nul(text, operation.bad_query)
                for name in whole & query.keys():
                    query[name] = _whole(query[name], operation.bad_query)
                values = {**values, "asked": _convert(query, asked, operation.bad_query)}
            found = await handle(request, **values)
        except expected as error:
            return refusal_of(error)
        response = found if isinstance(found, Response) else reply(found, status)
        renewed = request.scope.get(RENEWED)
        if renewed is not None:
            response.headers[RENEWED] = renewed
        return response

    return answer


def renew_ticket(request: Request, ticket: str) -> None:
    """Add a new ticket to the response of a request."""
    request.scope[RENEWED] = ticket


def reply(found: Any, status: int = 200, head: Mapping[str, str] = PRIVATE) -> Response:
    """Return an answer with a record, or without a body."""
    if found is None:
        return Response(None, NO_CONTENT, head)
    if head is PRIVATE:
        return PrivateJson(ENCODER.encode(found), status)
    return Response(ENCODER.encode(found), status, head, JSON)


# Requests


async def _body(request: Request, most_bytes: int) -> bytes:
    """Return the body; refuse large ones and those not declared as JSON, such as forms."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most_bytes:
            raise Refused(f"expected at most {most_bytes} bytes", "too_large")
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != JSON:
        raise Refused(f"expected a body of {JSON}", "invalid")
    return body


def _read(decoder: "msgspec.json.Decoder[Any]", body: bytes) -> Any:
    if _NUL_IN_JSON.search(body):
        raise Refused("expected text without NUL", "invalid")
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        raise Refused(f"body: {error}", "invalid") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("expected JSON in UTF-8") from error


def _refuse_nul(text: str, code: Code) -> None:
    """Raise Refused for a text with NUL, which PostgreSQL cannot store or compare."""
    if "\0" in text:
        raise Refused("expected text without NUL", code)


def _is_number(kind: Any) -> bool:
    """Return True for numbers. Texts are not validated: a text that is not found is unknown."""
    return kind is int or int in get_args(kind)


def _whole(text: str, code: Code) -> int:
    """Parse digits only; parsers of numbers would accept 1.0 too."""
    if not _WHOLE.fullmatch(text):
        raise Refused("expected a whole number", code)
    return int(text)


def _convert(value: Any, kind: Any, code: Code) -> Any:
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(str(error), code) from error


# Undeclared routes


async def _refuse_path(_request: Request, _error: Exception) -> Response:
    return refused("unknown_path", "there is no such path")


async def _fail(_request: Request | None, _error: Exception) -> Response:
    return refused("failed", "something broke here")
