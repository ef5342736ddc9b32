"""Who is at the door: a guest by the ticket of a seat, a person by a session, or a spectator."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from starlette.requests import HTTPConnection, Request

from gridwright.server.api.origins import is_own_origin
from gridwright.server.node import Node
from gridwright.server.people.records import Session
from gridwright.server.people.tokens import PREFIX
from gridwright.server.tables.table import Table
from gridwright.server.tickets import BadTicket, Ticket

COOKIE: Final = "gridwright_session"

_BEARER: Final = "Bearer "
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class ForeignPage(BadTicket):
    """A page of somebody else asked, and the browser sent the cookie along."""


class BadSession(BadTicket):
    """A token of a session that has ended, or that never was."""


class Admission:
    """Decides for orders, reads and sockets alike.

    A ticket stands for the seat of whoever comes, also for a person: that one is not written by
    hand but read from the table. A header comes before a cookie, so that a guest's ticket works in
    a browser that somebody is signed in with.
    """

    def __init__(self, node: Node) -> None:
        self._node: Final = node

    async def ticket(self, request: Request, table: Table) -> Ticket | None:
        """The seat of whoever asks, None for a spectator; BadTicket for what is no good."""
        said = _said(request)
        if said is not None and not said.startswith(PREFIX):
            return valid_ticket(self._node, said, table)
        return _seat(await self.session(request), table)

    async def for_order(self, request: Request, game_id: str) -> Ticket | None:
        """The same without reading the log: whether the seat is still held is asked later."""
        said = _said(request)
        if said is not None and not said.startswith(PREFIX):
            return signed_ticket(self._node, said, game_id)
        session = await self.session(request)
        if session is None:
            return None
        known = self._node.service.in_memory(game_id)
        seat = None if known is None else _seat(session, known)
        return seat or _seat(session, await self._node.service.table(game_id))

    async def player(self, request: Request, game_id: str) -> tuple[Table, Ticket]:
        """The table and the seat of whoever asks; BadTicket or TooMany."""
        table = await self._node.service.table(game_id)
        ticket = await self.ticket(request, table)
        if ticket is None:
            raise BadTicket("expected the ticket of a seat")
        self._node.guards.order(ticket)
        return table, ticket

    async def session(self, request: Request) -> Session | None:
        """The session of whoever asks; None for a guest, whatever the ticket.

        A token in a header must be good, or BadSession. A cookie that has outlived its session is a
        guest's, but one that a foreign page sends along is a ForeignPage.
        """
        said = _said(request)
        if said is not None:
            return await self._by_token(said)
        token = request.cookies.get(COOKIE)
        if token is None:
            return None
        session = await self._node.accounts.sessions.find(token)
        if session is not None and request.method not in _SAFE:
            # Browsers name the origin of everything that may change something; others need none.
            own = is_own_origin(request, self._node.origin)
            if "origin" not in request.headers or not own:
                raise ForeignPage("expected a page of this server; programs send a bearer's token")
        return session

    async def watcher(
        self, socket: HTTPConnection, said: str, table: Table
    ) -> tuple[Ticket | None, Session | None]:
        """The seat of a watcher, and the session without which it must leave.

        What it says first counts, then what came with the handshake. The route has checked the
        origin already.
        """
        if said and not said.startswith(PREFIX):
            return valid_ticket(self._node, said, table), None
        header = socket.headers.get("authorization", "")
        if said or header.startswith(_BEARER + PREFIX):
            session = await self._by_token(said or header[len(_BEARER) :])
        else:
            session = await self._node.accounts.sessions.find(socket.cookies.get(COOKIE, ""))
        return _seat(session, table), session

    async def stay(
        self, session: Session | None, leave: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        """Return when a watcher leaves; BadTicket as soon as the session ends, wherever it does."""
        if session is None:
            await leave()
            return
        left = asyncio.create_task(leave())
        ended = asyncio.create_task(self._node.accounts.sessions.until_ended(session))
        try:
            await asyncio.wait({left, ended}, return_when=asyncio.FIRST_COMPLETED)
            if left.done():
                left.result()
            else:
                ended.result()
                raise BadSession("the session has ended")
        finally:
            left.cancel()
            ended.cancel()

    async def _by_token(self, said: str) -> Session | None:
        if not said.startswith(PREFIX):
            return None
        session = await self._node.accounts.sessions.find(said)
        if session is None:
            raise BadSession("the session has ended")
        return session


def _said(request: HTTPConnection) -> str | None:
    """What a bearer shows; None for nobody, BadTicket for anybody else."""
    text = request.headers.get("authorization", "")
    if not text:
        return None
    if not text.startswith(_BEARER):
        raise BadTicket("expected a bearer's ticket")
    return text[len(_BEARER) :]


def _seat(session: Session | None, table: Table) -> Ticket | None:
    """The seat of a person at a table, as a ticket says it."""
    seat = None if session is None else table.seat_of(session.person_id)
    return None if seat is None else Ticket(table.game_id, seat, table.seats[seat].since)


def valid_ticket(node: Node, text: str, table: Table) -> Ticket:
    """The ticket, if it is this table's and its holder still sits there; else BadTicket."""
    ticket = signed_ticket(node, text, table.game_id)
    verify_holder(ticket, table)
    return ticket


def signed_ticket(node: Node, text: str, game_id: str) -> Ticket:
    """The ticket, if this server wrote it for this table; else BadTicket."""
    ticket = node.tickets.read(text)
    if ticket.game_id != game_id:
        raise BadTicket("the ticket is another table's")
    return ticket


def verify_holder(ticket: Ticket, table: Table) -> None:
    """Raise BadTicket unless whoever got the ticket still has the seat."""
    if not 0 <= ticket.seat < table.spec.seats or table.seats[ticket.seat].since != ticket.since:
        raise BadTicket("somebody else has the seat now")
