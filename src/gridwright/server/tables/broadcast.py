"""Broadcast of a table's log to its watchers."""

from collections.abc import Collection
from typing import Final

from gridwright.protocol.frames import encode
from gridwright.server.auth.tickets import BadTicket
from gridwright.server.live.watchers import BAD_TICKET, Broadcast, Watcher
from gridwright.server.operations.metrics import Traces
from gridwright.server.tables.seat_auth import verify_holder
from gridwright.server.tables.service import Seen, TableService
from gridwright.table.view import happened_frames, table_frame


class LogBroadcast(Broadcast):
    """Sends each watcher the log entries that it has not received."""

    def __init__(self, game_id: str, service: TableService, traces: Traces) -> None:
        super().__init__(game_id)
        self._service: Final = service
        self._traces: Final = traces

    async def tell(self, watchers: Collection[Watcher]) -> int:
        seen = await self._service.cached_entries_since(
            self.key, min([watcher.version for watcher in watchers], default=-1)
        )
        # No await below: the table is shared, and commands change it in place.
        with self._traces.span("catch_up", self.key, seen.table.version):
            self._tell_all(seen, watchers)
        return seen.table.version

    def _tell_all(self, seen: Seen, watchers: Collection[Watcher]) -> None:
        pages = _Pages(seen)
        for watcher in watchers:
            try:
                if watcher.ticket is not None:
                    verify_holder(watcher.ticket, seen.table)
            except BadTicket:
                # A player who has left the seat must not see the data of its new holder.
                watcher.close(BAD_TICKET)
                continue
            for text in pages.after(watcher.version, watcher.viewer):
                watcher.tell(text)
            watcher.version = seen.table.version


class _Pages:
    """Encoded frames, cached per viewer: spectators share theirs, each seat has its own."""

    def __init__(self, seen: Seen) -> None:
        self._seen: Final = seen
        self._tables: Final[dict[int, str]] = {}
        self._happened: Final[dict[int, list[str]]] = {}

    def after(self, version: int, viewer: int) -> list[str]:
        """Return the frames after a version: the entries since, or the table if too many."""
        lacking = self._seen.table.version - version
        if version < 0 or lacking < 0 or lacking > len(self._seen.happened):
            return [self._table(viewer)]
        return self._entries(viewer)[-lacking:] if lacking else []

    def _table(self, viewer: int) -> str:
        if viewer not in self._tables:
            self._tables[viewer] = encode(table_frame(self._seen.table, viewer)).decode()
        return self._tables[viewer]

    def _entries(self, viewer: int) -> list[str]:
        if viewer not in self._happened:
            frames = happened_frames(self._seen.table, self._seen.happened, viewer)
            self._happened[viewer] = [encode(frame).decode() for frame in frames]
        return self._happened[viewer]
