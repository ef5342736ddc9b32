"""Responses that are known as a whole are written in one piece, with a prepared head.

uvicorn writes head and body one after the other and checks each header again. Most responses are
small and have the same headers, so that takes longer than the rules take for a move.
"""

from functools import lru_cache
from typing import Any, Final, TypeAlias

from starlette.types import Message, Send
from uvicorn.protocols.http.httptools_impl import (
    HEADER_RE,
    HEADER_VALUE_RE,
    STATUS_LINE,
    RequestResponseCycle,
)

LENGTH: Final = b"content-length"
MAX_HEADS: Final = 256
"""Prepared heads; those with a header of their own, such as a cookie, make room for others."""
_OF_THE_CONNECTION: Final = (b"connection", b"transfer-encoding")

Headers: TypeAlias = tuple[tuple[bytes, bytes], ...]


class WholeAnswer:
    """The ``send`` of one request: keeps the head of a response until it gets the body."""

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle: Final = cycle
        self._send_part: Final[Send] = cycle.send  # type: ignore[assignment]  # Types of their own.
        self._head: Message | None = None

    async def send(self, message: Message) -> None:
        """Write a whole response, or pass on the messages of one that comes in parts."""
        if message["type"] == "http.response.start" and self._may_wait(message):
            self._head = message
            return
        head, self._head = self._head, None
        if head is not None:
            if not message.get("more_body", False) and self._write(head, message.get("body", b"")):
                return
            await self._send_part(head)
        await self._send_part(message)

    def _may_wait(self, start: Message) -> bool:
        """Return True if the body follows immediately, because its length is known."""
        if self._cycle.response_started or self._cycle.scope["method"] == "HEAD":
            return False
        return any(name == LENGTH for name, _value in start.get("headers", ()))

    def _write(self, head: Message, body: bytes) -> bool:
        """Write the response; return False if it must be sent in parts."""
        cycle = self._cycle
        is_plain = cycle.keep_alive and not cycle.access_log
        if not is_plain or cycle.flow.write_paused or cycle.disconnected:
            return False
        headers: list[tuple[bytes, bytes]] = head["headers"]
        others = tuple([header for header in headers if header[0] != LENGTH])
        prepared = prepared_head(head["status"], others)
        n_bytes = b"%d" % len(body)
        if prepared is None or (LENGTH, n_bytes) not in headers or len(others) + 1 != len(headers):
            return False
        lines: list[Any] = [b"%b: %b\r\n" % header for header in cycle.default_headers]
        first, rest = prepared
        cycle.response_started = True
        cycle.waiting_for_100_continue = False
        cycle.transport.write(b"".join((first, *lines, rest, n_bytes, b"\r\n\r\n", body)))
        cycle.response_complete = True
        cycle.message_event.set()
        cycle.on_response()
        return True


@lru_cache(MAX_HEADS)
def prepared_head(status: int, headers: Headers) -> tuple[bytes, bytes] | None:
    """Return the status line, and the headers up to the length; None if uvicorn must decide."""
    lines: list[bytes] = []
    for name, value in headers:
        is_bad = HEADER_RE.search(name) or HEADER_VALUE_RE.search(value)
        if is_bad or name.lower() in _OF_THE_CONNECTION:
            return None
        lines.append(b"%b: %b\r\n" % (name.lower(), value))
    first = STATUS_LINE.get(status)
    return None if first is None else (first, b"".join((*lines, LENGTH, b": ")))
