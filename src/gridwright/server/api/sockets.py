"""Watching a table: whatever is committed arrives, in order, and nothing is skipped."""

import asyncio
from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from gridwright.engine.ids import SPECTATOR
from gridwright.protocol.frames import Frame, encode
from gridwright.protocol.orders import MOST_BYTES
from gridwright.server.api.frames import happened_frames, table_frame
from gridwright.server.api.orders import valid_ticket, verify_holder
from gridwright.server.node import Node
from gridwright.server.store.errors import Malformed, StoreError, UnknownGame
from gridwright.server.tickets import BadTicket, Ticket

GREETING_SECONDS: Final = 10
POLL_SECONDS: Final = 5
"""A hint may get lost; the log is asked at least so often."""

UNKNOWN_TABLE: Final = 4404
BAD_TICKET: Final = 4403
MALFORMED: Final = 4400
"""Why a socket is closed, besides what the protocol has for it."""
TRY_AGAIN: Final = 1013
"""The protocol's own word for a server that cannot serve now; a restart is its 1012."""


class Greeting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first message of a watcher: a ticket if there is one, and the version it has."""

    ticket: str = ""
    since: int = -1
    """-1 asks for the whole table."""


_DECODER: Final = msgspec.json.Decoder(Greeting)


class SocketRoute:
    """One watcher each. It sends nothing after its greeting: orders go by the other door."""

    def __init__(self, node: Node) -> None:
        self._node: Final = node

    async def watch(self, socket: WebSocket) -> None:
        """Stay until the watcher leaves."""
        if not is_own_origin(socket):
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
        except (UnknownGame, Malformed):
            await socket.close(UNKNOWN_TABLE)
        except StoreError:
            await socket.close(TRY_AGAIN)

    async def _watch(self, socket: WebSocket) -> None:
        game_id = socket.path_params["game_id"]
        greeting = await asyncio.wait_for(_greeting(socket), GREETING_SECONDS)
        async with self._node.bus.listen(game_id) as listener:
            table = await self._node.service.table(game_id)
            ticket = None
            if greeting.ticket:
                ticket = valid_ticket(self._node, greeting.ticket, table)
            viewer = SPECTATOR if ticket is None else ticket.seat
            version = greeting.since
            if not 0 <= version <= table.version:
                await self._send(socket, table_frame(table, viewer))
                version = table.version
            gone = asyncio.create_task(_until_gone(socket))
            try:
                while not gone.done():
                    version = await self._catch_up(socket, game_id, version, ticket)
                    hint = asyncio.create_task(listener.next())
                    await asyncio.wait(
                        {hint, gone},
                        timeout=POLL_SECONDS,
                        return_when=asyncio.FIRST_COMPLETED,
                    )
                    hint.cancel()
            finally:
                gone.cancel()

    async def _catch_up(
        self, socket: WebSocket, game_id: str, version: int, ticket: Ticket | None
    ) -> int:
        """Send everything after a version; returns the version that the watcher has now.

        Whoever has left the seat since must not go on seeing what its new holder sees: BadTicket.
        """
        happened = await self._node.service.since(game_id, version)
        table = await self._node.service.table(game_id)
        if ticket is not None:
            verify_holder(ticket, table)
        viewer = SPECTATOR if ticket is None else ticket.seat
        for frame in happened_frames(table, happened, viewer):
            await self._send(socket, frame)
            version = frame.version
        return version

    async def _send(self, socket: WebSocket, frame: Frame) -> None:
        await socket.send_text(encode(frame).decode())
        self._node.meters.frame_sent()


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


def is_own_origin(socket: WebSocket) -> bool:
    """Whether a page of this server asks; programs send no origin and are let in."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == socket.headers.get("host")
    except ValueError:
        return False
