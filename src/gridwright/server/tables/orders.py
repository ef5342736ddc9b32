"""HTTP routes of orders and reads of a table. Orders are the hot path and skip the router."""

from functools import partial
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import SPECTATOR
from gridwright.fair.transcript import format_transcript
from gridwright.protocol.frames import (
    DoneFrame,
    Frame,
    HappenedFrame,
    StaleFrame,
    TableFrame,
    encode,
)
from gridwright.protocol.orders import (
    MAX_BYTES,
    ChangeTableOrder,
    SeatOrder,
    read_order,
)
from gridwright.protocol.requests import Since
from gridwright.protocol.table import SeatView, TableView
from gridwright.server.auth.tickets import Ticket
from gridwright.server.presence.service import Presence
from gridwright.server.tables.seat_auth import READ_ERRORS, SEAT_ERRORS, SeatAuth, verify_holder
from gridwright.server.tables.service import Done, TableService
from gridwright.server.wire.operation import TEXT, Answer, Audience, Group, Tag
from gridwright.server.wire.refusals import PRIVATE, PrivateJson, refusal
from gridwright.server.wire.scopes import Scope
from gridwright.table.absence_log import NO_ATTENDANCE
from gridwright.table.action_lists import RefusedInList
from gridwright.table.commands import Decide, Decision
from gridwright.table.orders import ASKS_WHO_IS_HERE, decide_seat_order
from gridwright.table.table import Table
from gridwright.table.view import happened_frames, refused_frame, table_frame


class TableRoutes:
    """Orders, reads and observations of one table."""

    def __init__(self, service: TableService, seats: SeatAuth, presence: Presence) -> None:
        self._service: Final = service
        self._seats: Final = seats
        self._presence: Final = presence

    async def order(self, request: Request, game_id: str) -> Response:
        """Run an order for the seat of the request's ticket."""
        order = read_order(await self._body(request))
        ticket = await self._seats.for_order(request, game_id)
        attendance = NO_ATTENDANCE
        if isinstance(order, ASKS_WHO_IS_HERE):
            attendance = await self._presence.attendance(game_id)
        command = decide_seat_order(
            *(ticket.seat, order, self._service.now(), attendance, self._service.sealed_limit)
        )
        decide = partial(_decide_as, ticket, command)
        # The seat is part of the name: two seats must not share the result of a command.
        command_id = f"{ticket.seat}:{ticket.since}:{order.command_id}"
        try:
            done = await self._service.run_command(
                game_id, command_id, expected_version=order.expected, decide=decide
            )
        except (IllegalAction, RefusedInList) as error:
            refused = error if isinstance(error, RefusedInList) else RefusedInList(error, 0)
            table = await self._service.load(game_id)
            frame = refused_frame(
                table.spec.edition, refused.illegal, order.expected, refused.place
            )
            return refusal(frame, 422)
        if isinstance(done, Done):
            if isinstance(order, ChangeTableOrder):
                await self._service.relabel(game_id)
            return frame_response(DoneFrame(done.version, order.command_id))
        seen = await self._service.entries_since(game_id, min(order.expected, done.version))
        verify_holder(ticket, seen.table)
        frames = happened_frames(seen.table, seen.happened, ticket.seat)
        return frame_response(StaleFrame(done.version, frames), 409)

    async def _body(self, request: Request) -> bytes:
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > MAX_BYTES:
                raise msgspec.DecodeError(f"expected at most {MAX_BYTES} bytes")
        return body

    async def show_table(self, request: Request, game_id: str) -> Response:
        """Return the whole table, as the holder of the ticket or a spectator sees it."""
        table, viewer = await self._look(request, game_id)
        return frame_response(table_frame(table, viewer))

    async def entries(self, request: Request, game_id: str, asked: Since) -> Response:
        """Return the entries after the version that the client has."""
        table, viewer = await self._look(request, game_id)
        seen = await self._service.entries_since(table.game_id, asked.since)
        frames = happened_frames(seen.table, seen.happened, viewer)
        return frame_response(StaleFrame(seen.table.version, frames))

    async def transcript(self, request: Request, game_id: str) -> Response:
        """Return the transcript of the game, the input of ``gridwright verify``."""
        table, _viewer = await self._look(request, game_id)
        text = format_transcript(await self._service.transcript(table))
        return Response(text, 200, PRIVATE, "text/plain; charset=ascii")

    async def _look(self, request: Request, game_id: str) -> tuple[Table, int]:
        """Return the table of a request, and the viewer's seat."""
        table = await self._service.load(game_id)
        ticket = await self._seats.ticket(request, table)
        return table, SPECTATOR if ticket is None else ticket.seat


def frame_response(frame: Frame, status: int = 200) -> Response:
    return PrivateJson(encode(frame), status)


def _decide_as(ticket: Ticket, decide: Decide, table: Table) -> Decision:
    """Decide for the holder of a ticket, verified against the table that the order changes."""
    verify_holder(ticket, table)
    return decide(table)


_TABLE: Final = "/api/tables/{game_id}"
_FREE: Final = SeatView("", "", False, False, False, "", 0, "", None, 0, None, 0, False)
_SEATED: Final = SeatView("Ada", "", True, False, False, "", 0, "", None, 0, None, 0, False)
_VIEW: Final = TableView(
    game_id="dGhlIGZpcnN0IHRhYmxl",
    version=2,
    status="gathering",
    rules="0" * 64,
    commitment="0" * 64,
    chain="0" * 64,
    seed="",
    rematch="",
    viewer=SPECTATOR,
    seats=[_SEATED, _FREE],
    time_left=[],
    deadline_at=None,
    take_over_at=None,
    host=0,
    listed=False,
    votes=[],
    agreed=[],
    result=None,
    hold_until=None,
    offers=[],
    warnings=[],
    fuel=None,
    power=None,
    undo=None,
    observation=None,
    terms={"clock": {"type": "none"}},
)
_MISSED: Final = StaleFrame(
    8, [HappenedFrame(8, "acted", 1_790_000_000_000, 1, ["1 pass"], [], None)]
)
_TRANSCRIPT: Final = "gridwright transcript 2\ngame dGhlIGZpcnN0IHRhYmxl\n"


_READ: Final = Group(Tag.PLAY, Audience.VIEWER, READ_ERRORS, Scope.READ)

ORDERS: Final = (
    Group(Tag.PLAY, Audience.SEAT, SEAT_ERRORS, Scope.PLAY).post(
        f"{_TABLE}/orders",
        TableRoutes.order,
        f"Carry out an order of a seat, once however often it is sent; at most {MAX_BYTES} bytes",
        Answer("It was carried out, now or before.", DoneFrame(8, "c1")),
        Answer("It was made for another version; here is what it missed.", _MISSED, status=409),
        errors=(
            *("malformed", "already_begun", "already_ready", "bad_contribution", "bad_night"),
            *("bot_plays", "game_over", "night_too_long", "no_auction", "no_days_left"),
            *("no_such_bot", "no_turn_clock", "not_a_person", "not_away", "not_begun"),
            *("not_on_vacation", "not_running", "on_vacation", "other_seat", "paused"),
            *("same_night", "seat_free", "too_far_ahead", "too_many_rests", "archived"),
            *("resigned", "still_here", "agreed_to_wait", "same_vote", "already_agreed"),
            *("not_host", "same_table", "bad_table", "seats_taken", "no_such_seat"),
            *("held", "no_order", "acted_since", "shown_since"),
        ),
        request_example={"type": "act", "command_id": "c1", "expected": 7, "line": "bid 12"},
        body=SeatOrder,
        is_hot=True,
        rules_refuse=True,
    ),
)
READS: Final = (
    _READ.get(
        f"{_TABLE}/entries",
        TableRoutes.entries,
        "What happened after the version that the reader has",
        Answer("Everything after it.", _MISSED),
        errors=("malformed",),
        asked=Since,
        bad_query="malformed",
    ),
    _READ.get(
        f"{_TABLE}/transcript",
        TableRoutes.transcript,
        "The game as a text; that of a finished one is what `gridwright verify` takes",
        Answer("The transcript.", _TRANSCRIPT, media_type=TEXT),
    ),
    _READ.get(
        _TABLE,
        TableRoutes.show_table,
        "The whole table, as the seat that asks or a spectator sees it",
        Answer("The table.", TableFrame(2, _VIEW)),
    ),
)
