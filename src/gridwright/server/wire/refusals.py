"""Errors of requests as responses, all of one shape."""

from typing import Final

import msgspec
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from gridwright.engine.notation import NotationError
from gridwright.protocol.frames import RefusedFrame, encode, frame_of
from gridwright.protocol.refusals import STATUS, Code, Refused
from gridwright.server.storage.errors import GameArchived, Malformed, StoreError, UnknownGame
from gridwright.server.wire.page_headers import ANSWER_SAFETY

JSON: Final = "application/json"
PRIVATE: Final = {**ANSWER_SAFETY, "cache-control": "no-store"}
"""Headers of responses that may depend on a cookie: no proxy may cache them."""

EXPECTED: Final = (Refused, StoreError, ClientDisconnect)
"""Errors that are returned without a log entry: nothing is broken."""
UNREADABLE: Final = (msgspec.DecodeError, NotationError)
"""Expected errors of routes that parse the body themselves; elsewhere they are server errors."""


_RAW_HEADERS: Final = (
    *((name.encode("latin-1"), value.encode("latin-1")) for name, value in PRIVATE.items()),
    (b"content-type", JSON.encode("latin-1")),
)


class PrivateJson(Response):
    """A response of JSON that no proxy may cache; its headers are encoded once for all."""

    def __init__(self, body: bytes, status: int = 200) -> None:
        # Not by the base class, which encodes each header again.
        self.status_code = status
        self.background = None
        self.body = body
        self.raw_headers = [*_RAW_HEADERS, (b"content-length", b"%d" % len(body))]


def refused(code: Code, problem: str) -> Response:
    return refusal(RefusedFrame(code, problem), STATUS[code])


def refusal(frame: RefusedFrame, status: int) -> Response:
    return PrivateJson(encode(frame), status)


def refusal_of(error: Exception) -> Response:
    """Return the response to an expected error."""
    if isinstance(error, Refused):
        answer = refusal(frame_of(error), STATUS[error.code])
        if error.retry_after:
            answer.headers["retry-after"] = str(error.retry_after)
        return answer
    if isinstance(error, UNREADABLE):
        return refused("malformed", str(error)[:200])
    if isinstance(error, ClientDisconnect):
        return refused("malformed", "expected the whole message")
    if isinstance(error, GameArchived):
        return refused("archived", "the game is in the archive")
    if isinstance(error, (UnknownGame, Malformed)):
        return refused("unknown_table", "there is no such table")
    return refused("store_away", "the database does not answer; send it again")
