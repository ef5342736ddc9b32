"""Talking at a table over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from gridwright.server.api.admission import Admission
from gridwright.server.api.refusals import refusing
from gridwright.server.api.strict import REFUSALS, StrictRoute
from gridwright.server.chat import voice_of
from gridwright.server.node import Node
from gridwright.server.store.chat import MOST_PAGE, MOST_SAID

Number = Annotated[int, Path(ge=1, le=MOST_SAID)]
Since = Annotated[int, Query(ge=0, le=MOST_SAID)]
Limit = Annotated[int, Query(ge=1, le=MOST_PAGE)]
VoiceWord = Annotated[str, Field(pattern=r"^[a-z]{1,16}:[A-Za-z0-9:._-]{1,80}$")]


class Words(BaseModel):
    """Something to say."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(min_length=1, max_length=2_000)]


class Spoken(BaseModel):
    """It was said, under this number."""

    number: int


class ChatLine(BaseModel):
    """A message, as in a frame of the socket."""

    number: int
    at: int
    voice: str
    name: str
    text: str


class ChatPage(BaseModel):
    """Messages after a number, and the number to ask from next."""

    messages: list[ChatLine]
    last: int
    newest: int
    """The newest there is; above ``last`` if there is more."""


class Block(BaseModel):
    """A voice that one does not want to hear, or wants to hear again."""

    model_config = ConfigDict(extra="forbid")

    voice: VoiceWord
    hidden: bool = True


class Blocks(BaseModel):
    """The voices that one does not hear."""

    voices: list[str]


class Complaint(BaseModel):
    """Why a message is bad."""

    model_config = ConfigDict(extra="forbid")

    reason: Annotated[str, Field(min_length=1, max_length=1_000)]


def chat_router(node: Node) -> APIRouter:
    """The routes of the chat."""
    router = APIRouter(prefix="/api/tables", route_class=StrictRoute, responses=REFUSALS)

    admission = Admission(node)

    @router.get("/{game_id}/chat")
    async def read(
        request: Request, game_id: str, since: Since = 0, limit: Limit = MOST_PAGE
    ) -> ChatPage:
        """What was said after a number; without the voices that the holder of the ticket hides."""
        with refusing():
            table = await node.service.table(game_id)
            ticket = await admission.ticket(request, table)
            voice = "" if ticket is None else voice_of(ticket)
            news = await node.chat.feed(game_id, voice).since(since, limit)
            newest = max(news.last, await node.chat.newest(game_id))
        lines = [
            ChatLine(
                number=each.number, at=each.at, voice=each.voice, name=each.name, text=each.text
            )
            for each in news.frames
        ]
        return ChatPage(messages=lines, last=news.last, newest=newest)

    @router.post("/{game_id}/chat", status_code=201)
    async def say(game_id: str, words: Words, request: Request) -> Spoken:
        """Say something; only whoever sits at the table can."""
        with refusing():
            table, ticket = await admission.player(request, game_id)
            name = table.seats[ticket.seat].name
            number = await node.chat.say(game_id, voice_of(ticket), name, words.text)
        return Spoken(number=number)

    @router.get("/{game_id}/chat/blocks")
    async def blocks(game_id: str, request: Request) -> Blocks:
        with refusing():
            _table, ticket = await admission.player(request, game_id)
            return Blocks(voices=await node.chat.hidden(game_id, voice_of(ticket)))

    @router.post("/{game_id}/chat/blocks")
    async def block(game_id: str, chosen: Block, request: Request) -> Blocks:
        """Do not hear a voice any more, or hear it again. Whoever is hidden is not told."""
        with refusing():
            _table, ticket = await admission.player(request, game_id)
            voice = voice_of(ticket)
            await node.chat.hide(game_id, voice, chosen.voice, chosen.hidden)
            return Blocks(voices=await node.chat.hidden(game_id, voice))

    @router.post("/{game_id}/chat/{number}/reports", status_code=204)
    async def report(game_id: str, number: Number, complaint: Complaint, request: Request) -> None:
        """Tell whoever runs the server that a message is bad."""
        with refusing():
            _table, ticket = await admission.player(request, game_id)
            await node.chat.report(game_id, number, voice_of(ticket), complaint.reason)

    return router
