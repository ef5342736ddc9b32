"""Authentication of requests: a person by a session, a program by its token, else a guest."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from gridwright.protocol.refusals import Refused
from gridwright.server.auth.errors import SignedOut
from gridwright.server.auth.origins import Site, is_own_origin, is_secure, site_of
from gridwright.server.auth.records import PREFIX, PROGRAM_PREFIX, Session
from gridwright.server.auth.sessions import LONGEST, Sessions
from gridwright.server.auth.tickets import BadTicket
from gridwright.server.wire.operation import Operation
from gridwright.server.wire.scopes import Scope

COOKIE: Final = "gridwright_session"
ADMITTED: Final = "gridwright.admitted"
"""Key in the ASGI scope: the session that a program's token opened."""

_BEARER: Final = "Bearer "
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class ForeignPage(BadTicket):
    """Cross-site request: it comes from a foreign page, and the browser sent the cookie."""

    code = "foreign_page"


class BadSession(BadTicket):
    """The session of the token has ended or never existed."""


class BeyondScope(Refused):
    """A valid token without the scope for this route."""

    code = "beyond_scope"


async def _unlimited(_token_id: str) -> None:
    return


class Auth:
    """Finds the session of a request, and sets and deletes its cookie.

    A header takes precedence over a cookie, so that a guest's ticket works in a browser with a
    signed-in person.
    """

    def __init__(
        self,
        sessions: Sessions,
        origin: str,
        n_proxies: int = 0,
        count_use: Callable[[str], Awaitable[None]] = _unlimited,
    ) -> None:
        """``count_use`` is called with a token's id and raises TooMany above its limit."""
        self._sessions: Final = sessions
        self._count_use: Final = count_use
        self._origin: Final = origin
        """The configured origin; empty to use each request's."""
        self._n_proxies: Final = n_proxies
        """Number of trusted proxies in front."""

    # Programs

    async def admit(self, request: Request, operation: Operation) -> None:
        """Check a program's token against the operation's scope; other requests pass.

        The only place that decides about tokens, called before each route.
        """
        said = request.headers.get("authorization", "")
        if said.startswith(_BEARER + PROGRAM_PREFIX):
            token = said[len(_BEARER) :]
            request.scope[ADMITTED] = await self._program(token, operation.scope)

    async def _program(self, token: str, scope: Scope | None) -> Session:
        if scope is None:
            raise BeyondScope("tokens cannot use this route; sign in")
        program = await self._sessions.find_program(token)
        if program is None:
            raise BadSession("the token is unknown or was revoked")
        if scope not in (program.scopes or ()):
            raise BeyondScope(f"expected a token with the scope {scope}")
        await self._count_use(program.session_id)
        return program

    # Sessions of requests

    async def session(self, request: Request) -> Session | None:
        """Return the session of the request; None for a guest, with any ticket.

        Raises BadSession for a bad token in a header, and ForeignPage for a cookie sent by a
        foreign page. A cookie of an ended session counts as a guest's.
        """
        said = bearer(request)
        if said is not None and said.startswith(PROGRAM_PREFIX):
            program = admitted(request)
            if program is None:
                raise BeyondScope("tokens cannot use this route")
            return program
        if said is not None:
            return await self._by_token(said)
        token = request.cookies.get(COOKIE)
        if token is None:
            return None
        session = await self._sessions.find(token)
        if session is not None and request.method not in _SAFE:
            # Browsers send the origin with all requests that may change state; others need none.
            is_own = "origin" in request.headers and self.is_own_page(request)
            if not is_own:
                raise ForeignPage("expected a page of this server; programs send a bearer's token")
        return session

    async def of_socket(self, socket: HTTPConnection, said: str) -> Session | None:
        """Return the session of a watcher: by its first message, else by the handshake.

        The route has checked the origin already.
        """
        header = socket.headers.get("authorization", "")
        if not said and header.startswith(_BEARER) and names_person(header[len(_BEARER) :]):
            said = header[len(_BEARER) :]
        if said.startswith(PROGRAM_PREFIX):
            return await self._program(said, Scope.READ)
        if said:
            return await self._by_token(said)
        return await self._sessions.find(socket.cookies.get(COOKIE, ""))

    async def stay(
        self, session: Session | None, leave: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        """Wait until a watcher leaves; raise BadTicket when the session ends."""
        if session is None:
            await leave()
            return
        left = asyncio.create_task(leave())
        ended = asyncio.create_task(self._sessions.until_ended(session))
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
        if not names_person(said):
            return None
        session = await self._sessions.find(said)
        if session is None:
            raise BadSession("the session has ended")
        return session

    # Visitors of routes

    async def visitor(self, request: Request) -> Session | None:
        """Return the session of the visitor; None for a guest."""
        try:
            return await self.session(request)
        except ForeignPage:
            raise
        except BadTicket as error:
            raise SignedOut(str(error)) from error

    async def person(self, request: Request) -> Session:
        """Return the session of the visitor; raise SignedOut for a guest."""
        session = await self.visitor(request)
        if session is None:
            raise SignedOut("expected a signed-in person")
        return session

    def is_own_page(self, connection: HTTPConnection) -> bool:
        return is_own_origin(connection, self._origin)

    def verify_page(self, request: Request) -> None:
        """Raise ForeignPage for a foreign page.

        It could sign a visitor in to another account.
        """
        if not self.is_own_page(request):
            raise ForeignPage("expected a page of this server")

    def site(self, request: Request) -> Site:
        site = site_of(request, self._origin, self._n_proxies)
        if site is None:
            raise Refused("expected the name of a host", "no_host")
        return site

    # The cookie

    def give_cookie(self, request: Request, response: Response, token: str) -> None:
        response.set_cookie(
            COOKIE,
            token,
            max_age=LONGEST // 1_000,
            path="/",
            secure=is_secure(request, self._origin, self._n_proxies),
            httponly=True,
            samesite="lax",
        )

    def take_cookie(self, request: Request, response: Response) -> None:
        secure = is_secure(request, self._origin, self._n_proxies)
        response.delete_cookie(COOKIE, path="/", secure=secure, httponly=True, samesite="lax")


def admitted(request: HTTPConnection) -> Session | None:
    """Return the session that a program's token opened for this request; None without a token."""
    found: Session | None = request.scope.get(ADMITTED)
    return found


def names_person(said: str) -> bool:
    """Return whether a bearer's text is a token of a person, not the ticket of a seat."""
    return said.startswith((PREFIX, PROGRAM_PREFIX))


def bearer(request: HTTPConnection) -> str | None:
    """Return the bearer token or ticket.

    None without the header; raise BadTicket for another scheme.
    """
    text = request.headers.get("authorization", "")
    if not text:
        return None
    if not text.startswith(_BEARER):
        raise BadTicket("expected a bearer's ticket")
    return text[len(_BEARER) :]
