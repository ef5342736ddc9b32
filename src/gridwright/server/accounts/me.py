"""The signed-in person's account, sessions and passkeys."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gridwright.protocol.refusals import Refused
from gridwright.server.accounts import routes
from gridwright.server.accounts.club import RegistrationPolicy
from gridwright.server.accounts.routes import (
    CHALLENGE,
    CREATED,
    EXAMPLE_CREDENTIAL,
    EXAMPLE_STATE,
    Asked,
    Name,
    Secret,
    State,
)
from gridwright.server.accounts.service import Accounts
from gridwright.server.accounts.store import AccountStore
from gridwright.server.auth.records import Session
from gridwright.server.auth.service import Auth
from gridwright.server.auth.tickets import Tickets
from gridwright.server.feature import Feature, Parts, Routes
from gridwright.server.wire.operation import Answer, Audience, Free, Group, Tag
from gridwright.server.wire.routing import reply

_SESSION_ID: Final = re.compile(r"[0-9a-f]{64}")
_CREDENTIAL_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,1400}")


Vacate = Callable[[str], Awaitable[None]]
"""Vacates the seats of a person whose account is about to be deleted."""


class Seats:
    """The seats of people: none, unless a feature with tables overrides it."""

    async def vacate(self, person_id: str) -> None:
        """Leave every seat of a person whose account is about to be deleted."""


class Me(msgspec.Struct, frozen=True):
    """The account."""

    person_id: str
    name: str
    is_host: bool = False
    """True for a host of the server."""


class Visitor(msgspec.Struct, frozen=True):
    """The caller of a page: a person, or a guest."""

    name: str = ""
    """Empty for a guest."""
    is_host: bool = False


class Naming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for another name."""

    name: Name


class Own(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password again, required for actions that a stolen session must not be able to do."""

    password: Secret


class Changing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The current password, and the new one."""

    password: Secret
    new_password: Secret


class KeyAdding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The response of a new passkey to its challenge, and a label."""

    state: State
    credential: Free
    label: Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")] = ""


class MySession(msgspec.Struct, frozen=True):
    """A session of the signed-in person."""

    session_id: str
    device: str
    created_at: int
    seen_at: int
    is_this: bool


class MyKey(msgspec.Struct, frozen=True):
    """A passkey."""

    credential_id: str
    label: str
    created_at: int


class MeRoutes:
    """Routes for a signed-in person."""

    def __init__(self, accounts: Accounts, auth: Auth, vacate: Vacate) -> None:
        self._accounts: Final = accounts
        self._auth: Final = auth
        self._vacate: Final = vacate

    # The account

    async def me(self, request: Request) -> Me:
        session = await self._auth.person(request)
        return await self._me(session, session.name)

    async def visitor(self, request: Request) -> Visitor:
        session = await self._auth.visitor(request)
        if session is None:
            return Visitor()
        is_host = await self._accounts.store.is_host(session.person_id)
        return Visitor(session.name, is_host)

    async def rename(self, request: Request, body: Naming) -> Me:
        session = await self._auth.person(request)
        return await self._me(session, await self._accounts.rename(session, body.name))

    async def _me(self, session: Session, name: str) -> Me:
        return Me(session.person_id, name, await self._accounts.store.is_host(session.person_id))

    async def change_password(self, request: Request, body: Changing) -> None:
        session = await self._auth.person(request)
        await self._accounts.change_password(session, body.password, body.new_password)

    async def erase(self, request: Request, body: Own) -> Response:
        session = await self._auth.person(request)
        await self._accounts.verify(session, body.password)
        # Seats first: an erased person can no longer be found at a table.
        await self._vacate(session.person_id)
        await self._accounts.erase(session)
        return self._without_cookie(request)

    # Sessions

    async def my_sessions(self, request: Request) -> list[MySession]:
        this = await self._auth.person(request)
        found = await self._accounts.sessions.of(this.person_id)
        return [_my_session(session, this) for session in found]

    async def log_out_everywhere(self, request: Request) -> Response:
        session = await self._auth.person(request)
        await self._accounts.sessions.end_all(session.person_id)
        return self._without_cookie(request)

    async def log_out(self, request: Request) -> Response:
        session = await self._auth.person(request)
        await self._accounts.sessions.end(session.person_id, session.session_id)
        return self._without_cookie(request)

    async def end_session(self, request: Request, session_id: str) -> None:
        session = await self._auth.person(request)
        sessions = self._accounts.sessions
        is_one = bool(_SESSION_ID.fullmatch(session_id))
        if not is_one or not await sessions.end(session.person_id, session_id):
            raise Refused("there is no such session", "unknown_session")

    def _without_cookie(self, request: Request) -> Response:
        answer = reply(None)
        self._auth.take_cookie(request, answer)
        return answer

    # Passkeys

    async def passkeys(self, request: Request) -> list[MyKey]:
        session = await self._auth.person(request)
        return [
            MyKey(key.credential_id, key.label, key.created_at)
            for key in await self._accounts.store.passkeys(session.person_id)
        ]

    async def ask_to_add_passkey(self, request: Request, body: Own) -> Asked:
        session = await self._auth.person(request)
        site = self._auth.site(request)
        asked = await self._accounts.ask_to_add_passkey(session, body.password, site)
        return Asked(asked.state, asked.options)

    async def add_passkey(self, request: Request, body: KeyAdding) -> MyKey:
        session = await self._auth.person(request)
        site = self._auth.site(request)
        key = await self._accounts.add_passkey(
            session, site, body.state, body.credential, body.label
        )
        return MyKey(key.credential_id, key.label, key.created_at)

    async def remove_passkey(self, request: Request, credential_id: str) -> None:
        session = await self._auth.person(request)
        store = self._accounts.store
        is_one = bool(_CREDENTIAL_ID.fullmatch(credential_id))
        if not is_one or not await store.remove_passkey(session.person_id, credential_id):
            raise Refused("there is no such passkey", "unknown_passkey")


def _my_session(session: Session, this: Session) -> MySession:
    seen = (session.created_at, session.seen_at, session.session_id == this.session_id)
    return MySession(session.session_id, session.device, *seen)


_ME: Final = Answer("The account.", Me("0f3c9a5e", "Ada"))
_KEY: Final = MyKey("a2V5", "My phone", 1_790_000_000_000)
_SESSION: Final = MySession("0" * 64, "Firefox", 1_790_000_000_000, 1_790_000_100_000, True)
_DONE: Final = Answer("It is done.", status=204)
_PASSWORD: Final = Own("a horse with a lamp")
_OWN: Final = Group(Tag.ACCOUNTS, Audience.PERSON, ("signed_out", "foreign_page", "store_away"))
_GUARDED: Final = replace(_OWN, errors=(*_OWN.errors, "wrong_password", "too_many"))

OPERATIONS: Final = (
    Group(Tag.ACCOUNTS, Audience.PUBLIC, ("signed_out", "store_away")).get(
        "/api/visitor",
        MeRoutes.visitor,
        "Return who calls: the name of the signed-in person, or an empty one for a guest",
        Answer("The caller.", Visitor("Ada")),
    ),
    _OWN.get("/api/me", MeRoutes.me, "Return the signed-in person", _ME),
    _OWN.patch(
        "/api/me",
        MeRoutes.rename,
        "Take another name",
        _ME,
        errors=("name_taken", "bad_account_name"),
        request_example=Naming("Ada"),
    ),
    _GUARDED.put(
        "/api/me/password",
        MeRoutes.change_password,
        "Take another password; every other session ends",
        _DONE,
        errors=("bad_password", "common_password"),
        request_example=Changing("a horse with a lamp", "a lamp with a horse"),
    ),
    _GUARDED.post(
        "/api/me/erase", MeRoutes.erase, "Delete the account", _DONE, request_example=_PASSWORD
    ),
    _OWN.get(
        "/api/me/sessions",
        MeRoutes.my_sessions,
        "Where one is signed in",
        Answer("The sessions.", [_SESSION], list[MySession]),
    ),
    _OWN.delete("/api/me/sessions", MeRoutes.log_out_everywhere, "Log out everywhere", _DONE),
    _OWN.delete("/api/me/sessions/current", MeRoutes.log_out, "Log out", _DONE),
    _OWN.delete(
        "/api/me/sessions/{session_id}",
        MeRoutes.end_session,
        "End one of one's sessions",
        _DONE,
        errors=("unknown_session",),
        path_params={"session_id": str},
    ),
    _OWN.get(
        "/api/me/passkeys",
        MeRoutes.passkeys,
        "One's passkeys",
        Answer("The passkeys.", [_KEY], list[MyKey]),
    ),
    _GUARDED.post(
        "/api/me/passkey-options",
        MeRoutes.ask_to_add_passkey,
        "A challenge for a new passkey",
        CHALLENGE,
        errors=("no_host", "bad_passkey", "too_many_passkeys"),
        request_example=_PASSWORD,
    ),
    _OWN.post(
        "/api/me/passkeys",
        MeRoutes.add_passkey,
        "Add the passkey that has answered",
        Answer("The passkey.", _KEY, status=CREATED),
        errors=("no_host", "bad_passkey"),
        request_example=KeyAdding(EXAMPLE_STATE, EXAMPLE_CREDENTIAL, "My phone"),
    ),
    _OWN.delete(
        "/api/me/passkeys/{credential_id}",
        MeRoutes.remove_passkey,
        "Remove a passkey",
        _DONE,
        errors=("unknown_passkey",),
        path_params={"credential_id": str},
    ),
)


def _accounts(parts: Parts) -> Accounts:
    return Accounts(AccountStore(parts.store.home), parts.secret, parts.bus, parts.clock)


def _auth(parts: Parts) -> Auth:
    limiter = parts.limiter
    return Auth(
        parts[Accounts].sessions, parts.options.origin, limiter.n_proxies, limiter.use_token
    )


def _tickets(parts: Parts) -> Tickets:
    return Tickets(parts.secret, parts.clock)


def _registration(parts: Parts) -> RegistrationPolicy:
    return RegistrationPolicy(parts[Accounts].club, parts[Auth])


def _account_routes(parts: Parts) -> routes.AccountRoutes:
    return routes.AccountRoutes(parts[Accounts], parts[Auth], parts.limiter)


def _me_routes(parts: Parts) -> MeRoutes:
    return MeRoutes(parts[Accounts], parts[Auth], parts[Seats].vacate)


ACCOUNTS: Final = Feature(
    "accounts",
    parts={
        Accounts: _accounts,
        Auth: _auth,
        Tickets: _tickets,
        RegistrationPolicy: _registration,
    },
    closes=(Accounts,),
    # In this order, because one more path of the second has a parameter.
    routes=(
        Routes(_account_routes, orders=routes.OPERATIONS),
        Routes(_me_routes, orders=OPERATIONS),
    ),
)
