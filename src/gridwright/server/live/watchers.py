"""The subscribers of one table on this node; they share one subscription to the bus."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Final

import structlog

from gridwright.protocol.refusals import STATUS, Refused
from gridwright.server.live.bus import UNKNOWN, Bus, Listener
from gridwright.server.live.watcher import Broadcast, Watcher
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

_LOG: Final = structlog.get_logger()


def close_code(refused: Refused) -> int:
    """Return the close code of a refusal: APPLICATION plus its HTTP status."""
    return APPLICATION + STATUS[refused.code]


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
