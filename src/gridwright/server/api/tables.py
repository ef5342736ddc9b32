"""Making, finding and joining tables: rare enough for the comfort of FastAPI."""

import secrets
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, HTTPException, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from gridwright.bots.registry import BOTS, STRENGTHS
from gridwright.content.errors import ContentError
from gridwright.content.table import TableSpec, build_game
from gridwright.server.api.admission import Admission, valid_ticket
from gridwright.server.api.door import Door
from gridwright.server.api.refusals import refusing
from gridwright.server.api.strict import REFUSALS, StrictRoute
from gridwright.server.lobby import MOST_LISTED, Shown, Wish
from gridwright.server.node import Node
from gridwright.server.people.records import HeldSeat
from gridwright.server.service import Decide, Done
from gridwright.server.store.errors import RowMissing
from gridwright.server.store.games import Bookmark, Status
from gridwright.server.store.labels import MOST_SEATS, Label
from gridwright.server.tables import commands
from gridwright.server.tables.commands import Decided
from gridwright.server.tables.errors import RefusedCommand
from gridwright.server.tables.table import Table
from gridwright.server.tables.terms import Terms
from gridwright.server.tickets import Ticket

MOST_TRIES = 5
"""Two people may sit down at the same moment; whoever comes second is asked again by the server."""

Word = Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]


class NewTable(BaseModel):
    """A table to be made: the game, and the terms."""

    model_config = ConfigDict(extra="forbid")

    spec: dict[str, Any]
    terms: dict[str, Any] = Field(default_factory=dict)
    listed: bool = False


class MadeTable(BaseModel):
    """Where the table is."""

    game_id: str
    path: str


class ListedTable(BaseModel):
    """A table of the lobby."""

    game_id: str
    status: str
    spec: dict[str, Any]
    terms: dict[str, Any]
    created_at: int
    seats: list[str]
    """Who sits where; empty for a free seat."""
    bots: list[str]
    """Which seats are bots', by the name of the bot."""
    kept: list[str]
    """For whom a free seat is kept."""


class LobbyPage(BaseModel):
    """Some tables, the newest first."""

    tables: list[ListedTable]
    next: str
    """What to ask for as ``after`` to get the next page; empty on the last one."""


class Rematch(BaseModel):
    """Where the same people play again."""

    game_id: str
    path: str


class Sitting(BaseModel):
    """Who sits down: a person by name, or a bot. Whoever is signed in has a name already."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(max_length=64)] = ""
    bot: Annotated[str, Field(max_length=32)] = ""


class Claiming(BaseModel):
    """The ticket of a guest's seat."""

    model_config = ConfigDict(extra="forbid")

    ticket: Annotated[str, Field(max_length=400)]


class Seated(BaseModel):
    """A seat taken. The ticket is a guest's only key to it; bots and accounts need none."""

    seat: int
    version: int
    ticket: str = ""


class BotStrength(BaseModel):
    """How often a bot won among copies of another, as an arena measured it."""

    against: str
    edition: str
    seats: int
    games: int
    share: float
    low: float
    high: float


class BotCard(BaseModel):
    """A bot that can be invited."""

    name: str
    level: int
    description: str
    strength: list[BotStrength]
    """Empty until it was measured."""


class Sought(BaseModel):
    """What somebody looks for; what is left out may be anything."""

    model_config = ConfigDict(extra="forbid")

    status: Literal["gathering", "running", "paused", "finished"] = "gathering"
    edition: Word = ""
    preset: Word = ""
    board: Word = ""
    seats: Annotated[int, Field(ge=0, le=MOST_SEATS)] = 0
    clock: Literal["", "none", "bank", "turns"] = ""
    free: Annotated[int, Field(ge=0, le=MOST_SEATS)] = 0
    """At least so many free seats."""
    bots: bool | None = None
    """Tables with bots, or tables of people alone."""
    limit: Annotated[int, Field(ge=1, le=MOST_LISTED)] = MOST_LISTED
    after: Annotated[str, Field(pattern=r"^([0-9]{1,15}\.[A-Za-z0-9._-]{1,64})?$")] = ""

    def wish(self) -> Wish:
        label = Label(
            edition=self.edition,
            preset=self.preset,
            board=self.board,
            seats=self.seats,
            clock=self.clock,
        )
        return Wish(status=Status(self.status), label=label, n_free=self.free, with_bots=self.bots)

    def bookmark(self) -> Bookmark | None:
        if not self.after:
            return None
        created_at, game_id = self.after.split(".", 1)
        return Bookmark(int(created_at), game_id)


def table_router(node: Node) -> APIRouter:
    """The routes around tables."""
    router = APIRouter(prefix="/api", route_class=StrictRoute, responses=REFUSALS)
    door = Door(node)
    admission = Admission(node)

    @router.get("/bots")
    async def bots() -> list[BotCard]:
        return [
            BotCard(
                name=bot.name,
                level=bot.level,
                description=bot.description,
                strength=[
                    BotStrength(
                        against=each.against,
                        edition=each.edition,
                        seats=each.seats,
                        games=each.games,
                        share=each.share,
                        low=each.low,
                        high=each.high,
                    )
                    for each in STRENGTHS[bot.name]
                ],
            )
            for bot in BOTS.values()
        ]

    @router.post("/tables", status_code=201)
    async def make(request: Request, new: NewTable) -> MadeTable:
        with refusing():
            node.guards.make_table(request)
        try:
            spec = TableSpec.from_json(new.spec)
            build_game(spec)
            terms = msgspec.convert(new.terms, Terms)
        except (ContentError, msgspec.ValidationError) as error:
            raise HTTPException(422, str(error)[:500]) from error
        if spec.content:
            raise HTTPException(422, "content: a server plays the figures it was started with")
        if terms.stand_in not in BOTS:
            raise HTTPException(422, f"stand_in: expected one of {', '.join(BOTS)}")
        game_id = await node.service.create(spec, terms, new.listed)
        return MadeTable(game_id=game_id, path=f"/api/tables/{game_id}")

    @router.get("/tables")
    async def lobby(request: Request, sought: Annotated[Sought, Query()]) -> LobbyPage:
        """Listed tables: those that gather to join, those that run to watch."""
        with refusing():
            node.guards.look_around(request)
            page = await node.lobby.page(sought.wish(), sought.limit, sought.bookmark())
        found = [_listed(shown) for shown in page.tables]
        following = f"{page.after.created_at}.{page.after.game_id}" if page.after else ""
        return LobbyPage(tables=found, next=following)

    @router.post("/tables/{game_id}/seats/{seat}", status_code=201)
    async def sit_down(request: Request, game_id: str, seat: int, sitting: Sitting) -> Seated:
        session = None if sitting.bot else await door.visitor(request)
        name = sitting.name if session is None else session.name
        if not name:
            raise HTTPException(422, "body.name: expected 1 to 64 characters")
        person = "" if session is None else session.person_id
        sit = partial(
            commands.sit_down,
            seat=seat,
            name=name,
            bot=sitting.bot,
            now=node.service.now(),
            person=person,
        )
        with refusing():
            node.guards.take_seat(request)
            version = await take_seat(node, game_id, seat, person, sit)
        if sitting.bot or person:
            return Seated(seat=seat, version=version)
        ticket = node.tickets.write(Ticket(game_id, seat, version))
        return Seated(seat=seat, version=version, ticket=ticket)

    @router.post("/tables/{game_id}/claim")
    async def claim(game_id: str, claiming: Claiming, request: Request) -> Seated:
        """Make a guest's seat one's own, whose ticket one holds; the ticket is spent then."""
        session = await door.person(request)
        with refusing():
            ticket = valid_ticket(node, claiming.ticket, await node.service.table(game_id))
            claim_seat = partial(_claim_as, ticket, session.person_id)
            version = await take_seat(node, game_id, ticket.seat, session.person_id, claim_seat)
        return Seated(seat=ticket.seat, version=version)

    @router.post("/tables/{game_id}/rematch", status_code=201)
    async def call_rematch(game_id: str, request: Request) -> Rematch:
        """The table of the rematch, made when the first holder of a seat asks for it."""
        with refusing():
            _table, ticket = await admission.player(request, game_id)
            again = await node.rematches.call(ticket)
        return Rematch(game_id=again, path=f"/api/tables/{again}")

    @router.post("/tables/{game_id}/rematch/seat", status_code=201)
    async def sit_down_again(game_id: str, request: Request) -> Seated:
        """The own seat at the table of the rematch, for whoever had one at the first."""
        with refusing():
            table, first = await admission.player(request, game_id)
            person = table.seats[first.seat].person
            ticket = await node.rematches.sit_down(first)
        if person:
            await _note_seat(node, person, ticket)
            return Seated(seat=ticket.seat, version=ticket.since)
        text = node.tickets.write(ticket)
        return Seated(seat=ticket.seat, version=ticket.since, ticket=text)

    return router


def _claim_as(ticket: Ticket, person: str, table: Table) -> Decided:
    """Claim for the holder of a ticket, who may have left in the meantime."""
    if table.seats[ticket.seat].since != ticket.since:
        raise RefusedCommand("bad_ticket", "somebody else has the seat now")
    return commands.claim_seat(table, ticket.seat, person)


async def take_seat(node: Node, game_id: str, seat: int, person: str, take: Decide) -> int:
    """Carry out what takes a seat, at whatever version the table is; returns the new one."""
    try:
        for _try in range(MOST_TRIES):
            table = await node.service.table(game_id)
            if person:
                take(table)  # Refused before anything is noted about it.
                # The note comes first: one that came to nothing is found out when it is read.
                await _note_seat(node, person, Ticket(game_id, seat, table.version + 1))
            command_id = f"door:{secrets.token_hex(8)}"
            done = await node.service.command(game_id, command_id, table.version, take)
            if isinstance(done, Done):
                return done.version
    except RowMissing as error:
        raise HTTPException(401, "the account was erased") from error
    raise HTTPException(409, "too many people at once; try again")


async def _note_seat(node: Node, person: str, ticket: Ticket) -> None:
    """Let a person find the seat again from elsewhere."""
    held = HeldSeat(person, ticket.game_id, ticket.seat, ticket.since, node.service.now())
    await node.accounts.store.hold_seat(held)


def _listed(shown: Shown) -> ListedTable:
    guests = shown.guests
    return ListedTable(
        game_id=shown.record.game_id,
        status=shown.record.status.value,
        spec=shown.spec.to_json(),
        terms=msgspec.to_builtins(guests.terms),
        created_at=shown.record.created_at,
        seats=guests.names,
        bots=guests.bots,
        kept=guests.kept,
    )
