"""A lean HTTP client for experiments: it raises an error if an answer does not arrive."""

import asyncio
from contextlib import suppress
from typing import Final, NamedTuple
from urllib.parse import urlsplit

TIMEOUT_S: Final = 30.0
"""Seconds until an answer counts as none."""
_END_OF_HEAD: Final = b"\r\n\r\n"
_LENGTH: Final = b"content-length:"


class NoAnswer(Exception):
    """The connection broke before the answer was complete; the outcome is unknown."""


class NotSent(NoAnswer):
    """The request was never sent, so the server did nothing."""


class Answer(NamedTuple):
    """A response."""

    status: int
    body: bytes


class HttpClient:
    """One request at a time over one connection, which is reopened after it broke.

    It reads only the part of HTTP that our own server uses: a status, a length and a body.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        assert parts.hostname is not None
        assert parts.port is not None
        self._place: Final = (parts.hostname, parts.port)
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._turn: Final = asyncio.Lock()

    async def ask(self, method: str, path: str, body: bytes = b"", ticket: str = "") -> Answer:
        """The answer to a request, or NoAnswer."""
        head = f"{method} {path} HTTP/1.1\r\nHost: trial\r\nContent-Length: {len(body)}\r\n"
        if ticket:
            head += f"Authorization: Bearer {ticket}\r\n"
        if body:
            head += "Content-Type: application/json\r\n"
        async with self._turn:
            try:
                async with asyncio.timeout(TIMEOUT_S):
                    return await self._exchange(head.encode("latin-1") + b"\r\n" + body)
            except (OSError, EOFError, TimeoutError) as error:
                self._hang_up()
                raise NoAnswer(type(error).__name__) from error
            except asyncio.CancelledError:
                # Half an answer would be taken for the next one.
                self._hang_up()
                raise

    async def _exchange(self, request: bytes) -> Answer:
        if self._reader is None or self._reader.at_eof():
            self._hang_up()
            try:
                self._reader, self._writer = await asyncio.open_connection(*self._place)
            except OSError as error:
                raise NotSent(type(error).__name__) from error
        assert self._writer is not None
        self._writer.write(request)
        await self._writer.drain()
        head = await self._reader.readuntil(_END_OF_HEAD)
        status = int(head[9:12])
        place = head.lower().index(_LENGTH) + len(_LENGTH)
        length = int(head[place : head.index(b"\r", place)])
        return Answer(status, await self._reader.readexactly(length))

    def _hang_up(self) -> None:
        if self._writer is not None:
            with suppress(OSError):
                self._writer.close()
        self._reader = self._writer = None

    async def close(self) -> None:
        """Hang up, and return once the connection is gone."""
        writer = self._writer
        self._hang_up()
        if writer is not None:
            with suppress(OSError):
                await writer.wait_closed()
