"""Watching a table: whatever is committed arrives, in order, and nothing is skipped."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from gridwright.protocol.orders import MOST_BYTES
from gridwright.server.api.admission import Admission
from gridwright.server.api.feeds import BAD_TICKET, Feed, TableFeed
from gridwright.server.api.gallery import POLL_SECONDS, UNKNOWN_TABLE, Galleries
from gridwright.server.api.origins import is_own_origin
from gridwright.server.api.presence_feed import PresenceFeed
from gridwright.server.api.talk_feed import TalkFeed
from gridwright.server.api.watcher import Watcher
from gridwright.server.limits import TooMany
from gridwright.server.node import Node
from gridwright.server.store.errors import Malformed, StoreError, UnknownGame
from gridwright.server.tickets import BadTicket

GREETING_SECONDS: Final = 10
MALFORMED: Final = 4400
TOO_MANY: Final = 4429
"""Why a socket is closed, besides what the gallery has for it."""
TRY_AGAIN: Final = 1013
"""The protocol's own word for a server that cannot serve now; a restart is its 1012."""


class Greeting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first message of a watcher: a ticket if there is one, and the version it has."""

    ticket: str = ""
    since: int = -1
    """-1 asks for the whole table."""
    chat: int = -1
    """The number of the last message that it has; -1 if it does not want to hear the chat."""
    presence: bool = False
    """Whether it wants to be told which seats are here, now and whenever that changes."""


_DECODER: Final = msgspec.json.Decoder(Greeting)


class SocketRoute:
    """The door to the galleries. A watcher sends its greeting and no more: orders go elsewhere."""

    def __init__(self, node: Node, poll_seconds: float = POLL_SECONDS) -> None:
        self._node: Final = node
        self._admission: Final = Admission(node)
        self.galleries: Final = Galleries(node.bus, self._feeds, poll_seconds)

    def _feeds(self, game_id: str) -> Sequence[Feed]:
        """All that watchers of a table are told."""
        return [
            TableFeed(game_id, self._node.service, self._node.meters.traces),
            TalkFeed(game_id, self._node.chat),
            PresenceFeed(game_id, self._node.presence),
        ]

    async def watch(self, socket: WebSocket) -> None:
        """Stay until the watcher leaves."""
        if not is_own_origin(socket, self._node.origin):
            await socket.close(BAD_TICKET)
            return
        await socket.accept()
        self._node.meters.socket_opened()
        try:
            await self._answer(socket)
        finally:
            self._node.meters.socket_closed()

    async def _answer(self, socket: WebSocket) -> None:
        try:
            await self._watch(socket)
        except WebSocketDisconnect:
            return
        except (TimeoutError, msgspec.DecodeError, RecursionError):
            await socket.close(MALFORMED)
        except BadTicket:
            await socket.close(BAD_TICKET)
        except TooMany:
            await socket.close(TOO_MANY)
        except (UnknownGame, Malformed):
            await socket.close(UNKNOWN_TABLE)
        except StoreError:
            await socket.close(TRY_AGAIN)

    async def _watch(self, socket: WebSocket) -> None:
        game_id = socket.path_params["game_id"]
        greeting = await asyncio.wait_for(_greeting(socket), GREETING_SECONDS)
        table = await self._node.service.table(game_id)
        ticket, session = await self._admission.watcher(socket, greeting.ticket, table)
        watcher = Watcher(
            socket,
            self._node.meters,
            ticket,
            greeting.since,
            greeting.chat,
            "" if greeting.presence else None,
        )
        place = self._node.guards.watch(socket, greeting.ticket)
        async with place, self.galleries.joined(game_id, watcher):
            with self._node.presence.watching(game_id, ticket):
                await self._admission.stay(session, partial(_until_gone, socket))


async def _greeting(socket: WebSocket) -> Greeting:
    """The first message, or msgspec.DecodeError; the library's own reader trips over bytes."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text = message.get("text")
    if text is None or len(text) > MOST_BYTES:
        raise msgspec.DecodeError(f"expected a text of at most {MOST_BYTES} characters")
    return _DECODER.decode(text)


async def _until_gone(socket: WebSocket) -> None:
    """Ends when the watcher has left. Whatever it says is not listened to."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
