"""The watchers of a table: what each has, its outbox, and groups that share one subscription."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, MutableMapping, Sequence
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any, ClassVar, Final, Protocol

import structlog
from starlette.websockets import WebSocketDisconnect

from gridwright.engine.ids import SPECTATOR
from gridwright.protocol.refusals import STATUS, Refused
from gridwright.server.auth.tickets import Ticket
from gridwright.server.live.bus import UNKNOWN, Bus, Listener
from gridwright.server.live.lines import CUT
from gridwright.server.operations.metrics import Metrics
from gridwright.server.storage.errors import StoreError, UnknownGame

POLL_SECONDS: Final = 4
"""Interval of polls, because hints may get lost."""
EARLIEST: Final = 0.75
"""Earliest poll as a share of that time, so that the groups do not all poll together."""
RETRY_SECONDS: Final = 1
"""Interval of retries while the store is down. Watchers stay connected: nothing changes."""

APPLICATION: Final = 4000
"""First close code for applications."""
UNKNOWN_TABLE: Final = 4404
TABLE_QUARANTINED: Final = APPLICATION + STATUS["set_aside"]
FAILED: Final = 1011
"""Close codes of sockets; broadcasts have more."""

MAX_WAITING: Final = 256_000
"""Characters queued for a slow reader; beyond that it is cut and reconnects with its version."""
CLOSE_SECONDS: Final = 1.0
"""Time after which a closed watcher that does not read is cut."""

_LOG: Final = structlog.get_logger()


def close_code(refused: Refused) -> int:
    """Return the close code of a refusal: APPLICATION plus its HTTP status."""
    return APPLICATION + STATUS[refused.code]


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


class WatcherGroup:
    """The watchers of one table, with a task per broadcast."""

    def __init__(
        self, broadcasts: Sequence[Broadcast], bus: Bus, poll_seconds: Callable[[], float]
    ) -> None:
        """``poll_seconds`` returns the time until the next poll."""
        self._broadcasts: Final = broadcasts
        self._bus: Final = bus
        self._poll_seconds: Final = poll_seconds
        self._watchers: Final[dict[Watcher, None]] = {}
        """Watchers in the order of arrival."""
        self._telling: Final = asyncio.Lock()
        """Held while a broadcast runs: a watcher that joins then would miss it."""
        self._listening: Final = [asyncio.Event() for _broadcast in broadcasts]
        self._tasks: Final = [
            asyncio.create_task(self._follow(broadcast, listening))
            for broadcast, listening in zip(broadcasts, self._listening, strict=True)
        ]
        self._is_closed = False
        self.n_visitors = 0
        """Number of watchers that have joined or are joining."""

    @property
    def watchers(self) -> frozenset[Watcher]:
        return frozenset(self._watchers)

    async def let_in(self, watcher: Watcher) -> None:
        """Add a watcher and send it what it lacks. Raises UnknownGame."""
        for listening in self._listening:
            await listening.wait()
        async with self._telling:
            for broadcast in self._broadcasts:
                await broadcast.tell([watcher])
            self._watchers[watcher] = None

    def leave(self, watcher: Watcher) -> None:
        self._watchers.pop(watcher, None)
        watcher.leave()

    def close(self) -> None:
        """Stop the tasks. Call it only without watchers."""
        # Before Python 3.12 a wait may swallow a cancellation, so a flag is needed too.
        self._is_closed = True
        for task in self._tasks:
            task.cancel()

    # Following

    async def _follow(self, broadcast: Broadcast, listening: asyncio.Event) -> None:
        async with self._bus.listen(broadcast.key) as listener:
            listening.set()
            told = UNKNOWN
            seconds = 0 if broadcast.is_eager else self._poll_seconds()
            while not self._is_closed:
                await _wait(listener, told, seconds)
                try:
                    told = await self._tell(broadcast)
                    seconds = self._poll_seconds()
                except StoreError:
                    seconds = RETRY_SECONDS

    async def _tell(self, broadcast: Broadcast) -> int:
        """Bring all watchers up to date; return the version that all have then."""
        try:
            await broadcast.look()
            async with self._telling:
                watchers = [watcher for watcher in self._watchers if watcher.is_open]
                return await broadcast.tell(watchers) if watchers else UNKNOWN
        except UnknownGame:
            self._close_all(UNKNOWN_TABLE)
        except Refused as refused:
            self._close_all(close_code(refused))
        except StoreError:
            raise
        except Exception:
            # A group without hints would look healthy. Watchers who return get the same close code.
            _LOG.exception("broken broadcast", broadcast=broadcast.key)
            self._close_all(FAILED)
        return UNKNOWN

    def _close_all(self, code: int) -> None:
        for watcher in self._watchers:
            watcher.close(code)


async def _wait(listener: Listener, told: int, seconds: float) -> None:
    """Wait for a hint of a newer version, or until the poll is due."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while UNKNOWN < await listener.next() <= told:
                pass


class WatcherGroups:
    """The groups of a node, each open while it has watchers."""

    def __init__(
        self,
        bus: Bus,
        broadcasts: Callable[[str], Sequence[Broadcast]],
        poll_seconds: float = POLL_SECONDS,
    ) -> None:
        """``broadcasts`` returns the broadcasts of a table."""
        self._bus: Final = bus
        self._broadcasts: Final = broadcasts
        self._poll_seconds: Final = poll_seconds
        self._dice: Final = Random()
        self._groups: Final[dict[str, WatcherGroup]] = {}

    def _next_poll(self) -> float:
        return self._poll_seconds * self._dice.uniform(EARLIEST, 1)

    def __len__(self) -> int:
        return len(self._groups)

    @asynccontextmanager
    async def joined(self, game_id: str, watcher: Watcher) -> AsyncIterator[None]:
        """Send the watcher all updates of a table while the context lasts."""
        group = self._groups.get(game_id)
        if group is None:
            group = WatcherGroup(self._broadcasts(game_id), self._bus, self._next_poll)
            self._groups[game_id] = group
        group.n_visitors += 1
        try:
            await group.let_in(watcher)
            yield
        finally:
            group.leave(watcher)
            group.n_visitors -= 1
            if not group.n_visitors:
                del self._groups[game_id]
                group.close()
