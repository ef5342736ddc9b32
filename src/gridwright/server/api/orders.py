"""Orders of seats: the hot path, without a layer that it does not need."""

from collections.abc import Awaitable
from functools import partial
from typing import Final

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from gridwright.engine.actions import Action
from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.notation import NotationError
from gridwright.fair.transcript import format_transcript
from gridwright.protocol.frames import DoneFrame, Frame, RefusedFrame, StaleFrame, encode
from gridwright.protocol.orders import (
    MOST_BYTES,
    ActOrder,
    ComeBackOrder,
    HandOverOrder,
    LimitOrder,
    ReadyOrder,
    SeatOrder,
    StandUpOrder,
    read_order,
)
from gridwright.server.api.frames import happened_frames, refused_frame, table_frame
from gridwright.server.node import Node
from gridwright.server.service import Decide, Done
from gridwright.server.store.errors import Malformed, StoreError, UnknownGame
from gridwright.server.tables import commands
from gridwright.server.tables.bid_limits import Beyond, BidLimit
from gridwright.server.tables.commands import Decided
from gridwright.server.tables.errors import RefusedCommand
from gridwright.server.tables.export import export
from gridwright.server.tables.table import Table
from gridwright.server.tickets import BadTicket, Ticket

_BEARER: Final = "Bearer "


def answer(frame: Frame, status: int = 200) -> Response:
    return Response(encode(frame), status, media_type="application/json")


def refused(status: int, code: str, problem: str, version: int = -1) -> Response:
    return answer(RefusedFrame(code, problem, version=version), status)


class TableRoutes:
    """Everything that is asked about one table."""

    def __init__(self, node: Node) -> None:
        self._node: Final = node

    async def order(self, request: Request) -> Response:
        """Carry out an order of the seat whose ticket came along."""
        return await guarded(self._order(request))

    async def _body(self, request: Request) -> bytes:
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > MOST_BYTES:
                raise msgspec.DecodeError(f"expected at most {MOST_BYTES} bytes")
        return body

    async def _order(self, request: Request) -> Response:
        game_id = request.path_params["game_id"]
        order = read_order(await self._body(request))
        table = await self._node.service.table(game_id)
        ticket = self._ticket(request, table)
        if ticket is None:
            raise BadTicket("expected the ticket of a seat")
        decide = partial(_decide_as, ticket, self._decide(table, ticket.seat, order))
        # The seat is part of the name: two seats must not be able to answer for each other.
        command_id = f"{ticket.seat}:{ticket.since}:{order.command_id}"
        try:
            done = await self._node.service.command(game_id, command_id, order.expected, decide)
        except IllegalAction as illegal:
            frame = refused_frame(table.spec.edition, illegal, order.expected)
            return answer(frame, 422)
        if isinstance(done, Done):
            return answer(DoneFrame(done.version, order.command_id))
        since = min(order.expected, done.version)
        missing = await self._node.service.since(game_id, since)
        table = await self._node.service.table(game_id)
        frames = happened_frames(table, missing, ticket.seat)
        return answer(StaleFrame(done.version, frames), 409)

    def _decide(self, table: Table, seat: int, order: SeatOrder) -> Decide:
        if isinstance(order, LimitOrder):
            if order.plant not in table.notation.cards:
                raise NotationError(f"expected a plant, got {order.plant!r}")
            limit = BidLimit(order.plant, order.up_to, Beyond(order.beyond))
            return self._node.service.sealed_limit(table.game_id, seat, limit)
        return decide_plainly(table, seat, order)

    def _ticket(self, request: Request, table: Table) -> Ticket | None:
        """The valid ticket of a request, None if it has none; BadTicket if it is no good."""
        text = request.headers.get("authorization", "")
        if not text:
            return None
        if not text.startswith(_BEARER):
            raise BadTicket("expected a bearer's ticket")
        return valid_ticket(self._node, text[len(_BEARER) :], table)

    async def show(self, request: Request) -> Response:
        """The whole table, as the holder of the ticket or a spectator sees it."""
        return await guarded(self._show(request))

    async def _show(self, request: Request) -> Response:
        table, viewer = await self._look(request)
        return answer(table_frame(table, viewer))

    async def entries(self, request: Request) -> Response:
        """What happened after the version that the reader has."""
        return await guarded(self._entries(request))

    async def _entries(self, request: Request) -> Response:
        text = request.query_params.get("since", "0")
        if not (text.isascii() and text.isdigit() and len(text) < 8):
            return refused(400, "malformed", "expected since=VERSION")
        table, viewer = await self._look(request)
        happened = await self._node.service.since(table.game_id, int(text))
        frames = happened_frames(table, happened, viewer)
        return answer(StaleFrame(table.version, frames))

    async def transcript(self, request: Request) -> Response:
        """The game as a text that ``gridwright verify`` takes."""
        return await guarded(self._transcript(request))

    async def _transcript(self, request: Request) -> Response:
        table, _viewer = await self._look(request)
        return Response(format_transcript(export(table)), media_type="text/plain; charset=ascii")

    async def _look(self, request: Request) -> tuple[Table, int]:
        """The table of a request, and who looks at it."""
        table = await self._node.service.table(request.path_params["game_id"])
        ticket = self._ticket(request, table)
        return table, SPECTATOR if ticket is None else ticket.seat


async def guarded(answering: Awaitable[Response]) -> Response:
    """The answer, or the refusal that belongs to what went wrong; never a crash for bad input."""
    try:
        return await answering
    except (msgspec.DecodeError, NotationError) as error:
        return refused(400, "malformed", str(error)[:200])
    except ClientDisconnect:
        return refused(400, "malformed", "expected the whole message")
    except BadTicket as error:
        return refused(403, "bad_ticket", str(error))
    except RefusedCommand as error:
        return refused(409, error.code, error.problem)
    except (UnknownGame, Malformed):
        return refused(404, "unknown_table", "there is no such table")
    except StoreError:
        return refused(503, "store_away", "the database does not answer; send it again")


def valid_ticket(node: Node, text: str, table: Table) -> Ticket:
    """The ticket, if it is this table's and its holder still sits there; else BadTicket."""
    ticket = node.tickets.read(text)
    if ticket.game_id != table.game_id or not 0 <= ticket.seat < table.spec.seats:
        raise BadTicket("the ticket is another table's")
    verify_holder(ticket, table)
    return ticket


def verify_holder(ticket: Ticket, table: Table) -> None:
    """Raise BadTicket unless whoever got the ticket still has the seat."""
    if table.seats[ticket.seat].since != ticket.since:
        raise BadTicket("somebody else has the seat now")


def _decide_as(ticket: Ticket, decide: Decide, table: Table) -> Decided:
    """Decide for the holder of a ticket, who may have left while the order waited its turn."""
    verify_holder(ticket, table)
    return decide(table)


def decide_plainly(table: Table, seat: int, order: SeatOrder) -> Decide:
    """The command behind an order that hides nothing."""
    if isinstance(order, ActOrder):
        return partial(commands.act, seat=seat, action=_action(table, seat, order))
    if isinstance(order, ReadyOrder):
        given = bytes.fromhex(order.contribution)
        return partial(commands.get_ready, seat=seat, contribution=given)
    if isinstance(order, StandUpOrder):
        return partial(commands.stand_up, seat=seat)
    if isinstance(order, HandOverOrder):
        return partial(commands.hand_over, seat=seat, bot=order.bot)
    assert isinstance(order, ComeBackOrder)
    return partial(commands.come_back, seat=seat)


def _action(table: Table, seat: int, order: ActOrder) -> Action:
    """The action of an order; its seat is the ticket's, whatever the message says."""
    if order.line and order.do:
        raise NotationError("expected either line or do, got both")
    if order.line:
        return table.notation.parse(f"{seat} {order.line}")
    return table.notation.from_values({**order.do, "seat": seat})
