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
    EndVacationOrder,
    HandOverOrder,
    LimitOrder,
    NightOrder,
    ReadyOrder,
    SeatOrder,
    StandUpOrder,
    VacationOrder,
    read_order,
)
from gridwright.server.api.admission import Admission, verify_holder
from gridwright.server.api.frames import happened_frames, refused_frame, table_frame
from gridwright.server.limits import TooMany
from gridwright.server.node import Node
from gridwright.server.service import Decide, Done
from gridwright.server.store.errors import Malformed, StoreError, UnknownGame
from gridwright.server.tables import commands
from gridwright.server.tables.bid_limits import Beyond, BidLimit
from gridwright.server.tables.commands import Decided
from gridwright.server.tables.errors import RefusedCommand
from gridwright.server.tables.export import export
from gridwright.server.tables.rests import Night
from gridwright.server.tables.table import Table
from gridwright.server.tickets import BadTicket, Ticket

_PRIVATE: Final = {"cache-control": "no-store"}
"""A cookie may decide what is shown, and a proxy must not show it to the next one."""


def answer(frame: Frame, status: int = 200) -> Response:
    return Response(encode(frame), status, _PRIVATE, "application/json")


def refused(status: int, code: str, problem: str, version: int = -1) -> Response:
    return answer(RefusedFrame(code, problem, version=version), status)


class TableRoutes:
    """Everything that is asked about one table."""

    def __init__(self, node: Node) -> None:
        self._node: Final = node
        self._admission: Final = Admission(node)

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
        ticket = await self._admission.for_order(request, game_id)
        if ticket is None:
            raise BadTicket("expected the ticket of a seat")
        self._node.guards.order(ticket)
        decide = partial(_decide_as, ticket, self._decide(ticket.seat, order))
        # The seat is part of the name: two seats must not be able to answer for each other.
        command_id = f"{ticket.seat}:{ticket.since}:{order.command_id}"
        service = self._node.service
        try:
            done = await service.command(game_id, command_id, order.expected, decide)
        except IllegalAction as illegal:
            table = await service.table(game_id)
            return answer(refused_frame(table.spec.edition, illegal, order.expected), 422)
        if isinstance(done, Done):
            return answer(DoneFrame(done.version, order.command_id))
        seen = await service.since(game_id, min(order.expected, done.version))
        verify_holder(ticket, seen.table)
        frames = happened_frames(seen.table, seen.happened, ticket.seat)
        return answer(StaleFrame(done.version, frames), 409)

    def _decide(self, seat: int, order: SeatOrder) -> Decide:
        if isinstance(order, LimitOrder):
            return partial(self._leave_limit, seat, order)
        rest = decide_rest(seat, order, self._node.service.now())
        return rest or partial(decide_plainly, seat=seat, order=order)

    def _leave_limit(self, seat: int, order: LimitOrder, table: Table) -> Decided:
        if order.plant not in table.notation.cards:
            raise NotationError(f"expected a plant, got {order.plant!r}")
        limit = BidLimit(order.plant, order.up_to, Beyond(order.beyond))
        return self._node.service.sealed_limit(table.game_id, seat, limit)(table)

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
        seen = await self._node.service.since(table.game_id, int(text))
        frames = happened_frames(seen.table, seen.happened, viewer)
        return answer(StaleFrame(seen.table.version, frames))

    async def transcript(self, request: Request) -> Response:
        """The game as a text that ``gridwright verify`` takes."""
        return await guarded(self._transcript(request))

    async def _transcript(self, request: Request) -> Response:
        table, _viewer = await self._look(request)
        return Response(format_transcript(export(table)), media_type="text/plain; charset=ascii")

    async def _look(self, request: Request) -> tuple[Table, int]:
        """The table of a request, and who looks at it."""
        table = await self._node.service.table(request.path_params["game_id"])
        ticket = await self._admission.ticket(request, table)
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
    except TooMany as error:
        answered = refused(429, "too_many", error.problem)
        answered.headers["retry-after"] = str(error.retry_after)
        return answered
    except RefusedCommand as error:
        return refused(409, error.code, error.problem)
    except (UnknownGame, Malformed):
        return refused(404, "unknown_table", "there is no such table")
    except StoreError:
        return refused(503, "store_away", "the database does not answer; send it again")


def _decide_as(ticket: Ticket, decide: Decide, table: Table) -> Decided:
    """Decide for the holder of a ticket, judged on the table that the order is carried out on."""
    verify_holder(ticket, table)
    return decide(table)


def decide_plainly(table: Table, seat: int, order: SeatOrder) -> Decided:
    """What an order that hides nothing comes to."""
    if isinstance(order, ActOrder):
        return commands.act(table, seat, _action(table, seat, order))
    if isinstance(order, ReadyOrder):
        return commands.get_ready(table, seat, bytes.fromhex(order.contribution))
    if isinstance(order, StandUpOrder):
        return commands.stand_up(table, seat)
    if isinstance(order, HandOverOrder):
        return commands.hand_over(table, seat, order.bot)
    assert isinstance(order, ComeBackOrder)
    return commands.come_back(table, seat)


def decide_rest(seat: int, order: SeatOrder, now: int) -> Decide | None:
    """The command behind an order about nights and vacations; None if it is about another thing."""
    if isinstance(order, NightOrder):
        night = Night(order.start, order.end, order.utc_offset)
        return partial(commands.set_night, seat=seat, night=night)
    if isinstance(order, VacationOrder):
        days, starts_at = order.days, order.starts_at
        return partial(commands.take_vacation, seat=seat, days=days, now=now, starts_at=starts_at)
    if isinstance(order, EndVacationOrder):
        return partial(commands.end_vacation, seat=seat, now=now)
    return None


def _action(table: Table, seat: int, order: ActOrder) -> Action:
    """The action of an order; its seat is the ticket's, whatever the message says."""
    if order.line and order.do:
        raise NotationError("expected either line or do, got both")
    if order.line:
        return table.notation.parse(f"{seat} {order.line}")
    return table.notation.from_values({**order.do, "seat": seat})
