"""Streaming response: one line of JSON per event, until the client disconnects."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from gridwright.protocol.frames import RefusedFrame, encode
from gridwright.protocol.refusals import Code
from gridwright.server.live.lines import CUT
from gridwright.server.live.watchers import BAD_TICKET, TABLE_QUARANTINED, UNKNOWN_TABLE
from gridwright.server.wire.operation import LINES
from gridwright.server.wire.refusals import EXPECTED, PRIVATE, refusal_of

KEEP_ALIVE_SECONDS: Final = 5.0
"""Interval of empty lines that keep an idle stream alive."""
UNBUFFERED: Final = {**PRIVATE, "x-accel-buffering": "no"}
"""Prevents proxies from buffering the lines."""
_REASONS: Final[dict[int, tuple[Code, str]]] = {
    BAD_TICKET: ("bad_ticket", "another player has the seat now"),
    UNKNOWN_TABLE: ("unknown_table", "there is no such table"),
    TABLE_QUARANTINED: ("set_aside", "this server cannot read the table"),
}
_FAILED: Final[tuple[Code, str]] = ("failed", "something broke here")


class LineWriter:
    """Output of a stream, with the same interface as a socket's."""

    def __init__(self, response: Response, send: Send) -> None:
        self.scope: Final = {"extensions": {CUT: {"cut": self._end}}}
        self._response: Final = response
        self._send: Final = send
        self._writing: Final = asyncio.Lock()
        self._over: Final = asyncio.Event()
        self.is_begun = False

    async def begin(self) -> None:
        """Send the response header. Errors before it have their own response."""
        if self.is_begun:
            return
        self.is_begun = True
        head = self._response
        start: Message = {"type": "http.response.start", "status": head.status_code}
        await self._send({**start, "headers": head.raw_headers})

    async def send_text(self, data: str) -> None:
        """Send a line; an empty one is a keep-alive."""
        async with self._writing:
            await self.begin()
            body = data.encode() + b"\n"
            await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def close(self, code: int) -> None:
        """Send the close reason as a line, like the close code of a socket."""
        await self.refuse(*_REASONS.get(code, _FAILED))

    async def refuse(self, code: Code, problem: str) -> None:
        await self.send_text(encode(RefusedFrame(code, problem)).decode())
        self._end()

    def _end(self) -> None:
        self._over.set()

    async def until_over(self) -> None:
        """Wait until the server closes the stream."""
        await self._over.wait()


Work = Callable[[LineWriter], Awaitable[None]]
"""Writes lines until the stream is over. A Refused before the first line is a normal error."""


class LineStream(Response):
    """Response whose lines are written by ``work`` until the client disconnects."""

    media_type = LINES

    def __init__(
        self, work: Work, stopping: asyncio.Event, keep_alive: float = KEEP_ALIVE_SECONDS
    ) -> None:
        super().__init__(None, 200, UNBUFFERED)
        del self.headers["content-length"]
        self._work: Final = work
        self._stopping: Final = stopping
        self._keep_alive: Final = keep_alive

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        writer = LineWriter(self, send)
        work = asyncio.ensure_future(self._work(writer))
        others = [
            asyncio.create_task(_until_gone(receive)),
            asyncio.create_task(self._say_alive(writer)),
            # The client reconnects to another node, as watchers do.
            asyncio.create_task(self._stopping.wait()),
        ]
        await asyncio.wait([work, *others], return_when=asyncio.FIRST_COMPLETED)
        for task in (work, *others):
            task.cancel()
        await asyncio.wait([work, *others])
        error = None if work.cancelled() else work.exception()
        if isinstance(error, EXPECTED):
            answer = refusal_of(error)
            if not writer.is_begun:
                await answer(scope, receive, send)
                return
            await writer.send_text(bytes(answer.body).decode())
        elif error is not None:
            raise error
        await writer.begin()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _say_alive(self, writer: LineWriter) -> None:
        while True:
            await asyncio.sleep(self._keep_alive)
            if writer.is_begun:
                await writer.send_text("")


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
