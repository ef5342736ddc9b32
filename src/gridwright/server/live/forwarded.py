"""ASGI middleware: limits the open requests and sockets of one client behind proxies.

There every connection is a proxy's, so clients cannot be counted by the address of a connection.
"""

from contextlib import AsyncExitStack
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from gridwright.server.live.lines import TOO_MANY
from gridwright.server.operations.metrics import Limited, Metrics
from gridwright.server.operations.rate_limiter import address_of
from gridwright.server.operations.rate_limits import Places, TooMany
from gridwright.server.wire.refusals import refusal_of


class ForwardedPlaces:
    """Limits requests in progress and sockets by the address that the proxies report."""

    def __init__(self, app: ASGIApp, most: int, n_proxies: int, metrics: Metrics) -> None:
        self._app: Final = app
        self._places: Final = Places(most, "too many concurrent requests from this address")
        self._n_proxies: Final = n_proxies
        self._metrics: Final = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        address = address_of(HTTPConnection(scope), self._n_proxies)
        async with AsyncExitStack() as held:
            try:
                await held.enter_async_context(self._places.place(address))
            except TooMany as error:
                self._metrics.request_limited(Limited.CONNECTIONS)
                await _refuse(error, scope, receive, send)
                return
            await self._app(scope, receive, send)


async def _refuse(error: TooMany, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await refusal_of(error)(scope, receive, send)
        return
    socket = WebSocket(scope, receive, send)
    await socket.accept()
    await socket.close(TOO_MANY)
