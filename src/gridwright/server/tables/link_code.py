"""The link of a table as a QR code, and its spoken code."""

from collections.abc import Iterable
from typing import Annotated, Final

import msgspec
from starlette.requests import Request

from gridwright.protocol.refusals import Refused
from gridwright.protocol.sharing import FoundRoom, LinkCode
from gridwright.server.auth.service import Auth
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.storage.errors import UnknownGame
from gridwright.server.tables.room_codes import MAX_TYPED, RoomCodes
from gridwright.server.tables.service import TableService
from gridwright.server.wire.operation import Answer, Group, Tag
from gridwright.server.wire.scopes import Scope
from gridwright.table.entries import Status

TABLE_PATH: Final = "/t/"
"""Path of the page of a table."""


class LinkCodeRoutes:
    """Routes of the invitation link of a table, and of its code."""

    def __init__(
        self, service: TableService, auth: Auth, codes: RoomCodes, limiter: RateLimiter
    ) -> None:
        self._service: Final = service
        self._auth: Final = auth
        self._codes: Final = codes
        self._limiter: Final = limiter

    async def link_code(self, request: Request, game_id: str) -> LinkCode:
        table = await self._service.load(game_id)
        code = await self._codes.of(game_id) if table.status is Status.GATHERING else ""
        address = f"{self._auth.site(request).origin}{TABLE_PATH}{table.game_id}"
        return draw_link(address, code)

    async def find_room(self, request: Request, code: str) -> FoundRoom:
        await self._limiter.try_code(request)
        game_id = await self._codes.find(code)
        if not game_id or not await self._is_gathering(game_id):
            raise Refused("no table that gathers has this code", "unknown_code")
        return FoundRoom(game_id, f"/api/tables/{game_id}")

    async def _is_gathering(self, game_id: str) -> bool:
        try:
            return (await self._service.load(game_id)).status is Status.GATHERING
        except UnknownGame:  # Deleted; its code expires later.
            return False


def draw_link(address: str, room_code: str = "") -> LinkCode:
    """Return the QR code of an address, readable with up to a tenth of it covered."""
    import segno  # Late: few requests want a code, and every start would wait for it.

    code = segno.make(address, micro=False, error="m")
    rows = [list(row) for row in code.matrix_iter(border=0)]
    return LinkCode(address, len(rows), "".join(_lines(rows)), room_code)


def _lines(rows: Iterable[list[int]]) -> Iterable[str]:
    """Yield each horizontal run of dark modules as an SVG path."""
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                yield f"M{x} {y}h{end - x}v1h-{end - x}z"
            x = end + 1


_EXAMPLE: Final = LinkCode("https://play.example/t/dGhl", 25, "M0 0h7v1h-7z", "bokatemi")
_TYPED: Final = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=MAX_TYPED,
        description="The code; capitals, spaces and hyphens do not matter.",
    ),
]

OPERATIONS: Final = (
    Group(
        Tag.TABLES,
        errors=("unknown_table", "set_aside", "store_away", "no_host"),
        scope=Scope.READ,
    ).get(
        "/api/tables/{game_id}/code",
        LinkCodeRoutes.link_code,
        "The link of the table as a QR code; while it gathers, also its spoken code",
        Answer("The address, its drawing and the code.", _EXAMPLE),
    ),
    Group(
        Tag.TABLES,
        errors=("unknown_code", "set_aside", "too_many", "store_away"),
        scope=Scope.READ,
    ).get(
        "/api/codes/{code}",
        LinkCodeRoutes.find_room,
        "The table that gathers under a spoken code",
        Answer("Where it is.", FoundRoom("dGhl", "/api/tables/dGhl")),
        path_params={"code": _TYPED},
    ),
)
