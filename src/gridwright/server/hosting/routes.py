"""Routes of the host's page, the public club, and reports of players."""

from typing import Annotated, Final

import msgspec
from starlette.requests import Request

from gridwright import __version__
from gridwright.protocol.hosting import (
    BackupFigure,
    ClubChoice,
    ClubView,
    Deed,
    HostPage,
    HostPeople,
    HostPerson,
    HostTable,
    HostTables,
    InvitationView,
    MadeInvitation,
    MoveFigure,
    NewInvitation,
    PeopleFigure,
    PersonChoice,
    ReportView,
    SaidLine,
    SeatComplaint,
    Settling,
    StorageFigure,
    TableFigure,
)
from gridwright.server.accounts.service import Accounts
from gridwright.server.auth.records import Session
from gridwright.server.auth.service import Auth
from gridwright.server.chat.store import ChatStore
from gridwright.server.feature import Feature, Job, Parts, Routes
from gridwright.server.hosting.heartbeat import HeartbeatStore, HeartbeatSweep, NodeStats
from gridwright.server.hosting.newest_version import NewestVersion
from gridwright.server.hosting.service import Hosting
from gridwright.server.hosting.store import LAST, HostStore
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.presence.service import Presence
from gridwright.server.tables.seat_auth import SEAT_ERRORS, SeatAuth
from gridwright.server.tables.seat_reclaim import SeatReclaim
from gridwright.server.tables.service import TableService
from gridwright.server.wire.operation import PATH_PARAMS, Answer, Audience, Group, Tag

DAY: Final = 24 * 60 * 60 * 1000
"""Milliseconds of a day."""
LONGEST_DAY: Final = DAY + 2 * 60 * 60 * 1000
"""Milliseconds of the longest day, on which clocks are set back."""


class SinceDay(msgspec.Struct, frozen=True):
    """Start of the host's day, in the host's time zone."""

    day: Annotated[int, msgspec.Meta(ge=0, le=LAST)] = 0
    """Milliseconds since 1970; a value that cannot be the start of today means 24 hours ago."""


class TablesAfter(msgspec.Struct, frozen=True):
    """The cursor: ``next`` of the last page."""

    after: Annotated[str, msgspec.Meta(pattern=r"^([0-9]{1,15}\.[A-Za-z0-9._-]{1,64})?$(?!\n)")] = (
        ""
    )


class PeopleQuery(msgspec.Struct, frozen=True):
    """A search for people, and the cursor."""

    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    after: Annotated[str, msgspec.Meta(max_length=128)] = ""


class HostRoutes:
    """All but the first two routes require a host."""

    def __init__(self, hosting: Hosting, auth: Auth, seats: SeatAuth, limiter: RateLimiter) -> None:
        self._hosting: Final = hosting
        self._auth: Final = auth
        self._seats: Final = seats
        self._limiter: Final = limiter

    async def club(self, request: Request) -> ClubView:
        await self._limiter.look_around(request)
        return await self._hosting.club()

    async def report_seat(
        self, request: Request, game_id: str, seat: int, body: SeatComplaint
    ) -> None:
        table, ticket = await self._seats.player(request, game_id)
        await self._hosting.report_seat(table, ticket.seat, seat, body.reason, body.name)

    async def host_page(self, request: Request, asked: SinceDay) -> HostPage:
        await self._host(request)
        now = self._hosting.now()
        is_today = now - LONGEST_DAY <= asked.day <= now
        return await self._hosting.page(asked.day if is_today else max(0, now - DAY))

    async def host_tables(self, request: Request, asked: TablesAfter) -> HostTables:
        await self._host(request)
        created_at, _dot, game_id = asked.after.partition(".")
        return await self._hosting.tables((int(created_at), game_id) if game_id else None)

    async def host_people(self, request: Request, asked: PeopleQuery) -> HostPeople:
        await self._host(request)
        return await self._hosting.people(asked.name, asked.after)

    async def choose_person(
        self, request: Request, person_id: str, body: PersonChoice
    ) -> HostPerson:
        return await self._hosting.choose_person(await self._host(request), person_id, body)

    async def choose_club(self, request: Request, body: ClubChoice) -> ClubView:
        return await self._hosting.choose_club(await self._host(request), body)

    async def invitations(self, request: Request) -> list[InvitationView]:
        await self._host(request)
        return await self._hosting.invitations()

    async def invite(self, request: Request, body: NewInvitation) -> MadeInvitation:
        host = await self._host(request)
        origin = self._auth.site(request).origin
        code, made = await self._hosting.invite(host, body)
        return MadeInvitation(made, code, f"{origin}/signup?invitation={code}")

    async def end_invitation(self, request: Request, invitation_id: str) -> None:
        await self._hosting.end_invitation(await self._host(request), invitation_id)

    async def host_reports(self, request: Request) -> list[ReportView]:
        await self._host(request)
        return await self._hosting.reports()

    async def settle_report(self, request: Request, body: Settling) -> None:
        await self._hosting.settle(await self._host(request), body)

    async def _host(self, request: Request) -> Session:
        session = await self._auth.person(request)
        await self._hosting.verify_host(session)
        return session


_CLUB: Final = ClubView("Kraftwerk Club", "Tables on Tuesdays.", "invited")
_PERSON: Final = HostPerson("0f3c9a5e", "Ada", 1_790_000_000_000, False, False)
_INVITATION: Final = InvitationView("5e0c", "Club members", 3, 40, None, 1_790_000_000_000)
_TABLE: Final = HostTable(
    *("dGhl", "running", "classic", "germany", "none", 3, ["Ada", "Grace"], [False, False]),
    *("building", "Ada", None, 1_790_000_000_000),
)
_PAGE: Final = HostPage(
    "look",
    ["old_backup"],
    "1.4.2",
    "1.4.3",
    1_790_000_000_000,
    1_789_000_000_000,
    TableFigure(14, 3, 5, 0),
    PeopleFigure(212, 33, 4),
    MoveFigure(86, [12, 9], [10, 11]),
    400,
    StorageFigure(3_100_000_000, 17_000_000_000),
    BackupFigure(1_789_900_000_000, 412_000_000),
    2,
    [Deed(1_789_990_000_000, "invited", "Ada", "Club members", 40)],
)
_REPORT: Final = ReportView(
    *("message", "dGhl", 7, "Ben", "", "seat:1:3", 1_790_000_000_000, ["It insults me"]),
    [SaidLine(7, 1_790_000_000_000, "Ben", "learn to count")],
)
_WHICH: Final = {
    "person_id": Annotated[str, msgspec.Meta(min_length=1, max_length=64)],
    "invitation_id": Annotated[str, msgspec.Meta(min_length=1, max_length=64)],
}
_HOST: Final = Group(
    Tag.HOSTING, Audience.HOST, ("signed_out", "foreign_page", "host_only", "store_away")
)

OPERATIONS: Final = (
    Group(Tag.HOSTING, Audience.PUBLIC, ("too_many", "store_away")).get(
        "/api/club",
        HostRoutes.club,
        "The public settings of this server: name, welcome text and registration mode",
        Answer("The club.", _CLUB),
    ),
    Group(Tag.HOSTING, Audience.SEAT, SEAT_ERRORS).post(
        "/api/tables/{game_id}/seats/{seat}/reports",
        HostRoutes.report_seat,
        "Report a player at the table to the hosts",
        Answer("It was noted.", status=204),
        errors=("no_such_seat", "not_a_person", "own_voice", "seat_taken"),
        request_example=SeatComplaint("Left three games"),
        path_params={**PATH_PARAMS, "seat": int},
    ),
    _HOST.get(
        "/api/host",
        HostRoutes.host_page,
        "How the server stands, in figures",
        Answer("The figures.", _PAGE),
        errors=("invalid",),
        asked=SinceDay,
    ),
    _HOST.get(
        "/api/host/tables",
        HostRoutes.host_tables,
        "Tables that are not over, the newest first",
        Answer("A page of them.", HostTables([_TABLE], "")),
        errors=("invalid",),
        asked=TablesAfter,
    ),
    _HOST.get(
        "/api/host/people",
        HostRoutes.host_people,
        "People whose names begin so, or the newest",
        Answer("A page of them.", HostPeople([_PERSON], "")),
        errors=("invalid",),
        asked=PeopleQuery,
    ),
    _HOST.patch(
        "/api/host/people/{person_id}",
        HostRoutes.choose_person,
        "Grant or revoke the role of host, close or open an account",
        Answer("How it is now.", _PERSON),
        errors=("unknown_person", "last_host"),
        request_example=PersonChoice(is_closed=True),
        path_params=_WHICH,
    ),
    _HOST.put(
        "/api/host/club",
        HostRoutes.choose_club,
        "Name the club, welcome people, and say who may register",
        Answer("How it is now.", _CLUB),
        request_example=ClubChoice("Kraftwerk Club", "Tables on Tuesdays.", "invited"),
    ),
    _HOST.get(
        "/api/host/invitations",
        HostRoutes.invitations,
        "Invitations that stand, the newest first",
        Answer("All of them.", [_INVITATION], list[InvitationView]),
    ),
    _HOST.post(
        "/api/host/invitations",
        HostRoutes.invite,
        "Make an invitation; its code is shown once",
        Answer(
            "The invitation.",
            MadeInvitation(
                _INVITATION,
                "c29tZSByYW5kb20gYnl0ZQ",
                "https://games.example/signup?invitation=c29tZSByYW5kb20gYnl0ZQ",
            ),
            status=201,
        ),
        errors=("too_many_invitations", "no_host"),
        request_example=NewInvitation("Club members", 40),
    ),
    _HOST.delete(
        "/api/host/invitations/{invitation_id}",
        HostRoutes.end_invitation,
        "Revoke an invitation",
        Answer("It is done.", status=204),
        errors=("unknown_invitation",),
        path_params=_WHICH,
    ),
    _HOST.get(
        "/api/host/reports",
        HostRoutes.host_reports,
        "What people complained about",
        Answer("What waits to be settled.", [_REPORT], list[ReportView]),
    ),
    _HOST.post(
        "/api/host/reports/settle",
        HostRoutes.settle_report,
        "Settle the complaints about a message or a person",
        Answer("It is done.", status=204),
        errors=("unknown_report", "unknown_table"),
        request_example=Settling("message", "dGhl", 7, True),
    ),
)


def _heartbeats(parts: Parts) -> HeartbeatStore:
    return HeartbeatStore(parts.store.home)


def _sweep(parts: Parts) -> HeartbeatSweep:
    service, presence, reclaim = parts[TableService], parts[Presence], parts[SeatReclaim]

    def stats() -> NodeStats:
        """Return the load of this node."""
        return NodeStats(service.n_moves, presence.n_here(), reclaim.n_watchers)

    return HeartbeatSweep(parts[HeartbeatStore], stats, parts.clock)


def _newest(parts: Parts) -> NewestVersion:
    return NewestVersion(parts.options.newest_version, __version__, parts.clock)


def _hosting(parts: Parts) -> Hosting:
    return Hosting(
        parts.store,
        HostStore(parts.store),
        parts[HeartbeatStore],
        parts[Accounts],
        parts[ChatStore],
        parts[TableService],
        parts[NewestVersion],
        parts.clock,
        __version__,
    )


def _routes(parts: Parts) -> HostRoutes:
    return HostRoutes(parts[Hosting], parts[Auth], parts[SeatAuth], parts.limiter)


HOSTING: Final = Feature(
    "hosting",
    parts={
        HeartbeatStore: _heartbeats,
        HeartbeatSweep: _sweep,
        NewestVersion: _newest,
        Hosting: _hosting,
    },
    closes=(NewestVersion,),
    routes=(Routes(_routes, orders=OPERATIONS),),
    jobs=(Job(HeartbeatSweep, on_every_node=True),),
)
