"""Heartbeats: each node stores its statistics some times a minute; those of many nodes add up."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Final

import msgspec
import structlog

from gridwright.server.hosting import statements
from gridwright.server.operations.steady_clock import Clock
from gridwright.server.operations.sweeping import sweep_until
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.errors import StoreError

MS_PER_MINUTE: Final = 60_000
EVERY: Final = 10.0
"""Seconds between two heartbeats."""
FRESH: Final = 35_000
"""Milliseconds without a heartbeat after which a node counts as gone."""
KEPT_MINUTES: Final = 9 * 24 * 60
"""Slightly over a week, so that a day can be compared with the same day of the last week."""
SPAN: Final = 30
"""Minutes of one value in the chart of a day."""
DAY: Final = 24 * 60
"""Minutes of a day."""
_FORGET_EVERY: Final = 360
"""Heartbeats between two deletions of old ones."""


_LOG: Final = structlog.get_logger()


class NodeStats(msgspec.Struct, frozen=True):
    """Statistics of a node at a moment."""

    moves: int
    """Moves since the start of the node; in a stored heartbeat, in that minute."""
    players: int
    watchers: int


class HeartbeatStore:
    """Heartbeats of all nodes, in the database of the people."""

    def __init__(self, database: DatabaseStore) -> None:
        self._database: Final = database

    async def note(self, minute: int, node_id: str, at: int, stats: NodeStats) -> None:
        values = (stats.moves, stats.players, stats.watchers)
        await self._database.change_one(statements.NOTE_PULSE, minute, node_id, at, *values)

    async def forget(self, before: int) -> None:
        await self._database.change_one(statements.FORGET_PULSES, before)

    async def moves(self, after: int, until: int) -> int:
        """Return the moves of all nodes in the minutes after `after`, up to `until`."""
        return int((await self._database.rows(statements.MOVES, after, until))[0][0])

    async def moves_by_span(self, first: int, until: int) -> list[int]:
        """Return the moves of all nodes from a minute on, by half hours; the last is partial."""
        found = [0] * max(0, -(-(until - first) // SPAN))
        for span, moves in await self._database.rows(statements.MOVES_BY_SPAN, first, until, SPAN):
            found[int(span)] = int(moves)
        return found

    async def here(self, now: int) -> tuple[int, int]:
        """Return the numbers of players and watchers on all live nodes."""
        newest: dict[str, tuple[int, int]] = {}
        since = (now - FRESH) // MS_PER_MINUTE
        for node_id, at, players, watchers in await self._database.rows(statements.HERE, since):
            if now - at <= FRESH:
                newest[node_id] = (players, watchers)
        return (
            sum([players for players, _watchers in newest.values()]),
            sum([watchers for _players, watchers in newest.values()]),
        )


class HeartbeatSweep:
    """Stores the heartbeats of this node."""

    def __init__(
        self,
        store: HeartbeatStore,
        stats: Callable[[], NodeStats],
        clock: Clock,
        every: float = EVERY,
    ) -> None:
        self._store: Final = store
        self._stats: Final = stats
        self._clock: Final = clock
        self._every: Final = every
        self._node_id: Final = secrets.token_hex(8)
        self._minute = 0
        self._moves_before = 0
        """Moves that were stored for earlier minutes."""
        self._moves = 0
        """Moves that were stored in total."""
        self._n_notes = 0

    async def run(self, stop: asyncio.Event) -> None:
        """Store statistics until cancelled, and once more then, so that every move is counted."""
        await sweep_until(stop, self.sweep, self._every, "pulse")
        try:
            await self.sweep()
        except StoreError:
            _LOG.warning("the last moves were not noted")

    async def sweep(self, _stop: asyncio.Event | None = None) -> bool:
        """Store the current statistics; moves since the last heartbeat count for this minute."""
        now = self._clock()
        stats = self._stats()
        minute = now // MS_PER_MINUTE
        if minute != self._minute:
            self._minute = minute
            self._moves_before = self._moves
        noted = msgspec.structs.replace(stats, moves=stats.moves - self._moves_before)
        await self._store.note(minute, self._node_id, now, noted)
        self._moves = stats.moves
        self._n_notes += 1
        if self._n_notes % _FORGET_EVERY == 1:
            await self._store.forget(minute - KEPT_MINUTES)
        return False
