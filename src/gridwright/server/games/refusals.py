"""What requests around a table are refused with."""

from typing import Final

from starlette.responses import Response

from gridwright.protocol.frames import Frame, encode
from gridwright.protocol.refusals import Code
from gridwright.server.wire.refusals import JSON, PRIVATE

READ: Final[tuple[Code, ...]] = (
    *("bad_ticket", "foreign_page", "unknown_table", "set_aside", "store_away"),
)
"""Of whoever looks at a table."""
OF_SEAT: Final[tuple[Code, ...]] = (*READ, "too_many")
"""Of whoever asks for a seat."""


def answer(frame: Frame, status: int = 200) -> Response:
    return Response(encode(frame), status, PRIVATE, JSON)
