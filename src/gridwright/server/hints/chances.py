"""Win probabilities of a running game for watchers, delayed by two moves.

They are those of the analysis, from public information only. Money follows from the public log, so
the probabilities reveal nothing that a watcher could not compute.
"""

import asyncio
from collections import OrderedDict
from typing import Final

from starlette.requests import Request

from gridwright.insight.outlook import current_chances
from gridwright.protocol.refusals import Code, Refused
from gridwright.protocol.watch import Chances
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.storage.contract import Store
from gridwright.server.storage.games import GameRecord
from gridwright.server.tables.seat_auth import READ_ERRORS, SeatAuth
from gridwright.server.tables.service import TableService
from gridwright.server.wire.operation import Answer, Audience, Group, Tag
from gridwright.server.wire.scopes import Scope
from gridwright.table.entries import LoggedEntry, Status
from gridwright.table.log_entries import UNDONE, Undone, log_entry_of
from gridwright.table.table import Table

LATE: Final = 2
"""Moves by which the probabilities are delayed."""
MAX_KEPT: Final = 100
"""Games with a cached position; the least recently used is evicted."""
DIGITS: Final = 3


class LateCourse:
    """A game some moves ago, replayed from its log without the seed."""

    def __init__(self, record: GameRecord) -> None:
        self._record: Final = record
        self._table = Table(record, None)
        self._log: Final[list[LoggedEntry]] = []
        self._moves: Final[list[int]] = []
        """Versions of the moves that were not undone."""
        self.told: Chances | None = None

    @property
    def version(self) -> int:
        return len(self._log)

    def read(self, entries: list[LoggedEntry]) -> None:
        for logged in entries:
            self._log.append(logged)
            if logged.entry.kind == UNDONE:
                undone = log_entry_of(logged.entry)
                assert isinstance(undone, Undone)
                while self._moves and self._moves[-1] >= undone.since:
                    self._moves.pop()
            if logged.entry.lines:
                self._moves.append(logged.version)

    def tell(self) -> Chances:
        """Return the chances before the last `LATE` moves; raise Refused if there are too few."""
        if len(self._moves) <= LATE:
            raise Refused("the game has just begun", "too_early")
        version = self._moves[-LATE] - 1
        if self._table.version > version:  # An order was undone.
            self._table = Table(self._record, None)
        for logged in self._log[self._table.version : version]:
            self._table.fold(logged)
        found = current_chances(self._table.game, self._table.state)
        return Chances(version, [round(share, DIGITS) for share in found])


class DelayedWinProbabilities:
    """Computes the chances of each position once, in a thread."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store
        self._courses: Final[OrderedDict[str, LateCourse]] = OrderedDict()
        self._working: Final = asyncio.Lock()

    async def of(self, table: Table) -> Chances:
        """Return the delayed chances; raise Refused if the table has none or none yet."""
        if not table.terms.chances:
            raise Refused("this table shows no chances", "no_chances")
        if table.status not in (Status.RUNNING, Status.PAUSED):
            code: Code = "not_begun" if table.status is Status.GATHERING else "game_over"
            raise Refused("no game runs there", code)
        version = table.version
        async with self._working:
            course = self._courses.pop(table.game_id, None)
            if course is None:
                course = LateCourse(await self._store.load(table.game_id))
            self._courses[table.game_id] = course
            if len(self._courses) > MAX_KEPT:
                self._courses.popitem(last=False)
            if course.told is None or course.version < version:
                while course.version < version:
                    entries = await self._store.entries(table.game_id, course.version)
                    if not entries:
                        break
                    course.read(entries)
                course.told = await asyncio.to_thread(course.tell)
            return course.told


class ChanceRoutes:
    """Refuses players of the table, identified by ticket or by session."""

    def __init__(
        self,
        service: TableService,
        chances: DelayedWinProbabilities,
        seats: SeatAuth,
        limiter: RateLimiter,
    ) -> None:
        self._service: Final = service
        self._chances: Final = chances
        self._seats: Final = seats
        self._limiter: Final = limiter

    async def chances(self, request: Request, game_id: str) -> Chances:
        await self._limiter.look_around(request)
        table = await self._service.load(game_id)
        if await self._seats.ticket(request, table) is not None:
            raise Refused("not for those who play", "players_not")
        return await self._chances.of(table)


OPERATIONS: Final = (
    Group(Tag.PLAY, Audience.VIEWER, (*READ_ERRORS, "too_many"), Scope.READ).get(
        "/api/tables/{game_id}/chances",
        ChanceRoutes.chances,
        "How likely each seat is to win, two moves ago; for watchers, where the table allows it",
        Answer("The chances.", Chances(41, [0.4, 0.6])),
        errors=("players_not", "no_chances", "too_early", "not_begun", "game_over"),
    ),
)
