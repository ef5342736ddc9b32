"""HTTP routes to create tables and to take seats."""

import secrets
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from functools import partial
from typing import Annotated, Final

import msgspec
from starlette.requests import Request

from gridwright.protocol.refusals import Code, Refused
from gridwright.protocol.requests import MadeTable, Rematch, Seated, Sitting
from gridwright.server.accounts.club import RegistrationPolicy
from gridwright.server.auth.errors import SignedOut
from gridwright.server.auth.service import Auth
from gridwright.server.auth.tickets import Ticket, Tickets
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.storage.errors import RowMissing
from gridwright.server.tables.held_seats import HeldSeat, HeldSeats
from gridwright.server.tables.rematch import Rematches
from gridwright.server.tables.seat_auth import SEAT_ERRORS, SeatAuth
from gridwright.server.tables.service import Done, TableService
from gridwright.server.wire.operation import PATH_PARAMS, Answer, Audience, Group, Tag
from gridwright.server.wire.scopes import Scope
from gridwright.table import commands
from gridwright.table.commands import Decide, Decision, RefusedCommand
from gridwright.table.room import NewTable, verified_spec, verify_terms
from gridwright.table.table import Table

MAX_TRIES = 5
"""Attempts to take a seat while others take seats at the same moment."""


VerifyWelcome = Callable[[str, Collection[str]], Awaitable[None]]
"""Raises Refused for a person blocked by a player of the table."""


class Claiming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ticket of a guest's seat."""

    ticket: Annotated[str, msgspec.Meta(max_length=400)]


class SeatRoutes:
    """Routes to create tables and to take seats."""

    def __init__(
        self,
        service: TableService,
        rematches: Rematches,
        held: HeldSeats,
        tickets: Tickets,
        auth: Auth,
        seats: SeatAuth,
        limiter: RateLimiter,
        registration: RegistrationPolicy,
        verify_welcome: VerifyWelcome | None = None,
    ) -> None:
        self._service: Final = service
        self._registration: Final = registration
        self._rematches: Final = rematches
        self._held: Final = held
        self._tickets: Final = tickets
        self._auth: Final = auth
        self._seats: Final = seats
        self._limiter: Final = limiter
        self._verify_welcome: Final = verify_welcome

    async def make_table(self, request: Request, body: NewTable) -> MadeTable:
        await self._limiter.make_table(request)
        spec = verified_spec(body.spec)
        verify_terms(body.terms)
        await self._registration.verify_member(request)
        game_id = await self._service.create(spec, body.terms, body.listed)
        return MadeTable(game_id, f"/api/tables/{game_id}")

    async def sit_down(self, request: Request, game_id: str, seat: int, body: Sitting) -> Seated:
        session = None if body.bot else await self._auth.visitor(request)
        name = body.name if session is None else session.name
        if not name:
            raise Refused("body.name: expected 1 to 64 characters", "invalid")
        person = "" if session is None else session.person_id
        sit = partial(
            commands.sit_down,
            seat=seat,
            name=name,
            bot=body.bot,
            now=self._service.now(),
            person=person,
            is_program=session is not None and session.is_program,
        )
        await self._limiter.take_seat(request)
        if session is None and (await self._service.load(game_id)).listed:
            await self._registration.verify_member(request)
        await self._verify(game_id, person)
        version = await take_seat(self._service, self._held, game_id, seat, person, sit)
        if body.bot or person:
            return Seated(seat, version)
        return Seated(seat, version, self._tickets.write(Ticket(game_id, seat, version)))

    async def claim(self, request: Request, game_id: str, body: Claiming) -> Seated:
        person = (await self._auth.person(request)).person_id
        ticket = self._seats.valid_ticket(body.ticket, await self._service.load(game_id))
        await self._verify(game_id, person)
        claim_seat = partial(_claim_as, ticket, person)
        version = await take_seat(
            self._service, self._held, game_id, ticket.seat, person, claim_seat
        )
        return Seated(ticket.seat, version)

    async def _verify(self, game_id: str, person: str) -> None:
        """Refuse a person who is blocked by a player at the table."""
        if person and self._verify_welcome is not None:
            table = await self._service.load(game_id)
            seated = [holder.person for holder in table.seats if holder.person]
            await self._verify_welcome(person, seated)

    async def call_rematch(self, request: Request, game_id: str) -> Rematch:
        _table, ticket = await self._seats.player(request, game_id)
        again = await self._rematches.call(ticket)
        return Rematch(again, f"/api/tables/{again}")

    async def sit_down_again(self, request: Request, game_id: str) -> Seated:
        table, first = await self._seats.player(request, game_id)
        person = table.seats[first.seat].person
        ticket = await self._rematches.sit_down(first)
        if person:
            await _note_seat(self._service, self._held, person, ticket)
            return Seated(ticket.seat, ticket.since)
        return Seated(ticket.seat, ticket.since, self._tickets.write(ticket))


def _claim_as(ticket: Ticket, person: str, table: Table) -> Decision:
    """Claim the seat for the holder of a ticket, who may have left meanwhile."""
    if table.seats[ticket.seat].since != ticket.since:
        raise RefusedCommand("seat_taken", "another player has the seat now")
    return commands.claim_seat(table, ticket.seat, person)


async def take_seat(
    service: TableService, held: HeldSeats, game_id: str, seat: int, person: str, take: Decide
) -> int:
    """Run the command that takes a seat, at any version of the table; return the new version."""
    try:
        for _try in range(MAX_TRIES):
            table = await service.load(game_id)
            if person:
                take(table)  # Raises before the seat is stored in the account.
                # The index row comes first: one without a seat is dropped when it is read.
                await _note_seat(service, held, person, Ticket(game_id, seat, table.version + 1))
            command_id = f"door:{secrets.token_hex(8)}"
            done = await service.run_command(
                game_id, command_id, expected_version=table.version, decide=take
            )
            if isinstance(done, Done):
                return done.version
    except RowMissing as error:
        raise SignedOut("the account was erased") from error
    raise RefusedCommand("crowded", "too many people join at the same time; try again")


async def _note_seat(service: TableService, held: HeldSeats, person: str, ticket: Ticket) -> None:
    """Store the seat in the person's account, to find it on other devices."""
    seat = HeldSeat(person, ticket.game_id, ticket.seat, ticket.since, service.now())
    await held.hold(seat)


_TABLE: Final = "/api/tables/{game_id}"
_GAME: Final = "dGhlIGZpcnN0IHRhYmxl"
_AGAIN: Final = "dGhlIG5leHQgdGFibGU"
_SPEC: Final = {"edition": "classic", "preset": "recharged", "board": "germany", "seats": 2}
_SEATED: Final = Seated(0, 2, "WyJkR2hsIiwwLDJd.c2lnbmF0dXJl")

_TABLES: Final = Group(Tag.TABLES, errors=("store_away",), scope=Scope.TABLES)
_SEAT: Final = Group(Tag.TABLES, Audience.SEAT, (*SEAT_ERRORS, "archived"), Scope.TABLES)
_OF_PEOPLE: Final[tuple[Code, ...]] = (
    *("signed_out", "foreign_page", "unknown_table", "set_aside", "already_seated", "crowded"),
    *("archived", "blocked"),
)

OPERATIONS: Final = (
    _TABLES.post(
        "/api/tables",
        SeatRoutes.make_table,
        "Make a table: the game, the terms, and whether the lobby lists it",
        Answer("It has no people yet.", MadeTable(_GAME, f"/api/tables/{_GAME}"), status=201),
        errors=("bad_table", "too_many", "members_only", "signed_out", "foreign_page"),
        request_example=NewTable(_SPEC, listed=True),
    ),
    _TABLES.post(
        f"{_TABLE}/seats/{{seat}}",
        SeatRoutes.sit_down,
        "Take a seat, or seat a bot",
        Answer("The seat, with a guest's ticket.", _SEATED, status=201),
        errors=(
            *_OF_PEOPLE,
            *("no_such_seat", "seat_taken", "seat_kept", "bad_name", "no_such_bot"),
            *("already_begun", "not_opened", "too_many", "members_only"),
        ),
        request_example=Sitting("Ada"),
        scope=Scope.PLAY,
        path_params={**PATH_PARAMS, "seat": int},
    ),
    replace(_TABLES, audience=Audience.PERSON, scope=None).post(
        f"{_TABLE}/claim",
        SeatRoutes.claim,
        "Claim a guest's seat for your account by its ticket, which is spent then",
        Answer("The seat.", Seated(0, 9)),
        errors=(*_OF_PEOPLE, "bad_ticket", "seat_taken", "not_a_person", "seat_claimed"),
        request_example=Claiming(_SEATED.ticket),
    ),
    _SEAT.post(
        f"{_TABLE}/rematch",
        SeatRoutes.call_rematch,
        "The table of the rematch, made when the first holder of a seat asks for it",
        Answer("Where it is.", Rematch(_AGAIN, f"/api/tables/{_AGAIN}"), status=201),
        errors=("not_over", "not_a_person", "rematch_called", "bad_table"),
    ),
    _SEAT.post(
        f"{_TABLE}/rematch/seat",
        SeatRoutes.sit_down_again,
        "Your seat at the table of the rematch, for players of the first",
        Answer("The seat.", _SEATED, status=201),
        errors=("no_rematch", "seat_taken", "already_begun", "already_seated", "crowded"),
        scope=Scope.PLAY,
    ),
)
