"""Legal actions of a seat as a plain list: a program needs no rules to find a legal move."""

from typing import Final

import msgspec
from starlette.requests import Request

from gridwright.server.games.seat_auth import SEAT_ERRORS, SeatAuth
from gridwright.server.wire.operation import Answer, Audience, Group, Tag
from gridwright.server.wire.scopes import Scope


class LegalActions(msgspec.Struct, frozen=True):
    """Choices of a seat at a version; none while it is not the seat's turn."""

    version: int
    seat: int
    lines: list[str]
    """Each in the format of an ``act`` order.

    A range of amounts is listed by its two ends; the table's offers contain the range.
    """


class ActionRoutes:
    """The legal actions of a seat."""

    def __init__(self, seats: SeatAuth) -> None:
        self._seats: Final = seats

    async def actions(self, request: Request, game_id: str) -> LegalActions:
        table, ticket = await self._seats.player(request, game_id)
        lines: list[str] = []
        if table.actor() == ticket.seat:
            for action in table.game.legal(table.state):
                lines.append(table.notation.text(action).split(" ", 1)[1])
        return LegalActions(table.version, ticket.seat, lines)


OPERATIONS: Final = (
    Group(Tag.PROGRAMS, Audience.SEAT, SEAT_ERRORS, Scope.READ).get(
        "/api/tables/{game_id}/actions",
        ActionRoutes.actions,
        "What the own seat may do now, a line for each choice",
        Answer("The choices.", LegalActions(31, 0, ["bid 12", "drop"])),
    ),
)
