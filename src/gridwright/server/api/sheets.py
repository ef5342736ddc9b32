"""What never changes: the sheet of a table, and what a host may choose from."""

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gridwright.protocol.sheet import ENCODER
from gridwright.server.api.orders import guarded
from gridwright.server.node import Node
from gridwright.server.tables.sheet import build_choices, build_sheet

JSON: Final = "application/json"
KEPT: Final = {"cache-control": "private, max-age=3600"}
"""A sheet stays as it is, but an upgrade of the server may add to it."""


class SheetRoutes:
    """Reads that need no ticket."""

    def __init__(self, node: Node) -> None:
        self._node: Final = node

    async def sheet(self, request: Request) -> Response:
        """Names and figures of one table's parts."""
        return await guarded(self._sheet(request))

    async def _sheet(self, request: Request) -> Response:
        table = await self._node.service.table(request.path_params["game_id"])
        return _answer(build_sheet(table.spec))

    async def choices(self, _request: Request) -> Response:
        """Everything that a table can be made of."""
        return _answer(build_choices())


def _answer(record: msgspec.Struct) -> Response:
    return Response(ENCODER.encode(record), media_type=JSON, headers=KEPT)
