"""Pub/sub between nodes: a message says that a table has a new version, without its content.

The log is authoritative, so a lost message delays an update and loses no move.
"""

import asyncio
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import TracebackType
from typing import Final, Self

from gridwright.server.operations.metrics import Metrics

UNKNOWN: Final = 0
"""Version that a bus reports when hints may have been lost: the listener reads the log."""
OUTBOX: Final = "outbox"
"""Channel of hints that a table has a new event for its readers."""
MAX_WAITING: Final = 64
"""Hints queued for a slow listener; older ones are dropped, because the newest is enough."""


class Listener:
    """A subscription that waits for the next version of a table."""

    def __init__(self) -> None:
        self._versions: Final[asyncio.Queue[int]] = asyncio.Queue(MAX_WAITING)

    def tell(self, version: int) -> None:
        if self._versions.full():
            self._versions.get_nowait()
        self._versions.put_nowait(version)

    async def next(self) -> int:
        """Return the next version that was published, or UNKNOWN."""
        return await self._versions.get()


class Bus(ABC):
    """Publishes hints of new versions between nodes (pub/sub).

    A hint may arrive late, twice or never, and a newer one may replace an older. Hints published
    while a listener is subscribed arrive unless the message bus is down; listeners then receive
    UNKNOWN once it is up again.
    """

    @abstractmethod
    async def publish(self, game_id: str, version: int) -> None:
        """Publish the table's version to its listeners; never fails, never blocks for long."""

    @abstractmethod
    def listen(self, game_id: str) -> AbstractAsyncContextManager[Listener]:
        """Subscribe to a table while the context lasts."""

    async def close(self) -> None:
        """Close the connections."""
        return

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


class LocalBus(Bus):
    """The bus of a single process."""

    def __init__(self, metrics: Metrics | None = None) -> None:
        self._metrics: Final = metrics or Metrics()
        self._listeners: Final[defaultdict[str, dict[Listener, None]]] = defaultdict(dict)
        """Listeners by table, in order of arrival, so that runs are reproducible."""

    async def publish(self, game_id: str, version: int) -> None:
        for listener in self._listeners.get(game_id, ()):
            listener.tell(version)
        self._metrics.hints_published(1)

    @asynccontextmanager
    async def listen(self, game_id: str) -> AsyncIterator[Listener]:
        listener = Listener()
        self._listeners[game_id][listener] = None
        try:
            yield listener
        finally:
            self._listeners[game_id].pop(listener, None)
            if not self._listeners[game_id]:
                del self._listeners[game_id]
