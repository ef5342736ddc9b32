"""HTTP route of win probabilities of a running game, for watchers without a seat."""

from typing import Final

from starlette.requests import Request

from gridwright.protocol.refusals import Refused
from gridwright.protocol.watch import Chances
from gridwright.server.games.chances import DelayedWinProbabilities
from gridwright.server.games.seat_auth import READ_ERRORS, SeatAuth
from gridwright.server.games.service import TableService
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.wire.operation import Answer, Audience, Group, Tag
from gridwright.server.wire.scopes import Scope


class ChanceRoutes:
    """Refuses players of the table, identified by ticket or by session."""

    def __init__(
        self,
        service: TableService,
        chances: DelayedWinProbabilities,
        seats: SeatAuth,
        limiter: RateLimiter,
    ) -> None:
        self._service: Final = service
        self._chances: Final = chances
        self._seats: Final = seats
        self._limiter: Final = limiter

    async def chances(self, request: Request, game_id: str) -> Chances:
        await self._limiter.look_around(request)
        table = await self._service.load(game_id)
        if await self._seats.ticket(request, table) is not None:
            raise Refused("not for those who play", "players_not")
        return await self._chances.of(table)


OPERATIONS: Final = (
    Group(Tag.PLAY, Audience.VIEWER, (*READ_ERRORS, "too_many"), Scope.READ).get(
        "/api/tables/{game_id}/chances",
        ChanceRoutes.chances,
        "How likely each seat is to win, two moves ago; for watchers, where the table allows it",
        Answer("The chances.", Chances(41, [0.4, 0.6])),
        errors=("players_not", "no_chances", "too_early", "not_begun", "game_over"),
    ),
)
