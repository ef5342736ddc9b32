"""The door of the rare routes: who comes in, who is asked to sign in, and why somebody is not."""

from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import HTTPException, Request, Response

from gridwright.server.api.admission import COOKIE, Admission, ForeignPage
from gridwright.server.api.origins import is_own_origin, is_secure, site_of
from gridwright.server.api.strict import StrictRoute
from gridwright.server.node import Node
from gridwright.server.people.errors import (
    BadName,
    BadPasskey,
    BadPassword,
    NameTaken,
    PeopleError,
    SignInRefused,
    TooManyPasskeys,
    TooManyTries,
    WrongPassword,
)
from gridwright.server.people.passkeys import Site
from gridwright.server.people.records import Session
from gridwright.server.people.sessions import LONGEST
from gridwright.server.tickets import BadTicket

_STATUS: Final[dict[type[PeopleError], int]] = {
    BadName: 422,
    BadPassword: 422,
    NameTaken: 409,
    TooManyPasskeys: 409,
    SignInRefused: 403,
    WrongPassword: 403,
    BadPasskey: 403,
    TooManyTries: 429,
}


class PeopleRoute(StrictRoute):
    """Answers what an account refuses, and lets nobody keep the answer."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_people(request: Request) -> Response:
            try:
                response = await handle(request)
            except PeopleError as error:
                headers = {"cache-control": "no-store"}
                if isinstance(error, TooManyTries):
                    headers["retry-after"] = str(error.seconds)
                raise HTTPException(_STATUS[type(error)], str(error), headers) from error
            response.headers["cache-control"] = "no-store"
            return response

        return handle_people


class Door:
    """Lets people in by their session, and gives and takes the cookie that holds it."""

    def __init__(self, node: Node) -> None:
        self._node: Final = node
        self._admission: Final = Admission(node)

    async def visitor(self, request: Request) -> Session | None:
        """The session of whoever comes; None for a guest."""
        try:
            return await self._admission.session(request)
        except ForeignPage as error:
            raise HTTPException(403, str(error)) from error
        except BadTicket as error:
            raise HTTPException(401, str(error)) from error

    async def person(self, request: Request) -> Session:
        """The session of whoever comes; guests are asked to sign in."""
        session = await self.visitor(request)
        if session is None:
            raise HTTPException(401, "expected somebody who is signed in")
        return session

    def verify_page(self, request: Request) -> None:
        """Refuse pages of others, which could sign a visitor in as somebody else."""
        if not is_own_origin(request, self._node.origin):
            raise HTTPException(403, "expected a page of this server")

    def site(self, request: Request) -> Site:
        site = site_of(request, self._node.origin)
        if site is None:
            raise HTTPException(400, "expected the name of a host")
        return site

    def give_cookie(self, request: Request, response: Response, token: str) -> None:
        response.set_cookie(
            COOKIE,
            token,
            max_age=LONGEST // 1_000,
            path="/",
            secure=is_secure(request, self._node.origin),
            httponly=True,
            samesite="lax",
        )

    def take_cookie(self, request: Request, response: Response) -> None:
        response.delete_cookie(
            COOKIE,
            path="/",
            secure=is_secure(request, self._node.origin),
            httponly=True,
            samesite="lax",
        )
