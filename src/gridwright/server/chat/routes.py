"""HTTP routes of the chat of a table."""

from typing import Annotated, Final

import msgspec
from starlette.requests import Request

from gridwright.server.chat.messages import MAX_PAGE, MAX_SAID
from gridwright.server.chat.service import Chat, ChatBroadcast, voice_of
from gridwright.server.chat.store import ChatStore
from gridwright.server.feature import Feature, Parts, Routes
from gridwright.server.tables.seat_auth import READ_ERRORS, SEAT_ERRORS, PersonBlocks, SeatAuth
from gridwright.server.tables.service import TableService
from gridwright.server.wire.operation import PATH_PARAMS, Answer, Audience, Group, Tag
from gridwright.server.wire.scopes import Scope

Number = Annotated[int, msgspec.Meta(ge=1, le=MAX_SAID)]
VoiceWord = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{1,16}:[A-Za-z0-9:._-]{1,80}$(?!\n)")]


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message to send."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2_000)]


class Spoken(msgspec.Struct, frozen=True):
    """The message was stored under this number."""

    number: int


class ChatLine(msgspec.Struct, frozen=True):
    """A message, as in a frame of the socket."""

    number: int
    at: int
    voice: str
    name: str
    text: str


class ChatPage(msgspec.Struct, frozen=True):
    """Messages after a number, and the number to continue from."""

    messages: list[ChatLine]
    last: int
    newest: int
    """Number of the newest message; above ``last`` if there are more."""


class ChatSince(msgspec.Struct, frozen=True):
    """Cursor and size of a page."""

    since: Annotated[int, msgspec.Meta(ge=0, le=MAX_SAID)] = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=MAX_PAGE)] = MAX_PAGE


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A voice to hide or to show again."""

    voice: VoiceWord
    hidden: bool = True


class Blocks(msgspec.Struct, frozen=True):
    """Voices that the viewer hides."""

    voices: list[str]


class Complaint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report of a message, with its reason."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=1_000)]


class ChatRoutes:
    """The chat of a table."""

    def __init__(self, service: TableService, chat: Chat, seats: SeatAuth) -> None:
        self._service: Final = service
        self._chat: Final = chat
        self._seats: Final = seats

    async def read_chat(self, request: Request, game_id: str, asked: ChatSince) -> ChatPage:
        table = await self._service.load(game_id)
        ticket = await self._seats.ticket(request, table)
        voice = "" if ticket is None else voice_of(ticket)
        news = await self._chat.reader(game_id, voice).since(asked.since, asked.limit)
        newest = max(news.last, await self._chat.newest(game_id))
        lines = [
            ChatLine(each.number, each.at, each.voice, each.name, each.text) for each in news.frames
        ]
        return ChatPage(lines, news.last, newest)

    async def say(self, request: Request, game_id: str, body: Words) -> Spoken:
        table, ticket = await self._seats.player(request, game_id)
        name = table.seats[ticket.seat].name
        return Spoken(await self._chat.say(game_id, voice_of(ticket), name, body.text))

    async def blocks(self, request: Request, game_id: str) -> Blocks:
        _table, ticket = await self._seats.player(request, game_id)
        return Blocks(await self._chat.hidden(game_id, voice_of(ticket)))

    async def block(self, request: Request, game_id: str, body: Block) -> Blocks:
        _table, ticket = await self._seats.player(request, game_id)
        voice = voice_of(ticket)
        await self._chat.hide(game_id, voice, body.voice, body.hidden)
        return Blocks(await self._chat.hidden(game_id, voice))

    async def report(self, request: Request, game_id: str, number: int, body: Complaint) -> None:
        _table, ticket = await self._seats.player(request, game_id)
        await self._chat.report(game_id, number, voice_of(ticket), body.reason)


_CHAT: Final = "/api/tables/{game_id}/chat"
_LINE: Final = ChatLine(7, 1_790_000_000_000, "seat:1:3", "Ada", "Hello")
_HIDDEN: Final = Answer("The voices that one does not hear.", Blocks(["seat:1:3"]))
_READ: Final = Group(Tag.CHAT, Audience.VIEWER, READ_ERRORS, Scope.READ)
_SEAT: Final = Group(Tag.CHAT, Audience.SEAT, SEAT_ERRORS, Scope.TALK)

OPERATIONS: Final = (
    _READ.get(
        _CHAT,
        ChatRoutes.read_chat,
        "What was said after a number, without the voices that the seat hides",
        Answer("The messages.", ChatPage([_LINE], 7, 7)),
        errors=("invalid",),
        asked=ChatSince,
    ),
    _SEAT.post(
        _CHAT,
        ChatRoutes.say,
        "Say something",
        Answer("The message was stored.", Spoken(7), status=201),
        errors=("bad_text", "hushed", "chat_full", "archived"),
        request_example=Words("Hello"),
    ),
    _SEAT.get(f"{_CHAT}/blocks", ChatRoutes.blocks, "The voices that one does not hear", _HIDDEN),
    _SEAT.post(
        f"{_CHAT}/blocks",
        ChatRoutes.block,
        "Do not hear a voice any more, or hear it again; it is not told",
        _HIDDEN,
        errors=("own_voice", "too_many_hidden", "archived"),
        request_example=Block("seat:1:3"),
    ),
    _SEAT.post(
        f"{_CHAT}/{{number}}/reports",
        ChatRoutes.report,
        "Report a message to the server's host",
        Answer("It was noted.", status=204),
        errors=("bad_text", "no_such_message", "archived"),
        request_example=Complaint("It insults me"),
        path_params={**PATH_PARAMS, "number": Number},
    ),
)


def _store(parts: Parts) -> ChatStore:
    return ChatStore(parts.store)


def _chat(parts: Parts) -> Chat:
    return Chat(
        *(parts[ChatStore], parts.bus, parts.clock, parts.limiter.pace, parts.metrics),
        blocked=parts[PersonBlocks].blocked_voices,
    )


def _routes(parts: Parts) -> ChatRoutes:
    return ChatRoutes(parts[TableService], parts[Chat], parts[SeatAuth])


def _broadcast(parts: Parts, game_id: str) -> ChatBroadcast:
    return ChatBroadcast(game_id, parts[Chat])


CHAT: Final = Feature(
    "chat",
    parts={ChatStore: _store, Chat: _chat},
    routes=(Routes(_routes, orders=OPERATIONS),),
    broadcasts=(_broadcast,),
)
