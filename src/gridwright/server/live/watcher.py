"""One subscriber of a table: the versions it has, and the messages queued for its socket."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Collection, MutableMapping
from typing import Any, ClassVar, Final, Protocol

from starlette.websockets import WebSocketDisconnect

from gridwright.engine.ids import SPECTATOR
from gridwright.server.auth.tickets import Ticket
from gridwright.server.live.lines import CUT
from gridwright.server.operations.metrics import Metrics

MAX_WAITING: Final = 256_000
"""Characters queued for a slow reader; beyond that it is cut and reconnects with its version."""
CLOSE_SECONDS: Final = 1.0
"""Time after which a closed watcher that does not read is cut."""


class Outlet(Protocol):
    """Connection to a watcher: a socket, or a stream of lines."""

    @property
    def scope(self) -> MutableMapping[str, Any]: ...

    async def send_text(self, data: str) -> None: ...

    async def close(self, code: int) -> None: ...


class Watcher:
    """A socket with an outbox, so that a slow reader delays no other.

    A task sends while messages are queued. Most watchers are idle most of the time, and then have
    no task.
    """

    def __init__(
        self,
        socket: Outlet,
        metrics: Metrics,
        ticket: Ticket | None = None,
        version: int = -1,
        said: int = -1,
        presence: str | None = None,
    ) -> None:
        self.ticket: Final = ticket
        """Ticket of the watching seat; None for a spectator."""
        self.viewer: Final = SPECTATOR if ticket is None else ticket.seat
        self.version = version
        """Last version of the table that was sent; -1 for none."""
        self.said = said
        """Number of the last chat message that was sent; -1 for a watcher without chat."""
        self.presence = presence
        """Last presence that was sent; None for a watcher that does not want it."""
        self._socket: Final = socket
        self._metrics: Final = metrics
        self._waiting: Final[deque[str]] = deque()
        self._n_waiting = 0
        self._code = 0
        """Close code of a watcher to be closed; 0 while it is open."""
        self._sending: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """True until the watcher is closed."""
        return not self._code

    def tell(self, text: str) -> None:
        """Queue a frame."""
        if self._code:
            return
        if self._waiting and self._n_waiting + len(text) > MAX_WAITING:
            self._metrics.watcher_cut()
            self.leave()
            self._cut()
            return
        self._waiting.append(text)
        self._n_waiting += len(text)
        self._send()

    def close(self, code: int) -> None:
        """Close the connection with a code; queued frames are dropped."""
        if self._code:
            return
        self._code = code
        self._waiting.clear()
        self._send()
        asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._cut_if_sending)

    def leave(self) -> None:
        """Stop sending: the watcher has left or was cut."""
        self._code = self._code or -1
        self._waiting.clear()
        if self._sending is not None:
            self._sending.cancel()

    def _send(self) -> None:
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                text = self._waiting.popleft()
                self._n_waiting -= len(text)
                await self._socket.send_text(text)
                self._metrics.frame_sent()
            if self._code > 0:
                await self._socket.close(self._code)
        except (WebSocketDisconnect, RuntimeError):
            # The connection ended first; the library raises RuntimeError for one that it closed.
            self._code = self._code or -1
        finally:
            self._sending = None

    def _cut_if_sending(self) -> None:
        if self._sending is not None:
            self._cut()

    def _cut(self) -> None:
        """Abort the connection, if the server's protocol can."""
        extension = self._socket.scope.get("extensions", {}).get(CUT)
        if extension is not None:
            extension["cut"]()


BAD_TICKET: Final = 4403
"""Close code of a socket whose ticket lost its seat."""


class Broadcast(ABC):
    """One kind of update for a group: entries of the table, chat or presence.

    A broadcast stores nothing about watchers; each watcher knows the last version that it was
    sent.
    """

    is_eager: ClassVar[bool] = False
    """True to run as soon as the group opens, not only at the first hint."""

    def __init__(self, key: str) -> None:
        self.key: Final = key
        """Bus channel of its hints: the table's id, or the id with a suffix after ``/``."""

    async def look(self) -> None:
        """Load data that may be slow, concurrently with other broadcasts. Nothing by default."""
        return

    @abstractmethod
    async def tell(self, watchers: Collection[Watcher]) -> int:
        """Send watchers, including new ones, everything that they lack.

        Data is read and encoded once for all watchers with the same view. Returns the version that
        all have afterwards: hints up to that version need no further work.
        """
