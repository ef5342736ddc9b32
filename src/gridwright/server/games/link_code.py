"""The link of a table as a QR code, for a phone camera."""

from collections.abc import Iterable
from typing import Final

import segno
from starlette.requests import Request

from gridwright.protocol.sharing import LinkCode
from gridwright.server.auth.service import Auth
from gridwright.server.games.service import TableService
from gridwright.server.wire.operation import Answer, Group, Tag
from gridwright.server.wire.scopes import Scope

TABLE_PATH: Final = "/t/"
"""Path of the page of a table."""


class LinkCodeRoutes:
    """Route of the invitation link of a table."""

    def __init__(self, service: TableService, auth: Auth) -> None:
        self._service: Final = service
        self._auth: Final = auth

    async def link_code(self, request: Request, game_id: str) -> LinkCode:
        table = await self._service.load(game_id)
        return draw_link(f"{self._auth.site(request).origin}{TABLE_PATH}{table.game_id}")


def draw_link(address: str) -> LinkCode:
    """Return the QR code of an address, readable with up to a tenth of it covered."""
    code = segno.make(address, micro=False, error="m")
    rows = [list(row) for row in code.matrix_iter(border=0)]
    return LinkCode(address, len(rows), "".join(_lines(rows)))


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


_EXAMPLE: Final = LinkCode("https://play.example/t/dGhl", 25, "M0 0h7v1h-7z")

OPERATIONS: Final = (
    Group(
        Tag.TABLES,
        errors=("unknown_table", "set_aside", "store_away", "no_host"),
        scope=Scope.READ,
    ).get(
        "/api/tables/{game_id}/code",
        LinkCodeRoutes.link_code,
        "The link of the table as a QR code",
        Answer("The address and its drawing.", _EXAMPLE),
    ),
)
