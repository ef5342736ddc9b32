"""Drawings and texts of the host's own boards; clients ship those of the others."""

import asyncio
from functools import lru_cache
from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gridwright.content.board_drawing.drawing import draw_board
from gridwright.content.board_texts import board_languages, board_words
from gridwright.content.library import load_library
from gridwright.content.own_board import OFFERED, OwnBoard
from gridwright.content.table import default_spec
from gridwright.protocol.own_board import (
    ENCODER,
    BoardDrawing,
    DrawnCity,
    DrawnLink,
    DrawnRegion,
    NamePlace,
    OwnBoardFace,
)
from gridwright.protocol.refusals import Refused
from gridwright.server.wire.operation import Answer, Group, Tag
from gridwright.server.wire.page_headers import ANSWER_SAFETY
from gridwright.server.wire.refusals import JSON
from gridwright.server.wire.scopes import Scope

KEPT: Final = {**ANSWER_SAFETY, "cache-control": "public, max-age=86400"}
"""Cached under the digest of the board; not forever, because a newer version may draw it better."""


class OwnBoardRoutes:
    """Public routes of the boards that the host added."""

    def __init__(self) -> None:
        self._drawing: Final = asyncio.Lock()

    async def board(self, _request: Request, content: str) -> Response:
        board = OFFERED.with_content(content)
        if board is None:
            raise Refused("this server offers no board of these figures", "unknown_board")
        # A drawing takes seconds: it is made once, in a thread, so that the event loop stays free.
        async with self._drawing:
            encoded = await asyncio.to_thread(encoded_board, board)
        return Response(encoded, 200, KEPT, JSON)


@lru_cache(maxsize=64)
def encoded_board(board: OwnBoard) -> bytes:
    return ENCODER.encode(build_face(board))


def build_face(board: OwnBoard) -> OwnBoardFace:
    """Return the drawing with all texts; a region without a translation is shown by its name."""
    sheet = load_library(board.edition, content=board.content).boards[board.id]
    spec = default_spec(board.edition, None, board.id, content=board.content)
    labels = {f"map.region.{board.id}.{region.id}": region.label for region in sheet.regions}
    labels[f"map.board.{board.id}"] = sheet.name
    words = {language: labels | board_words(spec, language) for language in board_languages(spec)}
    drawing = msgspec.convert(draw_board(board).to_json(), BoardDrawing)
    return OwnBoardFace(drawing, {"en": labels} | words)


Digest = Annotated[
    str,
    msgspec.Meta(
        min_length=1, max_length=64, description="The digest of the board, as the choices name it."
    ),
]

_EXAMPLE: Final = OwnBoardFace(
    BoardDrawing(
        "moorland",
        728,
        520,
        "bottom-left",
        "",
        "M10 10 90 10 90 90",
        "",
        "",
        [DrawnRegion("moors", "b", "M10 10 90 10 90 90z", (60, 40))],
        [DrawnCity("windle", "Windle", 0, 60, 30, NamePlace("below", 0, 19.7, ["Windle"]))],
        [DrawnLink((0, 1), 12, (80, 50))],
    ),
    {"en": {"map.region.moorland.moors": "The Moors"}},
)

OPERATIONS: Final = (
    Group(Tag.LOBBY, errors=("unknown_board",), scope=Scope.READ).get(
        "/api/boards/{content}",
        OwnBoardRoutes.board,
        "The drawing and the words of a board of the host's own",
        Answer("The board.", _EXAMPLE, OwnBoardFace),
        path_params={"content": Digest},
    ),
)
