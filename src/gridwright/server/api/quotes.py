"""What cities would cost the seat that asks: a read of its own, so that no order waits for it."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from gridwright.engine.ids import SPECTATOR
from gridwright.protocol.quotes import ENCODER
from gridwright.server.api.admission import Admission
from gridwright.server.api.orders import guarded
from gridwright.server.node import Node
from gridwright.server.tables.quotes import build_quotes

_PRIVATE: Final = {"cache-control": "no-store"}
"""Whoever asks next may be somebody else."""


class QuoteRoutes:
    """The quotes of one table."""

    def __init__(self, node: Node) -> None:
        self._node: Final = node
        self._admission: Final = Admission(node)

    async def quotes(self, request: Request) -> Response:
        """Every city for the holder of the ticket; a spectator is quoted nothing."""
        return await guarded(self._quotes(request))

    async def _quotes(self, request: Request) -> Response:
        table = await self._node.service.table(request.path_params["game_id"])
        ticket = await self._admission.ticket(request, table)
        quoted = build_quotes(table, SPECTATOR if ticket is None else ticket.seat)
        return Response(ENCODER.encode(quoted), 200, _PRIVATE, "application/json")
