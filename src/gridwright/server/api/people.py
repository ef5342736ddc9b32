"""Registering and signing in, by password or by passkey."""

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from gridwright.server.api.door import Door, PeopleRoute
from gridwright.server.api.strict import REFUSALS
from gridwright.server.node import Node
from gridwright.server.people.errors import SignInRefused
from gridwright.server.people.passwords import MOST
from gridwright.server.people.records import Person
from gridwright.server.store.errors import RowMissing

Name = Annotated[str, Field(min_length=1, max_length=64)]
Secret = Annotated[str, Field(max_length=MOST)]
State = Annotated[str, Field(max_length=600)]


class Proof(BaseModel):
    """A name and the password that goes with it."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    password: Secret
    bearer: bool = False
    """Programs ask for the token itself in place of a cookie."""


class KeyProof(BaseModel):
    """The answer of a passkey to a challenge, as the browser gives it."""

    model_config = ConfigDict(extra="forbid")

    state: State
    credential: dict[str, Any]
    bearer: bool = False


class Asked(BaseModel):
    """A challenge: the options for the browser, and the state to send back with the answer."""

    state: str
    options: dict[str, Any]


class SignedIn(BaseModel):
    """Who one is now. The token comes only if it was asked for."""

    person_id: str
    name: str
    token: str = ""


def people_router(node: Node) -> APIRouter:
    """The routes by which people come in."""
    router = APIRouter(prefix="/api", route_class=PeopleRoute, responses=REFUSALS)
    accounts = node.accounts
    door = Door(node)

    async def let_in(person: Person, bearer: bool, request: Request, answer: Response) -> SignedIn:
        device = request.headers.get("user-agent", "")
        try:
            token = await accounts.sessions.open(person, device)
        except RowMissing as error:
            raise SignInRefused from error  # Erased a moment ago.
        if not bearer:
            door.give_cookie(request, answer, token)
            token = ""
        return SignedIn(person_id=person.person_id, name=person.name, token=token)

    @router.post("/people", status_code=201)
    async def register(proof: Proof, request: Request, answer: Response) -> SignedIn:
        door.verify_page(request)
        person = await accounts.register(
            proof.name, proof.password, node.guards.address_of(request)
        )
        return await let_in(person, proof.bearer, request, answer)

    @router.post("/sessions", status_code=201)
    async def sign_in(proof: Proof, request: Request, answer: Response) -> SignedIn:
        door.verify_page(request)
        person = await accounts.sign_in(proof.name, proof.password, node.guards.address_of(request))
        return await let_in(person, proof.bearer, request, answer)

    @router.post("/sessions/passkey-options")
    async def ask_for_passkey(request: Request) -> Asked:
        door.verify_page(request)
        asked = accounts.ask_for_passkey(door.site(request))
        return Asked(state=asked.state, options=asked.options)

    @router.post("/sessions/passkey", status_code=201)
    async def sign_in_by_passkey(proof: KeyProof, request: Request, answer: Response) -> SignedIn:
        door.verify_page(request)
        site = door.site(request)
        person = await accounts.sign_in_by_passkey(
            site, proof.state, proof.credential, node.guards.address_of(request)
        )
        return await let_in(person, proof.bearer, request, answer)

    return router
