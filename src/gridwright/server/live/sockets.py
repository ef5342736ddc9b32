"""Sockets of watchers: every committed entry arrives, in order, without gaps."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from gridwright.protocol.orders import MAX_BYTES
from gridwright.protocol.refusals import Refused
from gridwright.server.auth.records import Session
from gridwright.server.auth.service import Auth
from gridwright.server.auth.tickets import BadTicket, Ticket
from gridwright.server.live.lines import TOO_MANY
from gridwright.server.live.watchers import (
    BAD_TICKET,
    UNKNOWN_TABLE,
    Watcher,
    WatcherGroups,
    close_code,
)
from gridwright.server.operations.metrics import Metrics
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.rate_limits import TooMany
from gridwright.server.storage.errors import Malformed, StoreError, UnknownGame

GREETING_SECONDS: Final = 10
MALFORMED: Final = 4400
"""Close code for a bad greeting; the group has more."""
TRY_AGAIN: Final = 1013
"""Close code of the WebSocket protocol for a server that cannot serve now."""


class Greeting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first message of a watcher: a ticket if there is one, and the version it has."""

    ticket: str = ""
    since: int = -1
    """Version that the client has; -1 requests the whole table."""
    chat: int = -1
    """Number of the last chat message that the client has; -1 for no chat."""
    presence: bool = False
    """Send the present seats, now and on every change."""


_DECODER: Final = msgspec.json.Decoder(Greeting)


Admit = Callable[[WebSocket, str, str], Awaitable[tuple[Ticket | None, Session | None]]]
"""Returns the seat and the session of a socket's ticket for a table; raises BadTicket."""
Arrive = Callable[[str, Ticket | None], AbstractContextManager[None]]
"""Marks a player as present at a table while the context lasts."""


class SocketRoute:
    """Accepts watchers. A watcher sends only its greeting; orders use HTTP."""

    def __init__(
        self,
        auth: Auth,
        admit: Admit,
        arrive: Arrive,
        watcher_groups: WatcherGroups,
        limiter: RateLimiter,
        metrics: Metrics,
    ) -> None:
        self._auth: Final = auth
        self._admit: Final = admit
        self._arrive: Final = arrive
        self._limiter: Final = limiter
        self._metrics: Final = metrics
        self.watcher_groups: Final = watcher_groups

    async def watch(self, socket: WebSocket) -> None:
        """Serve a watcher until it disconnects."""
        if not self._auth.is_own_page(socket):
            await socket.close(BAD_TICKET)
            return
        await socket.accept()
        self._metrics.socket_opened()
        try:
            await self._answer(socket)
        finally:
            self._metrics.socket_closed()

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
        except Refused as refused:
            await socket.close(close_code(refused))
        except (UnknownGame, Malformed):
            await socket.close(UNKNOWN_TABLE)
        except StoreError:
            await socket.close(TRY_AGAIN)

    async def _watch(self, socket: WebSocket) -> None:
        game_id = socket.path_params["game_id"]
        greeting = await asyncio.wait_for(_greeting(socket), GREETING_SECONDS)
        ticket, session = await self._admit(socket, greeting.ticket, game_id)
        watcher = Watcher(
            socket,
            self._metrics,
            ticket,
            greeting.since,
            greeting.chat,
            "" if greeting.presence else None,
        )
        place = self._limiter.watch(socket, greeting.ticket)
        async with place, self.watcher_groups.joined(game_id, watcher):
            with self._arrive(game_id, ticket):
                await self._auth.stay(session, partial(_until_gone, socket))


async def _greeting(socket: WebSocket) -> Greeting:
    """Read the first message, text or bytes; raise msgspec.DecodeError."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text = message.get("text")
    if text is None or len(text) > MAX_BYTES:
        raise msgspec.DecodeError(f"expected a text of at most {MAX_BYTES} characters")
    return _DECODER.decode(text)


async def _until_gone(socket: WebSocket) -> None:
    """Return when the watcher has disconnected; its messages are ignored."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return


class Spectators:
    """Counts sockets without a seat, anonymously."""

    def __init__(self, arrive: Arrive) -> None:
        """Wrap ``arrive``, which is still called for every socket."""
        self._arrive: Final = arrive
        self._sockets: Final[Counter[str]] = Counter()

    @contextmanager
    def watching(self, game_id: str, ticket: Ticket | None) -> Iterator[None]:
        """Count a socket at a table while the context lasts."""
        with self._arrive(game_id, ticket):
            if ticket is not None:
                yield
                return
            self._sockets[game_id] += 1
            try:
                yield
            finally:
                self._sockets[game_id] -= 1
                if not self._sockets[game_id]:
                    del self._sockets[game_id]

    def count(self, game_id: str) -> int:
        return self._sockets[game_id]

    def most(self, limit: int) -> list[str]:
        """Return the tables with most spectators."""
        return [game_id for game_id, _n_sockets in self._sockets.most_common(limit)]
