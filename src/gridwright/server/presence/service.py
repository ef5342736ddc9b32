"""Presence at a table: the seats whose page is open, over all nodes.

No presence is stored for long. It changes no version and is in no log. It reveals of a seat only
that its page is open, or since when it is not: not how often, or from where.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Final

import msgspec

from gridwright.server.auth.tickets import Ticket
from gridwright.server.live.bus import UNKNOWN, Bus
from gridwright.server.presence.store import NodePresence, Seats, presence_store_of, seats_of
from gridwright.table.absence_log import Attendance

MAX_LEFT: Final = 10_000
"""Number of tables for which a node remembers the players who left."""


class PresenceTiming(msgspec.Struct, frozen=True):
    """Timing of presence updates, in seconds."""

    gather: float = 0.1
    """Changes within this time are sent together."""
    linger: float = 3.0
    """A player who returns within this time was never away: pages are reloaded."""
    beat: float = 5.0
    """Interval in which a node writes its presence again."""
    fade: float = 15.0
    """Seconds without a beat after which a node counts as gone, with all its players."""


def here_key(game_id: str) -> str:
    """Name of the bus channel for changes of presence at a table."""
    return f"{game_id}/here"


class Presence:
    """Tracks the seats present on this node and publishes them to the others."""

    def __init__(
        self, bus: Bus, clock: Callable[[], int], timing: PresenceTiming | None = None
    ) -> None:
        self._bus: Final = bus
        self._store: Final = presence_store_of(bus)
        self._clock: Final = clock
        self._timing: Final = timing or PresenceTiming()
        self._sockets: Final[dict[str, Counter[int]]] = {}
        """Sockets by table and seat, including those that closed just now."""
        self._began: Final = clock()
        self._left: Final[OrderedDict[str, dict[int, int]]] = OrderedDict()
        """Moment at which the last socket on this node closed, by table and seat."""
        self._changed: Final[set[str]] = set()
        self._is_changed: Final = asyncio.Event()
        self._beating: asyncio.Task[None] | None = None

    @contextmanager
    def watching(self, game_id: str, ticket: Ticket | None) -> Iterator[None]:
        """Register a socket of a seat while the context lasts; spectators are not counted."""
        if ticket is None:
            yield
            return
        self._arrive(game_id, ticket.seat)
        try:
            yield
        finally:
            asyncio.get_running_loop().call_later(
                self._timing.linger, self._leave, game_id, ticket.seat
            )

    def own(self, game_id: str) -> Seats:
        """Return the seats present on this node."""
        seats = 0
        for seat in self._sockets.get(game_id, ()):
            seats |= 1 << seat
        return seats

    def n_here(self) -> int:
        """Return the number of seats present on this node, at all tables."""
        return sum([len(sockets) for sockets in self._sockets.values()])

    async def others(self, game_id: str) -> list[NodePresence] | None:
        """Return the presence on other nodes; None if they do not respond."""
        return [] if self._store is None else await self._store.others(game_id)

    def now(self, game_id: str, others: list[NodePresence]) -> list[int]:
        """Return the seats present on any node, given the presence on other nodes."""
        seats = self.own(game_id)
        moment = self._clock()
        for mark in others:
            if mark.until > moment:
                seats |= mark.seats
        return seats_of(seats)

    async def seen(self, game_id: str) -> dict[int, int] | None:
        """Return when each seat was last present on any node; None if that is unknown now."""
        left = dict(self._left.get(game_id, {}))
        if self._store is None:
            return left
        seen = await self._store.seen(game_id)
        if seen is None:
            return None
        return {seat: max(left.get(seat, 0), seen.get(seat, 0)) for seat in {*left, *seen}}

    async def attendance(self, game_id: str) -> Attendance:
        """Return the seats present, for decisions about absent players."""
        others = await self.others(game_id)
        seen = await self.seen(game_id)
        here = frozenset(self.now(game_id, others or []))
        is_known = others is not None and seen is not None
        return Attendance(here, seen or {}, self._began, is_known)

    async def here(self, game_id: str) -> frozenset[int] | None:
        """Return the seats present on any node; None if that is unknown now."""
        others = await self.others(game_id)
        return None if others is None else frozenset(self.now(game_id, others))

    async def close(self) -> None:
        """Stop publishing. Entries of this node expire, unless its players reconnect elsewhere."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.wait({self._beating})

    # Publishing

    def _arrive(self, game_id: str, seat: int) -> None:
        sockets = self._sockets.setdefault(game_id, Counter())
        sockets[seat] += 1
        if sockets[seat] == 1:
            self._note(game_id)

    def _leave(self, game_id: str, seat: int) -> None:
        sockets = self._sockets[game_id]
        sockets[seat] -= 1
        if not sockets[seat]:
            del sockets[seat]
            self._note_left(game_id, seat)
            if not sockets:
                del self._sockets[game_id]
            self._note(game_id)

    def _note_left(self, game_id: str, seat: int) -> None:
        self._left.setdefault(game_id, {})[seat] = self._clock()
        self._left.move_to_end(game_id)
        if len(self._left) > MAX_LEFT:
            self._left.popitem(last=False)

    def _note(self, game_id: str) -> None:
        self._changed.add(game_id)
        self._is_changed.set()
        if self._beating is None:
            self._beating = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        next_beat = loop.time() + self._timing.beat
        while True:
            await _wait(self._is_changed, next_beat - loop.time())
            await asyncio.sleep(self._timing.gather)
            changed = set(self._changed)
            self._changed.clear()
            self._is_changed.clear()
            tables = set(changed)
            if loop.time() >= next_beat:
                next_beat = loop.time() + self._timing.beat
                tables.update(self._sockets)
            await self._write(tables)
            for game_id in sorted(changed):
                await self._bus.publish(here_key(game_id), UNKNOWN)

    async def _write(self, tables: Collection[str]) -> None:
        if self._store is not None and tables:
            now = self._clock()
            until = now + round(1000 * self._timing.fade)
            here = {game_id: self.own(game_id) for game_id in sorted(tables)}
            await self._store.write(here, until, now)


async def _wait(event: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(max(0.0, seconds)):
            await event.wait()
    except TimeoutError:
        return
