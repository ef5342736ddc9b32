"""Registration and sign-in, by password or by passkey."""

from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gridwright.server.accounts.passwords import MOST
from gridwright.server.accounts.service import Accounts
from gridwright.server.auth.errors import SignInRefused
from gridwright.server.auth.records import Person
from gridwright.server.auth.service import Auth
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.storage.errors import RowMissing
from gridwright.server.wire.operation import Answer, Free, Group, Tag
from gridwright.server.wire.routing import reply

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Secret = Annotated[str, msgspec.Meta(max_length=MOST)]
State = Annotated[str, msgspec.Meta(max_length=600)]
CREATED: Final = 201


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Credentials: name and password."""

    name: Name
    password: Secret
    bearer: bool = False
    """True for programs, which need the token itself instead of a cookie."""


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password for a new account."""

    name: Name
    password: Secret
    bearer: bool = False
    """True for programs, which need the token itself instead of a cookie."""
    invitation: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """Code of an invitation, if registration requires one."""


class KeyProof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The response of a passkey to a challenge, as returned by the browser."""

    state: State
    credential: Free
    bearer: bool = False


class Asked(msgspec.Struct, frozen=True):
    """A challenge: the options for the browser, and the state to send back with the answer."""

    state: str
    options: Free


class SignedIn(msgspec.Struct, frozen=True):
    """The person who signed in. The token is present only if the client requested it."""

    person_id: str
    name: str
    token: str = ""


class AccountRoutes:
    """Routes to register and to sign in."""

    def __init__(self, accounts: Accounts, auth: Auth, limiter: RateLimiter) -> None:
        self._accounts: Final = accounts
        self._auth: Final = auth
        self._limiter: Final = limiter

    async def register(self, request: Request, body: NewPerson) -> Response:
        self._auth.verify_page(request)
        address = self._limiter.address_of(request)
        person = await self._accounts.register(body.name, body.password, address, body.invitation)
        return await self._let_in(person, body.bearer, request)

    async def sign_in(self, request: Request, body: Proof) -> Response:
        self._auth.verify_page(request)
        address = self._limiter.address_of(request)
        person = await self._accounts.sign_in(body.name, body.password, address)
        return await self._let_in(person, body.bearer, request)

    async def ask_for_passkey(self, request: Request) -> Asked:
        self._auth.verify_page(request)
        asked = self._accounts.ask_for_passkey(self._auth.site(request))
        return Asked(asked.state, asked.options)

    async def sign_in_by_passkey(self, request: Request, body: KeyProof) -> Response:
        self._auth.verify_page(request)
        site = self._auth.site(request)
        address = self._limiter.address_of(request)
        person = await self._accounts.sign_in_by_passkey(site, body.state, body.credential, address)
        return await self._let_in(person, body.bearer, request)

    async def _let_in(self, person: Person, bearer: bool, request: Request) -> Response:
        device = request.headers.get("user-agent", "")
        try:
            token = await self._accounts.sessions.open(person, device)
        except RowMissing as error:
            raise SignInRefused from error  # Deleted a moment ago.
        shown = token if bearer else ""
        answer = reply(SignedIn(person.person_id, person.name, shown), CREATED)
        if not bearer:
            self._auth.give_cookie(request, answer, token)
        return answer


EXAMPLE_STATE: Final = "WyJzaWduLWluIl0.c2lnbmF0dXJl"
EXAMPLE_CREDENTIAL: Final = {"id": "a2V5", "rawId": "a2V5", "type": "public-key", "response": {}}
CHALLENGE: Final = Answer(
    "The challenge.", Asked(EXAMPLE_STATE, {"challenge": "Y2hhbGxlbmdl", "rpId": "games.example"})
)
_PROOF: Final = Proof("Ada", "a horse with a lamp")
_SIGNED_IN: Final = Answer("The signed-in person.", SignedIn("0f3c9a5e", "Ada"), status=CREATED)
_DOOR: Final = Group(Tag.ACCOUNTS, errors=("foreign_page",))

OPERATIONS: Final = (
    _DOOR.post(
        "/api/people",
        AccountRoutes.register,
        "Register, and be signed in",
        _SIGNED_IN,
        errors=(
            *("name_taken", "bad_account_name", "bad_password", "common_password"),
            *("sign_in_refused", "too_many", "store_away"),
            *("registration_closed", "bad_invitation"),
        ),
        request_example=NewPerson("Ada", "a horse with a lamp"),
    ),
    _DOOR.post(
        "/api/sessions",
        AccountRoutes.sign_in,
        "Sign in by name and password",
        _SIGNED_IN,
        errors=("sign_in_refused", "account_closed", "too_many", "store_away"),
        request_example=_PROOF,
    ),
    _DOOR.post(
        "/api/sessions/passkey-options",
        AccountRoutes.ask_for_passkey,
        "A challenge for signing in by passkey",
        CHALLENGE,
        errors=("no_host",),
    ),
    _DOOR.post(
        "/api/sessions/passkey",
        AccountRoutes.sign_in_by_passkey,
        "Sign in by the answer of a passkey",
        _SIGNED_IN,
        errors=(
            *("no_host", "bad_passkey", "sign_in_refused", "account_closed", "too_many"),
            "store_away",
        ),
        request_example=KeyProof(EXAMPLE_STATE, EXAMPLE_CREDENTIAL),
    ),
)
