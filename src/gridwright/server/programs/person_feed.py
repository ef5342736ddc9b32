"""A feed of events at all tables of one person."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Final

import msgspec

from gridwright.protocol.people import (
    MyGameBegan,
    MyGameEnded,
    MyInvitation,
    MyTurn,
    PersonEvent,
)
from gridwright.server.live.bus import Bus
from gridwright.server.storage.errors import UnknownGame
from gridwright.server.tables.held_seats import HeldSeats, seats_channel
from gridwright.server.tables.loading import QuarantinedTable
from gridwright.server.tables.service import TableService
from gridwright.table.entries import Status
from gridwright.table.table import Table

MAX_TABLES: Final = 50
"""Number of tables that one feed follows: those where the person sat down last."""
LOOK_SECONDS: Final = 10.0
"""Seconds between reads of each active table, because a hint may get lost."""
ACTIVE: Final = (Status.RUNNING, Status.PAUSED)

Tell = Callable[[PersonEvent], Awaitable[None]]


class _Sent(msgspec.Struct):
    """Events that the feed has sent about a table."""

    has_begun: bool = False
    is_over: bool = False
    turn: int = -1
    """The version of the last turn."""
    rematch: str = ""


class PersonFeed:
    """Follows the tables of a person for one listener.

    It sends the current state first and no event twice. A reopened feed begins with the current
    state.
    """

    def __init__(
        self, person_id: str, service: TableService, held_seats: HeldSeats, bus: Bus, tell: Tell
    ) -> None:
        self._person_id: Final = person_id
        self._service: Final = service
        self._held_seats: Final = held_seats
        self._bus: Final = bus
        self._tell: Final = tell
        self._sent: Final[dict[str, _Sent]] = {}
        self._changed: Final[set[str]] = set()
        self._news: Final = asyncio.Event()
        self._has_new_seat = True

    async def run(self) -> None:
        """Send events until cancelled."""
        async with AsyncExitStack() as ears:
            mine = self._listening(seats_channel(self._person_id), self._note_seat)
            await ears.enter_async_context(mine)
            while True:
                await self._follow_new(ears)
                for game_id in sorted(self._changed):
                    self._changed.discard(game_id)
                    await self._look(game_id)
                await self._wait()

    # Hints

    @asynccontextmanager
    async def _listening(self, key: str, note: Callable[[], None]) -> AsyncIterator[None]:
        async with self._bus.listen(key) as listener:

            async def hear() -> None:
                while True:
                    await listener.next()
                    note()
                    self._news.set()

            hearing = asyncio.create_task(hear())
            try:
                yield
            finally:
                hearing.cancel()

    def _note_seat(self) -> None:
        self._has_new_seat = True

    async def _follow_new(self, ears: AsyncExitStack) -> None:
        """Listen to tables where the person sat down since the last call."""
        if not self._has_new_seat:
            return
        self._has_new_seat = False
        for held in reversed(await self._held_seats.of(self._person_id, MAX_TABLES)):
            if held.game_id not in self._sent:
                self._sent[held.game_id] = _Sent()
                # Before reading: every later event sends a hint.
                note = partial(self._changed.add, held.game_id)
                await ears.enter_async_context(self._listening(held.game_id, note))
                self._changed.add(held.game_id)

    async def _wait(self) -> None:
        """Wait for a hint, or until the next read without one is due."""
        if self._changed:
            return
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                await self._news.wait()
        except TimeoutError:
            self._has_new_seat = True
            self._changed.update([name for name, sent in self._sent.items() if not sent.is_over])
        self._news.clear()

    # Sending

    async def _look(self, game_id: str) -> None:
        try:
            table = await self._service.load(game_id)
        except (UnknownGame, QuarantinedTable):
            return
        seat = table.seat_of(self._person_id)
        if seat is None:
            return
        sent = self._sent[game_id]
        version = table.version
        if table.status in ACTIVE and not sent.has_begun:
            sent.has_begun = True
            await self._tell(MyGameBegan(game_id, seat, version))
        is_turn = table.status is Status.RUNNING and table.waiting_for() == seat
        if is_turn and sent.turn < version:
            sent.turn = version
            await self._tell(MyTurn(game_id, seat, version))
        if table.status not in (*ACTIVE, Status.GATHERING):
            await self._tell_end(table, seat, sent)

    async def _tell_end(self, table: Table, seat: int, sent: _Sent) -> None:
        if sent.has_begun and not sent.is_over:
            await self._tell(MyGameEnded(table.game_id, seat, table.version))
        sent.is_over = True
        if table.rematch and not sent.rematch:
            sent.rematch = table.rematch
            if await self._is_kept(table.rematch, seat):
                await self._tell(MyInvitation(table.rematch, table.game_id))

    async def _is_kept(self, game_id: str, before: int) -> bool:
        """Return whether the rematch reserves a seat for a holder of a seat of the first table."""
        try:
            again = await self._service.load(game_id)
        except (UnknownGame, QuarantinedTable):
            return False
        kept = [holder for holder in again.seats if holder.kept_of == before]
        return again.status is Status.GATHERING and any(not holder.is_taken for holder in kept)
