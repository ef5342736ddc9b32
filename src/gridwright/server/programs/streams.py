"""Streams for programs: of one table, and of all tables of a person."""

import asyncio
from functools import partial
from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gridwright.protocol.frames import HappenedFrame, RefusedFrame, TableFrame
from gridwright.protocol.people import MyTurn, PersonEvent
from gridwright.server.auth.records import Session
from gridwright.server.auth.service import Auth, bearer
from gridwright.server.auth.tickets import Ticket
from gridwright.server.live.bus import Bus
from gridwright.server.live.line_stream import LineStream, LineWriter
from gridwright.server.live.sockets import Arrive
from gridwright.server.live.watchers import Watcher, WatcherGroups
from gridwright.server.operations.metrics import Metrics
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.programs.person_feed import PersonFeed
from gridwright.server.tables.held_seats import HeldSeats
from gridwright.server.tables.seat_auth import READ_ERRORS, SeatAuth
from gridwright.server.tables.service import TableService
from gridwright.server.wire.operation import LINES, Answer, Audience, Group, Tag
from gridwright.server.wire.scopes import Scope

_ENCODER: Final = msgspec.json.Encoder(order="deterministic")


class After(msgspec.Struct, frozen=True):
    """The version that the client has; -1 requests the whole table first."""

    after: Annotated[int, msgspec.Meta(ge=-1, le=9_999_999)] = -1


class StreamRoutes:
    """The frames of a socket, for programs that read lines."""

    def __init__(
        self,
        service: TableService,
        held_seats: HeldSeats,
        bus: Bus,
        auth: Auth,
        seats: SeatAuth,
        arrive: Arrive,
        watcher_groups: WatcherGroups,
        limiter: RateLimiter,
        metrics: Metrics,
        stopping: asyncio.Event,
    ) -> None:
        self._service: Final = service
        self._held_seats: Final = held_seats
        self._bus: Final = bus
        self._auth: Final = auth
        self._seats: Final = seats
        self._arrive: Final = arrive
        self._watcher_groups: Final = watcher_groups
        self._limiter: Final = limiter
        self._metrics: Final = metrics
        self._stopping: Final = stopping

    async def stream_table(self, request: Request, game_id: str, asked: After) -> Response:
        said = bearer(request) or ""
        ticket, session = await self._seats.watcher(request, said, game_id)
        watch = partial(self._watch, request, said, game_id, asked.after, ticket, session)
        return LineStream(watch, self._stopping)

    async def _watch(
        self,
        request: Request,
        said: str,
        game_id: str,
        version: int,
        ticket: Ticket | None,
        session: Session | None,
        lines: LineWriter,
    ) -> None:
        watcher = Watcher(lines, self._metrics, ticket, version)
        place = self._limiter.stream(request, said)
        async with place, self._watcher_groups.joined(game_id, watcher):
            with self._arrive(game_id, ticket):
                await lines.begin()
                await self._auth.stay(session, lines.until_over)

    async def stream_events(self, request: Request) -> Response:
        session = await self._auth.person(request)
        return LineStream(partial(self._tell, request, session), self._stopping)

    async def _tell(self, request: Request, session: Session, lines: LineWriter) -> None:
        async def tell(event: PersonEvent) -> None:
            await lines.send_text(_ENCODER.encode(event).decode())

        feed = PersonFeed(session.person_id, self._service, self._held_seats, self._bus, tell)
        async with self._limiter.stream(request, session.session_id):
            await lines.begin()
            await self._auth.stay(session, feed.run)


_GAME: Final = "dGhlIGZpcnN0IHRhYmxl"
_FRAME: Final = HappenedFrame(8, "acted", 1_790_000_000_000, 1, ["1 pass"], [], None)

OPERATIONS: Final = (
    Group(Tag.PROGRAMS, Audience.VIEWER, (*READ_ERRORS, "too_many"), Scope.READ).get(
        "/api/tables/{game_id}/stream",
        StreamRoutes.stream_table,
        "What happens at a table after a version, a frame in each line, without gaps or repeats",
        Answer(
            "Lines until the client leaves; an empty one says that the stream is alive.",
            _FRAME,
            TableFrame | HappenedFrame | RefusedFrame,
            media_type=LINES,
        ),
        errors=("invalid",),
        asked=After,
        is_endless=True,
    ),
    Group(Tag.PROGRAMS, Audience.PERSON, ("signed_out", "store_away"), Scope.READ).get(
        "/api/stream/events",
        StreamRoutes.stream_events,
        "Events at all of your tables: games that begin and end, turns, invitations",
        Answer(
            "Lines until the client leaves; an empty one says that the stream is alive.",
            MyTurn(_GAME, 0, 31),
            PersonEvent,
            media_type=LINES,
        ),
        is_endless=True,
    ),
)
