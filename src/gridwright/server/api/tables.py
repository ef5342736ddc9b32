"""Making, finding and joining tables: rare enough for the comfort of FastAPI."""

import secrets
from functools import partial
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, HTTPException
from pydantic import BaseModel, ConfigDict, Field

from gridwright.bots.registry import BOTS
from gridwright.content.errors import ContentError
from gridwright.content.table import TableSpec, build_game
from gridwright.server.api.strict import REFUSALS, StrictRoute
from gridwright.server.node import Node
from gridwright.server.service import Done
from gridwright.server.store.errors import Malformed, UnknownGame
from gridwright.server.store.games import Status
from gridwright.server.tables import commands
from gridwright.server.tables.errors import RefusedCommand
from gridwright.server.tables.terms import Terms
from gridwright.server.tickets import Ticket

MOST_LISTED = 50
MOST_TRIES = 5
"""Two people may sit down at the same moment; whoever comes second is asked again by the server."""


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
    spec: dict[str, Any]
    created_at: int
    seats: list[str]


class Sitting(BaseModel):
    """Who sits down: a person by name, or a bot."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=64)]
    bot: Annotated[str, Field(max_length=32)] = ""


class Seated(BaseModel):
    """A seat taken. The ticket is the only key to it; bots need none."""

    seat: int
    version: int
    ticket: str = ""


class BotCard(BaseModel):
    """A bot that can be invited."""

    name: str
    level: int
    description: str


def table_router(node: Node) -> APIRouter:
    """The routes around tables."""
    router = APIRouter(prefix="/api", route_class=StrictRoute, responses=REFUSALS)

    @router.get("/bots")
    async def bots() -> list[BotCard]:
        return [
            BotCard(name=bot.name, level=bot.level, description=bot.description)
            for bot in BOTS.values()
        ]

    @router.post("/tables", status_code=201)
    async def make(new: NewTable) -> MadeTable:
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
    async def lobby() -> list[ListedTable]:
        found: list[ListedTable] = []
        for record in await node.store.list_games(Status.GATHERING, MOST_LISTED):
            table = await node.service.table(record.game_id)
            found.append(
                ListedTable(
                    game_id=record.game_id,
                    spec=table.spec.to_json(),
                    created_at=record.created_at,
                    seats=[holder.name for holder in table.seats],
                )
            )
        return found

    @router.post("/tables/{game_id}/seats/{seat}", status_code=201)
    async def sit_down(game_id: str, seat: int, sitting: Sitting) -> Seated:
        decide = partial(commands.sit_down, seat=seat, name=sitting.name, bot=sitting.bot)
        try:
            for _try in range(MOST_TRIES):
                table = await node.service.table(game_id)
                command_id = f"door:{secrets.token_hex(8)}"
                done = await node.service.command(game_id, command_id, table.version, decide)
                if isinstance(done, Done):
                    return _seated(node, game_id, seat, sitting, done.version)
        except RefusedCommand as error:
            raise HTTPException(409, error.problem) from error
        except (UnknownGame, Malformed) as error:
            raise HTTPException(404, "there is no such table") from error
        raise HTTPException(409, "too many people at once; try again")

    return router


def _seated(node: Node, game_id: str, seat: int, sitting: Sitting, version: int) -> Seated:
    if sitting.bot:
        return Seated(seat=seat, version=version)
    ticket = node.tickets.write(Ticket(game_id, seat, version))
    return Seated(seat=seat, version=version, ticket=ticket)
