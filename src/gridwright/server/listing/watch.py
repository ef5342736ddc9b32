"""Search public games, running and finished.

Pages hardly replay games: the state of a game is cached for a few seconds, and then read from its
stored summary, which is missing for a few seconds after a change, or else from the table.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from gridwright.protocol.watch import (
    FinishedPage,
    LiveCount,
    LiveGame,
    LivePage,
    NearestSearch,
)
from gridwright.server.listing.summary_store import SummaryStore
from gridwright.server.listing.table_summary import TableSummary, is_watched, live_game
from gridwright.server.listing.watch_search import LAST, Search
from gridwright.server.listing.watch_store import LiveRow, WatchStore
from gridwright.server.listing.watch_summary import finished_game
from gridwright.server.live.sockets import Spectators
from gridwright.server.storage.errors import UnknownGame
from gridwright.server.tables.loading import QuarantinedTable
from gridwright.server.tables.service import TableService

MAX_LIVE: Final = 25
MAX_FINISHED: Final = 50
"""Games of one page."""
MAX_COUNTED: Final = 1_000
"""Games that are counted; larger counts are shown as "more"."""
FRESH: Final = 4.0
"""Seconds for which states of games and counts are cached."""
MAX_CACHED: Final = 500
_SPARE: Final = 5
"""Games that are read in addition: some may have ended just now."""


class _Remembered(msgspec.Struct, frozen=True):
    game: LiveGame
    until: float


class Watch:
    """Queries of public games only."""

    def __init__(
        self,
        store: WatchStore,
        service: TableService,
        spectators: Spectators,
        summaries: SummaryStore,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store: Final = store
        self._service: Final = service
        self._spectators: Final = spectators
        self._summaries: Final = summaries
        self._elapsed: Final = elapsed
        self._games: Final[OrderedDict[str, _Remembered]] = OrderedDict()
        self._counts: tuple[list[LiveCount], float] | None = None

    async def live(self, limit: int, edition: str = "", people: bool = False) -> LivePage:
        """Return running games: those of people first, then the most watched, then the newest."""
        games: list[LiveGame] = []
        rows = await self._candidates(limit, edition, people)
        unknown = [row.game_id for row in rows if self._remembered(row) is None]
        summaries = await self._summaries.current(unknown)
        for row in rows:
            found = await self._game(row, summaries.get(row.game_id))
            if found is not None:
                games.append(found)
            if len(games) == limit:
                break
        return LivePage(games, await self._count())

    async def _candidates(self, limit: int, edition: str, people: bool) -> list[LiveRow]:
        rows = {row.game_id: row for row in await self._store.live(limit + _SPARE, edition, people)}
        for game_id in self._spectators.most(limit):
            if game_id not in rows:
                watched = await self._store.one_live(game_id, edition, people)
                if watched is not None:
                    rows[game_id] = watched
        return sorted(rows.values(), key=self._first, reverse=True)

    def _first(self, row: LiveRow) -> tuple[bool, int, int, str]:
        return row.has_people, self._spectators.count(row.game_id), row.at, row.game_id

    def _remembered(self, row: LiveRow) -> LiveGame | None:
        known = self._games.get(row.game_id)
        return known.game if known is not None and known.until > self._elapsed() else None

    async def _game(self, row: LiveRow, summary: TableSummary | None) -> LiveGame | None:
        """Return the state of a game; None if it is over or cannot be read."""
        known = self._remembered(row)
        if known is not None:
            return known
        found = summary.live if summary is not None else None
        if found is None:  # Earlier versions stored summaries without it.
            found = await self._replayed(row.game_id)
        if found is None:
            return None
        watching = self._spectators.count(row.game_id)
        game = replace(found, began_at=row.at, n_watching=watching)
        self._games[row.game_id] = _Remembered(game, self._elapsed() + FRESH)
        self._games.move_to_end(row.game_id)
        if len(self._games) > MAX_CACHED:
            self._games.popitem(last=False)
        return game

    async def _replayed(self, game_id: str) -> LiveGame | None:
        try:
            table = await self._service.load(game_id)
        except (QuarantinedTable, UnknownGame):
            return None
        return live_game(table) if is_watched(table) else None

    async def _count(self) -> list[LiveCount]:
        if self._counts is None or self._counts[1] <= self._elapsed():
            found = await self._store.count_live()
            counts = [LiveCount(edition, *found[edition]) for edition in sorted(found)]
            self._counts = (counts, self._elapsed() + FRESH)
        return self._counts[0]

    async def finished(
        self, search: Search, limit: int, before: tuple[int, str] = LAST
    ) -> FinishedPage:
        """Return finished games, newest first; if none, the criterion whose removal finds most."""
        rows = await self._store.over(search, limit + 1, before)
        games = [finished_game(row) for row in rows[:limit]]
        following = f"{games[-1].ended_at}.{games[-1].game_id}" if len(rows) > limit else ""
        count = await self._store.count_over(search, MAX_COUNTED) if rows else 0
        nearest = None if rows or before != LAST else await self._nearest(search)
        return FinishedPage(games, following, count, count < MAX_COUNTED, nearest)

    async def _nearest(self, search: Search) -> NearestSearch | None:
        found = [
            NearestSearch(name, await self._store.count_over(less, MAX_COUNTED))
            for name, less in search.without().items()
        ]
        best = max(found, key=lambda each: each.count, default=None)
        return best if best is not None and best.count else None
