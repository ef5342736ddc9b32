"""Authorization of seats: a guest by ticket, a person by session, else a spectator."""

from collections.abc import Collection
from typing import Final

from starlette.requests import HTTPConnection, Request

from gridwright.protocol.refusals import Code
from gridwright.server.auth.records import Session
from gridwright.server.auth.service import Auth, BeyondScope, admitted, bearer, names_person
from gridwright.server.auth.tickets import BadTicket, Ticket, Tickets
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.tables.service import TableService
from gridwright.server.wire.routing import renew_ticket
from gridwright.table.entries import Status
from gridwright.table.table import Table

READ_ERRORS: Final[tuple[Code, ...]] = (
    *("bad_ticket", "foreign_page", "unknown_table", "set_aside", "store_away"),
)
"""Errors of reads of a table."""
SEAT_ERRORS: Final[tuple[Code, ...]] = (*READ_ERRORS, "too_many")
"""Errors of requests for a seat."""


_UNFINISHED: Final = (Status.RUNNING, Status.PAUSED)


class SeatAuth:
    """Authorizes orders, reads and sockets alike.

    A ticket names the caller's seat, also for a signed-in person, whose ticket is derived from the
    table.
    """

    def __init__(
        self, auth: Auth, tickets: Tickets, service: TableService, limiter: RateLimiter
    ) -> None:
        self._auth: Final = auth
        self._tickets: Final = tickets
        self._service: Final = service
        self._limiter: Final = limiter

    async def ticket(self, request: Request, table: Table) -> Ticket | None:
        """Return the caller's seat, None for a spectator.

        Raises BadTicket for an invalid ticket.
        """
        said = bearer(request)
        if said is not None and not names_person(said):
            ticket = self.valid_ticket(said, table)
            self._renew(request, said, ticket)
            return ticket
        return _seat(await self._auth.session(request), table)

    async def for_order(self, request: Request, game_id: str) -> Ticket:
        """Return the caller's ticket without loading the table: the seat is verified later.

        Raises BadTicket for a spectator, TooMany above the rate limit.
        """
        ticket = await self._unchecked(request, game_id)
        if ticket is None:
            raise BadTicket("expected the ticket of a seat")
        await self._limiter.order(ticket)
        return ticket

    async def _unchecked(self, request: Request, game_id: str) -> Ticket | None:
        said = bearer(request)
        if said is not None and not names_person(said):
            ticket = self.signed_ticket(said, game_id)
            if self._tickets.is_due(said):
                # Once a day the table is loaded after all: only the holder may get a new ticket.
                self.valid_ticket(said, await self._service.load(game_id))
                self._renew(request, said, ticket)
            return ticket
        session = await self._auth.session(request)
        if session is None:
            return None
        known = self._service.peek(game_id)
        seat = None if known is None else _own_seat(session, known)
        return seat or _own_seat(session, await self._service.load(game_id))

    async def player(self, request: Request, game_id: str) -> tuple[Table, Ticket]:
        """Return the table and the caller's seat. Raises BadTicket or TooMany."""
        table = await self._service.load(game_id)
        ticket = await self.ticket(request, table)
        if ticket is None:
            raise BadTicket("expected the ticket of a seat")
        _verify_program(admitted(request), table, ticket)
        await self._limiter.order(ticket)
        return table, ticket

    async def watcher(
        self, socket: HTTPConnection, said: str, game_id: str
    ) -> tuple[Ticket | None, Session | None]:
        """Return a watcher's seat and session; the end of the session ends the watching too."""
        table = await self._service.load(game_id)
        if said and not names_person(said):
            return self.valid_ticket(said, table), None
        session = await self._auth.of_socket(socket, said)
        return _seat(session, table), session

    def valid_ticket(self, text: str, table: Table) -> Ticket:
        """Return the ticket of this table's seat; raise BadTicket if its holder has left.

        A ticket that was not used for too long is refused, but never while the game runs.
        """
        ticket = self.signed_ticket(text, table.game_id)
        verify_holder(ticket, table)
        if self._tickets.is_expired(text) and table.status not in _UNFINISHED:
            raise BadTicket("the ticket has expired")
        return ticket

    def _renew(self, request: Request, text: str, ticket: Ticket) -> None:
        """Add a new ticket to the response if this one is due for renewal."""
        if self._tickets.is_due(text):
            renew_ticket(request, self._tickets.write(ticket))

    def signed_ticket(self, text: str, game_id: str) -> Ticket:
        """Return the ticket if this server signed it for this table; raise BadTicket."""
        ticket = self._tickets.read(text)
        if ticket.game_id != game_id:
            raise BadTicket("the ticket is another table's")
        return ticket


def _seat(session: Session | None, table: Table) -> Ticket | None:
    """Return the person's seat at a table as a ticket."""
    seat = None if session is None else table.seat_of(session.person_id)
    return None if seat is None else Ticket(table.game_id, seat, table.seats[seat].since)


def _own_seat(session: Session, table: Table) -> Ticket | None:
    """Return the seat for which the session may act."""
    ticket = _seat(session, table)
    if ticket is not None:
        _verify_program(session, table, ticket)
    return ticket


def _verify_program(session: Session | None, table: Table, ticket: Ticket) -> None:
    """Raise BeyondScope for a program at a person's seat: other players could not see that."""
    if session is None or not session.is_program:
        return
    if not table.seats[ticket.seat].is_program:
        raise BeyondScope("a person took this seat; a program takes one of its own")


def verify_holder(ticket: Ticket, table: Table) -> None:
    """Raise BadTicket unless the seat still belongs to the ticket's holder."""
    if not 0 <= ticket.seat < table.spec.seats or table.seats[ticket.seat].since != ticket.since:
        raise BadTicket("another player has the seat now")


class PersonBlocks:
    """Blocks between people: none, unless a feature with people overrides it."""

    async def verify_welcome(self, person_id: str, seated: Collection[str]) -> None:
        """Refuse a person who is blocked by a player at the table."""

    async def blocked_voices(self, game_id: str, voice: str) -> frozenset[str]:  # noqa: ARG002
        """Return the voices at a table of people whom the person behind a voice has blocked."""
        return frozenset()
