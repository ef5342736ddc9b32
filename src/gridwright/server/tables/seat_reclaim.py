"""Returns seats that were given to a bot to players who open the table again."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

import structlog

from gridwright.server.auth.tickets import Ticket
from gridwright.server.presence.service import Presence
from gridwright.server.storage.errors import StoreError

Welcome = Callable[[Ticket], Awaitable[None]]

_LOG: Final = structlog.get_logger()


class SeatReclaim:
    """Tracks the players present, and returns their seats in the background."""

    def __init__(self, presence: Presence, welcome: Welcome) -> None:
        self._presence: Final = presence
        self._welcome: Final = welcome
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self.n_watchers = 0
        """Sockets without a seat."""

    @contextmanager
    def watching(self, game_id: str, ticket: Ticket | None) -> Iterator[None]:
        """Register a socket of a seat, or of a spectator, while the context lasts."""
        with self._presence.watching(game_id, ticket):
            if ticket is not None:
                task = asyncio.create_task(self._greet(ticket))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                yield
                return
            self.n_watchers += 1
            try:
                yield
            finally:
                self.n_watchers -= 1

    async def _greet(self, ticket: Ticket) -> None:
        try:
            await self._welcome(ticket)
        except StoreError:
            # Retried when the next page opens, or by the button on this one.
            _LOG.exception("seat reclaim failed", game=ticket.game_id)

    async def close(self) -> None:
        """Cancel pending reclaims."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
