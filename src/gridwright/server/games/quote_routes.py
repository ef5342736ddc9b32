"""What cities would cost the seat that asks: a read of its own, so that no order waits for it."""

from typing import Final

from starlette.requests import Request

from gridwright.engine.ids import SPECTATOR
from gridwright.protocol.quotes import CityQuote, CityRefusal, Quotes
from gridwright.server.games.quotes import build_quotes
from gridwright.server.games.refusals import READ
from gridwright.server.games.seat_auth import SeatAuth
from gridwright.server.games.service import TableService
from gridwright.server.wire.operation import Answer, Group, Tag, Who


class QuoteRoutes:
    """The quotes of one table."""

    def __init__(self, service: TableService, seats: SeatAuth) -> None:
        self._service: Final = service
        self._seats: Final = seats

    async def quotes(self, request: Request, game_id: str) -> Quotes:
        table = await self._service.table(game_id)
        ticket = await self._seats.ticket(request, table)
        return build_quotes(table, SPECTATOR if ticket is None else ticket.seat)


_CITY: Final = CityQuote(4, 10, 7, [2, 4], None)
_WHY_NOT: Final = CityRefusal("no_open_space", "c5.4", {"city": 5, "step": 1})
_TAKEN: Final = CityQuote(5, None, None, [], _WHY_NOT)

OPERATIONS: Final = (
    Group(Tag.PLAY, Who.VIEWER, READ).get(
        "/api/tables/{game_id}/quotes",
        QuoteRoutes.quotes,
        "What each city would cost the seat that asks, by which way, or why not",
        Answer("Every city; none for a spectator.", Quotes(31, 0, [_CITY, _TAKEN])),
    ),
)
