"""The list of public games, stored with the games and deleted with them."""

import asyncio
import heapq
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from gridwright.server.listing import watch_statements as statements
from gridwright.server.listing.watch_search import LAST, Search
from gridwright.server.storage.contract import Change
from gridwright.server.storage.errors import RowMissing
from gridwright.server.storage.rows import Row
from gridwright.server.storage.sharded import ShardedStore

Statement = Callable[[Iterable[str], int], str]
"""Returns the statement for the columns and the number of words of a search."""


class DueGame(msgspec.Struct, frozen=True):
    """A public game whose listing must be written."""

    game_id: str
    is_live: bool
    at: int
    told: str


class LiveRow(msgspec.Struct, frozen=True):
    """A running public game."""

    has_people: bool
    at: int
    game_id: str


class OverRow(msgspec.Struct, frozen=True):
    """A finished public game with its summary."""

    at: int
    game_id: str
    edition: str
    board: str
    told: str


class Listing(msgspec.Struct, frozen=True):
    """Search columns and summary of a game."""

    edition: str
    board: str
    seats: int
    has_people: bool
    is_close: bool
    told: str
    words: tuple[str, ...] = ()


class WatchStore:
    """Public games, on all databases."""

    def __init__(self, store: ShardedStore) -> None:
        self._store: Final = store

    # Listing

    async def due(self, now: int, limit: int) -> list[DueGame]:
        pages = await self._all(statements.DUE, now, limit)
        return [DueGame(row[0], bool(row[1]), *row[2:]) for page in pages for row in page]

    async def show(self, game_id: str, is_live: bool, at: int) -> DueGame | None:
        """Add a game that has begun or ended, without its listing; None if it is there already."""
        values = (game_id, is_live, at)
        database = self._store.database_of(game_id)
        try:
            rows = await database.change_one(statements.SHOW, *values)
        except RowMissing:
            return None  # The game was deleted meanwhile.
        return DueGame(rows[0][0], bool(rows[0][1]), *rows[0][2:]) if rows else None

    async def hide(self, game_id: str) -> None:
        """Remove a game that ended without a result."""
        await self._store.database_of(game_id).change_one(statements.HIDE, game_id)

    async def tell(self, due: DueGame, telling: Listing) -> bool:
        """Store a listing; return False if the game has ended meanwhile and is due again."""
        key = (due.game_id, due.is_live, due.at)
        label = (telling.edition, telling.board, telling.seats)
        kept = (*label, telling.has_people, telling.is_close, telling.told)
        changes: list[Change] = [
            (statements.TELL, (*key, *kept)),
            (statements.FORGET_WORDS, (due.game_id,)),
        ]
        for word in telling.words:
            row = (word, due.at, due.game_id, *label, telling.is_close)
            changes.append((statements.ADD_WORD, row))
        return bool((await self._store.database_of(due.game_id).change(*changes))[0])

    async def put_off(self, due: DueGame, until: int) -> None:
        """Postpone a game, for example one that cannot be read."""
        key = (due.game_id, due.is_live, due.at)
        await self._store.database_of(due.game_id).change_one(statements.PUT_OFF, *key, until)

    # Search

    async def live(self, limit: int, edition: str, people: bool) -> list[LiveRow]:
        criteria: dict[str, object] = {"edition": edition} if edition else {}
        if people:
            criteria["has_people"] = True
        pages = await self._all(statements.live(criteria), limit, *criteria.values())
        found = [_live(row) for page in pages for row in page]
        return sorted(found, key=_first, reverse=True)[:limit]

    async def one_live(self, game_id: str, edition: str, people: bool) -> LiveRow | None:
        """Return a game if it is public, running and matches; else None."""
        rows = await self._store.database_of(game_id).rows(statements.ONE_LIVE, game_id)
        if not rows or (edition and rows[0][3] != edition):
            return None
        found = _live(rows[0])
        return found if found.has_people or not people else None

    async def count_live(self) -> dict[str, tuple[int, int]]:
        """Return by edition the number of running games, and of those with people."""
        counts: dict[str, tuple[int, int]] = {}
        for page in await self._all(statements.COUNT_LIVE):
            for edition, n_games, n_people in page:
                before = counts.get(edition, (0, 0))
                counts[edition] = (before[0] + n_games, before[1] + n_people)
        return counts

    async def over(
        self, search: Search, limit: int, before: tuple[int, str] = LAST
    ) -> list[OverRow]:
        pages = await self._search(statements.over, search, before, limit)
        found = [[_over(row) for row in page] for page in pages]
        merged = heapq.merge(*found, key=lambda row: (row.at, row.game_id), reverse=True)
        return list(merged)[:limit]

    async def count_over(self, search: Search, most: int) -> int:
        pages = await self._search(statements.count_over, search, LAST, most)
        counts: list[int] = [page[0][0] for page in pages]
        return min(most, sum(counts))

    async def _search(
        self, statement: Statement, search: Search, before: tuple[int, str], limit: int
    ) -> list[list[Row]]:
        columns, words = search.columns(), await self._rarest_first(search.words())
        values = (*before, search.since, limit, *columns.values(), *words)
        return await self._all(statement(columns, len(words)), *values)

    async def _rarest_first(self, words: list[str]) -> list[str]:
        if len(words) < 2:
            return words
        counts: dict[str, int] = {}
        for word in words:
            pages = await self._all(statements.COUNT_WORD, word, statements.MAX_COMPARED)
            counts[word] = sum([page[0][0] for page in pages])
        return sorted(words, key=lambda word: counts[word])

    async def _all(self, statement: str, *values: object) -> list[list[Row]]:
        asked = [database.rows(statement, *values) for database in self._store.databases]
        return list(await asyncio.gather(*asked))


def _over(row: Row) -> OverRow:
    game_id, edition, board, at, told = row
    return OverRow(at, game_id, edition, board, told)


def _live(row: Row) -> LiveRow:
    return LiveRow(bool(row[2]), row[1], row[0])


def _first(row: LiveRow) -> tuple[bool, int, str]:
    return row.has_people, row.at, row.game_id
