"""What is one's own: the account, its sessions, its passkeys, its tables."""

import re
from typing import Annotated, Any, Final

from fastapi import APIRouter, HTTPException, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from gridwright.server.api.door import Door, PeopleRoute
from gridwright.server.api.people import Asked, Name, Secret, State
from gridwright.server.api.strict import REFUSALS
from gridwright.server.node import Node
from gridwright.server.people.records import HeldSeat, Session
from gridwright.server.people.store import LAST_MOMENT
from gridwright.server.store.errors import UnknownGame
from gridwright.server.store.games import Status
from gridwright.server.tables.table import Table

PAGE: Final = 50
"""Tables in one answer."""

_SESSION_ID: Final = re.compile(r"[0-9a-f]{64}")
_CREDENTIAL_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,1400}")
_NO_CONTENT: Final = 204


class Me(BaseModel):
    """The account."""

    person_id: str
    name: str


class Naming(BaseModel):
    """The name to be shown from now on."""

    model_config = ConfigDict(extra="forbid")

    name: Name


class Own(BaseModel):
    """The password once more, for what a stolen session must not do."""

    model_config = ConfigDict(extra="forbid")

    password: Secret


class Changing(Own):
    """The password, and the one to take its place."""

    new_password: Secret


class KeyAdding(BaseModel):
    """A new passkey's answer to its challenge, and a word to know it by."""

    model_config = ConfigDict(extra="forbid")

    state: State
    credential: dict[str, Any]
    label: Annotated[str, Field(max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""


class MySession(BaseModel):
    """Where one is signed in."""

    session_id: str
    device: str
    created_at: int
    seen_at: int
    is_this: bool


class MyKey(BaseModel):
    """A passkey."""

    credential_id: str
    label: str
    created_at: int


class MyTable(BaseModel):
    """A table at which one has a seat."""

    game_id: str
    path: str
    seat: int
    status: str
    version: int
    spec: dict[str, Any]
    seats: list[str]
    waits: bool
    """Whether nothing goes on without this seat."""
    deadline_at: int | None
    sat_down_at: int


def me_router(node: Node) -> APIRouter:
    """The routes for whoever is signed in."""
    router = APIRouter(prefix="/api/me", route_class=PeopleRoute, responses=REFUSALS)
    accounts = node.accounts
    door = Door(node)

    # The account

    @router.get("")
    async def me(request: Request) -> Me:
        session = await door.person(request)
        return Me(person_id=session.person_id, name=session.name)

    @router.patch("")
    async def rename(naming: Naming, request: Request) -> Me:
        session = await door.person(request)
        name = await accounts.rename(session, naming.name)
        return Me(person_id=session.person_id, name=name)

    @router.put("/password", status_code=_NO_CONTENT)
    async def change_password(changing: Changing, request: Request) -> None:
        session = await door.person(request)
        await accounts.change_password(session, changing.password, changing.new_password)

    @router.post("/erase", status_code=_NO_CONTENT)
    async def erase(own: Own, request: Request, answer: Response) -> None:
        await accounts.erase(await door.person(request), own.password)
        door.take_cookie(request, answer)

    # Sessions

    @router.get("/sessions")
    async def sessions(request: Request) -> list[MySession]:
        this = await door.person(request)
        found = await accounts.sessions.of(this.person_id)
        return [_my_session(session, this) for session in found]

    @router.delete("/sessions", status_code=_NO_CONTENT)
    async def log_out_everywhere(request: Request, answer: Response) -> None:
        session = await door.person(request)
        await accounts.sessions.end_all(session.person_id)
        door.take_cookie(request, answer)

    @router.delete("/sessions/current", status_code=_NO_CONTENT)
    async def log_out(request: Request, answer: Response) -> None:
        session = await door.person(request)
        await accounts.sessions.end(session.person_id, session.session_id)
        door.take_cookie(request, answer)

    @router.delete("/sessions/{session_id}", status_code=_NO_CONTENT)
    async def end_session(session_id: str, request: Request) -> None:
        session = await door.person(request)
        is_one = bool(_SESSION_ID.fullmatch(session_id))
        if not is_one or not await accounts.sessions.end(session.person_id, session_id):
            raise HTTPException(404, "there is no such session")

    # Passkeys

    @router.get("/passkeys")
    async def passkeys(request: Request) -> list[MyKey]:
        session = await door.person(request)
        return [
            MyKey(credential_id=key.credential_id, label=key.label, created_at=key.created_at)
            for key in await accounts.store.passkeys(session.person_id)
        ]

    @router.post("/passkey-options")
    async def ask_to_add_passkey(own: Own, request: Request) -> Asked:
        session = await door.person(request)
        asked = await accounts.ask_to_add_passkey(session, own.password, door.site(request))
        return Asked(state=asked.state, options=asked.options)

    @router.post("/passkeys", status_code=201)
    async def add_passkey(adding: KeyAdding, request: Request) -> MyKey:
        session = await door.person(request)
        key = await accounts.add_passkey(
            session, door.site(request), adding.state, adding.credential, adding.label
        )
        return MyKey(credential_id=key.credential_id, label=key.label, created_at=key.created_at)

    @router.delete("/passkeys/{credential_id}", status_code=_NO_CONTENT)
    async def remove_passkey(credential_id: str, request: Request) -> None:
        session = await door.person(request)
        store = accounts.store
        is_one = bool(_CREDENTIAL_ID.fullmatch(credential_id))
        if not is_one or not await store.remove_passkey(session.person_id, credential_id):
            raise HTTPException(404, "there is no such passkey")

    # Tables

    @router.get("/tables")
    async def tables(
        request: Request, before: Annotated[int, Query(ge=0, le=LAST_MOMENT)] = LAST_MOMENT
    ) -> list[MyTable]:
        """The tables at which one sits, those taken last first; ``before`` asks for older ones."""
        session = await door.person(request)
        found: list[MyTable] = []
        for held in await accounts.store.seats_held(session.person_id, PAGE, before):
            mine = await _my_table(node, held)
            if mine is not None:
                found.append(mine)
        return found

    return router


def _my_session(session: Session, this: Session) -> MySession:
    return MySession(
        session_id=session.session_id,
        device=session.device,
        created_at=session.created_at,
        seen_at=session.seen_at,
        is_this=session.session_id == this.session_id,
    )


async def _my_table(node: Node, held: HeldSeat) -> MyTable | None:
    """The table of a seat; a note that holds no longer is forgotten."""
    try:
        table = await node.service.table(held.game_id)
    except UnknownGame:
        await node.accounts.store.release_seat(held)
        return None
    seat = table.seat_of(held.person_id)
    if seat is None:
        # Before that version the person may be about to sit down.
        if table.version >= held.since:
            await node.accounts.store.release_seat(held)
        return None
    return MyTable(
        game_id=table.game_id,
        path=f"/api/tables/{table.game_id}",
        seat=seat,
        status=table.status.value,
        version=table.version,
        spec=table.spec.to_json(),
        seats=[holder.name for holder in table.seats],
        waits=waits_for(table, seat),
        deadline_at=table.clocks.deadline(),
        sat_down_at=held.at,
    )


def waits_for(table: Table, seat: int) -> bool:
    """Whether nothing goes on at a table before the person of a seat does something."""
    if table.status is Status.GATHERING:
        return not table.seats[seat].is_ready
    if table.status is Status.PAUSED:
        return table.state.actor == seat
    return table.actor() == seat and not table.seats[seat].bot
