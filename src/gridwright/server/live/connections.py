"""Limits of incoming connections: their number per address, and the time each may take.

uvicorn closes only connections that are idle between two requests. A client that sends half a
header or half a body, or that never reads its response, would keep its connection open; some
hundreds of them use up all file descriptors of the process.
"""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from enum import Enum
from functools import lru_cache
from typing import Any, Final, Protocol

import msgspec
import uvicorn

from gridwright.server.operations.metrics import Limited, Metrics, Slow
from gridwright.server.operations.rate_limiter import household
from gridwright.server.operations.rate_limits import Buckets, Limits, TooMany

SWEEP_SECONDS: Final = 0.25
"""Interval of sweeps, and so the precision of the timeouts."""


class Timeouts(msgspec.Struct, frozen=True):
    """Timeouts of a client, in seconds."""

    head: float = 10.0
    """Header of a request, from the connection or from its first byte."""
    body: float = 30.0
    """Body of a request; the largest has 16 kB."""
    idle: float = 60.0
    """Open connection without a request."""
    reading: float = 30.0
    """Response of which the client does not read enough."""


class Awaited(Enum):
    """Next input or output that a connection waits for."""

    HEAD = "head"
    BODY = "body"
    READER = "reader"


class Connection(Protocol):
    """Interface of a connection for its limits."""

    def expire(self, awaited: Awaited) -> bool:
        """Handle an expired timeout; return True if the connection is over."""

    def cut(self) -> None:
        """Abort the connection immediately."""


_SLOW: Final = {Awaited.HEAD: Slow.HEAD, Awaited.BODY: Slow.BODY, Awaited.READER: Slow.READER}


class OpenConnections:
    """Counts the connections of a process, and closes those that take too long.

    Each kind of waiting has its own queue with one timeout for all, so the first of a queue expires
    first, and a sweep takes time only for connections that it closes.
    """

    def __init__(
        self,
        timeouts: Timeouts,
        limits: Limits | None,
        most: int | None = None,
        n_proxies: int = 0,
        metrics: Metrics | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """``most`` limits all connections; without ``limits`` the number per address is unlimited.

        Behind proxies every connection is a proxy's: requests are counted there instead.
        """
        self.timeouts: Final = timeouts
        self._of_address: Final = None if limits is None else limits.connections_of_address
        self._frames: Final = None if limits is None else Buckets(limits.frames, "too many frames")
        self._most: Final = most
        self._counts_peers: Final = n_proxies == 0
        self._metrics: Final = metrics or Metrics()
        self._now: Final = now
        self._taken: Final[Counter[str]] = Counter()
        self._addresses: Final[dict[Hashable, str]] = {}
        """Address by transport, which survives an upgrade of the connection to a WebSocket."""
        self._queues: Final[dict[Awaited, OrderedDict[Connection, float]]] = {
            awaited: OrderedDict() for awaited in Awaited
        }
        self._timeouts: Final = {
            Awaited.HEAD: timeouts.head,
            Awaited.BODY: timeouts.body,
            Awaited.READER: timeouts.reading,
        }

    def __len__(self) -> int:
        return len(self._addresses)

    # Opening and closing

    def admit(self, transport: Hashable, peer: str) -> bool:
        """Register a connection; return False at the limit of its peer or of the node."""
        address = _address(peer)
        if self._is_too_many(address) or not self._has_room():
            self._metrics.request_limited(Limited.CONNECTIONS)
            return False
        self._taken[address] += 1
        self._addresses[transport] = address
        return True

    def _is_too_many(self, address: str) -> bool:
        most = self._of_address
        return self._counts_peers and most is not None and self._taken[address] >= most

    def _has_room(self) -> bool:
        """Return True if a slot is free; closes the longest wait for a header if needed."""
        if self._most is None or len(self._addresses) < self._most:
            return True
        waiting = self._queues[Awaited.HEAD]
        if not waiting:
            return False
        connection, _since = waiting.popitem(last=False)
        connection.cut()
        return True

    def leave(self, transport: Hashable) -> None:
        """Forget a closed connection."""
        address = self._addresses.pop(transport, None)
        if address is None:
            return
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]
        if self._frames is not None:
            self._frames.forget(transport)

    # Waiting

    def wait(self, connection: Connection, awaited: Awaited) -> None:
        """Start the timeout of a connection."""
        queue = self._queues[awaited]
        queue.pop(connection, None)
        queue[connection] = self._now()

    def got(self, connection: Connection, awaited: Awaited) -> None:
        """Stop that timeout of a connection."""
        self._queues[awaited].pop(connection, None)

    def sweep(self) -> None:
        """Close connections that take too long."""
        now = self._now()
        for awaited, queue in self._queues.items():
            while queue:
                connection, since = next(iter(queue.items()))
                if now - since < self._timeouts[awaited]:
                    break
                del queue[connection]
                if connection.expire(awaited):
                    self._metrics.client_too_slow(_SLOW[awaited])
                else:
                    self.wait(connection, awaited)

    @asynccontextmanager
    async def swept(self) -> AsyncIterator[None]:
        """Close connections that take too long while the context lasts."""
        sweeping = asyncio.create_task(self._sweep_on())
        try:
            yield
        finally:
            sweeping.cancel()

    async def _sweep_on(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    # Sockets

    def may_send(self, transport: Hashable, n_frames: int) -> bool:
        """Return True if a client may send this many more frames on a socket."""
        if self._frames is None:
            return True
        try:
            self._frames.take(transport, n_frames)
        except TooMany:
            self._metrics.request_limited(Limited.FRAMES)
            return False
        return True


class CountingConfig(uvicorn.Config):
    """uvicorn's settings, with a counter of the connections open under them."""

    def __init__(self, app: Any, open_connections: OpenConnections, **more: Any) -> None:
        self.open_connections: Final = open_connections
        super().__init__(app, **more)


@lru_cache(4_096)
def _address(peer: str) -> str:
    return household(peer.partition("%")[0])
