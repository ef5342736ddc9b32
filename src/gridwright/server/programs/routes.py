"""HTTP routes to create, list and revoke API tokens; no token may use them."""

import re
from dataclasses import replace
from typing import Annotated, Final

import msgspec
from starlette.requests import Request

from gridwright.server.accounts.routes import Secret
from gridwright.server.accounts.service import Accounts
from gridwright.server.auth.records import PROGRAM, ProgramToken
from gridwright.server.auth.service import Auth
from gridwright.server.feature import Feature, Parts, Routes
from gridwright.server.live.sockets import Spectators
from gridwright.server.live.watchers import WatcherGroups
from gridwright.server.programs import streams
from gridwright.server.programs.service import ProgramTokens, UnknownToken
from gridwright.server.tables.held_seats import HeldSeats
from gridwright.server.tables.seat_auth import SEAT_ERRORS, SeatAuth
from gridwright.server.tables.service import TableService
from gridwright.server.wire.operation import Answer, Audience, Group, Tag
from gridwright.server.wire.scopes import Scope, scopes_of

_TOKEN_ID: Final = re.compile(r"[0-9a-f]{64}")

Label = Annotated[
    str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")
]
Scopes = Annotated[list[Scope], msgspec.Meta(min_length=1, max_length=len(Scope))]


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a token, with the password: a stolen session cannot create one."""

    label: Label
    scopes: Scopes
    password: Secret
    is_program: bool = True
    """True if seats taken with it are shown as played by a program."""


class MyToken(msgspec.Struct, frozen=True):
    """A token of the person, without its secret."""

    token_id: str
    label: str
    scopes: list[Scope]
    is_program: bool
    created_at: int
    used_at: int | None


class MadeToken(msgspec.Struct, frozen=True):
    """A new token. The server stores only its hash, so it is shown only once."""

    secret: str
    token: MyToken


class TokenRoutes:
    """Routes for a person's own tokens."""

    def __init__(self, tokens: ProgramTokens, accounts: Accounts, auth: Auth) -> None:
        self._tokens: Final = tokens
        self._accounts: Final = accounts
        self._auth: Final = auth

    async def my_tokens(self, request: Request) -> list[MyToken]:
        session = await self._auth.person(request)
        return [_my_token(token) for token in await self._tokens.of(session.person_id)]

    async def make_token(self, request: Request, body: NewToken) -> MadeToken:
        session = await self._auth.person(request)
        await self._accounts.verify(session, body.password)
        secret, token = await self._tokens.make(
            session, body.label, frozenset(body.scopes), body.is_program
        )
        return MadeToken(secret, _my_token(token))

    async def revoke_token(self, request: Request, token_id: str) -> None:
        session = await self._auth.person(request)
        if not _TOKEN_ID.fullmatch(token_id):
            raise UnknownToken("there is no such token")
        await self._tokens.revoke(session.person_id, token_id)


def _my_token(token: ProgramToken) -> MyToken:
    return MyToken(
        token.token_id.removeprefix(PROGRAM),
        token.label,
        sorted(scopes_of(token.scopes)),
        token.is_program,
        token.created_at,
        token.used_at,
    )


_TOKEN: Final = MyToken(
    "0" * 64, "My first bot", [Scope.PLAY, Scope.READ], True, 1_790_000_000_000, None
)
_OWN: Final = Group(Tag.PROGRAMS, Audience.PERSON, ("signed_out", "foreign_page", "store_away"))

OPERATIONS: Final = (
    _OWN.get(
        "/api/me/tokens",
        TokenRoutes.my_tokens,
        "One's tokens for programs",
        Answer("The tokens, without their secrets.", [_TOKEN], list[MyToken]),
    ),
    replace(_OWN, errors=(*_OWN.errors, "wrong_password", "too_many")).post(
        "/api/me/tokens",
        TokenRoutes.make_token,
        "Create a token for a program; its secret is shown only once",
        Answer("The token.", MadeToken("gwp_" + "A" * 43, _TOKEN), status=201),
        errors=("too_many_tokens",),
        request_example=NewToken("My first bot", [Scope.READ, Scope.PLAY], "a horse with a lamp"),
    ),
    _OWN.delete(
        "/api/me/tokens/{token_id}",
        TokenRoutes.revoke_token,
        "Revoke a token; its streams end immediately",
        Answer("It is done.", status=204),
        errors=("unknown_token",),
        path_params={"token_id": str},
    ),
)


class LegalActions(msgspec.Struct, frozen=True):
    """Choices of a seat at a version; none while it is not the seat's turn."""

    version: int
    seat: int
    lines: list[str]
    """Each in the format of an ``act`` order.

    A range of amounts is listed by its two ends; the table's offers contain the range.
    """


class ActionRoutes:
    """The legal actions of a seat."""

    def __init__(self, seats: SeatAuth) -> None:
        self._seats: Final = seats

    async def actions(self, request: Request, game_id: str) -> LegalActions:
        table, ticket = await self._seats.player(request, game_id)
        lines: list[str] = []
        if table.actor() == ticket.seat:
            for action in table.game.legal(table.state):
                lines.append(table.notation.text(action).split(" ", 1)[1])
        return LegalActions(table.version, ticket.seat, lines)


ACTIONS: Final = (
    Group(Tag.PROGRAMS, Audience.SEAT, SEAT_ERRORS, Scope.READ).get(
        "/api/tables/{game_id}/actions",
        ActionRoutes.actions,
        "What the own seat may do now, a line for each choice",
        Answer("The choices.", LegalActions(31, 0, ["bid 12", "drop"])),
    ),
)


def _tokens(parts: Parts) -> ProgramTokens:
    accounts = parts[Accounts]
    return ProgramTokens(accounts.store, accounts.sessions, parts.clock)


def _token_routes(parts: Parts) -> TokenRoutes:
    return TokenRoutes(parts[ProgramTokens], parts[Accounts], parts[Auth])


def _action_routes(parts: Parts) -> ActionRoutes:
    return ActionRoutes(parts[SeatAuth])


def _streams(parts: Parts) -> streams.StreamRoutes:
    """Return the streams of lines, which use the same watcher groups as sockets."""
    return streams.StreamRoutes(
        parts[TableService],
        parts[HeldSeats],
        parts.bus,
        parts[Auth],
        parts[SeatAuth],
        parts[Spectators].watching,
        parts[WatcherGroups],
        parts.limiter,
        parts.metrics,
        parts.stopping,
    )


PROGRAMS: Final = Feature(
    "programs",
    parts={ProgramTokens: _tokens},
    routes=(
        Routes(_token_routes, orders=OPERATIONS),
        Routes(_action_routes, reads=ACTIONS),
        Routes(_streams, sockets=streams.OPERATIONS),
    ),
)
