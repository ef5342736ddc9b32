"""A fair queue for password hashing: a flood of guesses must not delay other clients.

A hash takes a core for some twenty milliseconds on purpose, so only a few run at the
same time and the rest wait. The order is by wrong guesses, fewest first, and one address
has only a few places.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from typing import Final, TypeVar

from gridwright.server.auth.errors import TooManyTries

WINDOW_SECONDS: Final = 600.0
"""Seconds for which a wrong guess counts."""
MAX_CACHED: Final = 10_000
SECONDS_EACH: Final = 0.1
"""Duration of a hash on a slow machine, for the retry hint."""

T = TypeVar("T")


class _Waiting:
    """A queued request."""

    def __init__(self, asker: str, rank: tuple[int, int, int]) -> None:
        self.asker: Final = asker
        self.rank: Final = rank
        """Sort key: recent wrong guesses, the asker's own queued requests, order of arrival."""
        self.turn: Final[asyncio.Future[None]] = asyncio.get_running_loop().create_future()


class HashQueue:
    """Runs work in its own threads, a few at a time, in a fair order.

    An asker is the unit of fairness: an address, or a signed-in person.
    """

    def __init__(
        self,
        n_threads: int,
        most_waiting: int,
        most_of_one: int,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._threads: Final = ThreadPoolExecutor(n_threads, thread_name_prefix="argon2")
        self._n_threads: Final = n_threads
        self._most_waiting: Final = most_waiting
        self._most_of_one: Final = most_of_one
        self._now: Final = now
        self._n_running = 0
        self._n_arrived = 0
        self._waiting: Final[list[_Waiting]] = []
        self._wrong: Final[OrderedDict[str, tuple[int, float]]] = OrderedDict()
        """Number of wrong guesses, and time of the first, by asker."""

    async def run(self, asker: str, work: Callable[[], T]) -> T:
        """Return the result of the work once it has run; raise TooManyTries."""
        if self._n_running < self._n_threads and not self._waiting:
            self._n_running += 1
        else:
            await self._wait(asker)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._end()

    def verify_room(self, asker: str) -> None:
        """Raise TooManyTries if the queue is full for this asker."""
        if self._n_of(asker) >= self._most_of_one:
            raise self._too_many()

    def note_wrong(self, asker: str) -> None:
        """Count a wrong guess of the asker."""
        n_wrong, since = self._wrong.pop(asker, (0, self._now()))
        if self._now() - since >= WINDOW_SECONDS:
            n_wrong, since = 0, self._now()
        self._wrong[asker] = (n_wrong + 1, since)
        if len(self._wrong) > MAX_CACHED:
            self._wrong.popitem(last=False)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _n_of(self, asker: str) -> int:
        return sum([waiting.asker == asker for waiting in self._waiting])

    def _n_wrong(self, asker: str) -> int:
        n_wrong, since = self._wrong.get(asker, (0, 0.0))
        return n_wrong if self._now() - since < WINDOW_SECONDS else 0

    def _too_many(self) -> TooManyTries:
        return TooManyTries(max(1, ceil(len(self._waiting) * SECONDS_EACH / self._n_threads)))

    async def _wait(self, asker: str) -> None:
        """Return when the request may run; raise TooManyTries if the queue is full."""
        self.verify_room(asker)
        self._n_arrived += 1
        rank = (self._n_wrong(asker), self._n_of(asker), self._n_arrived)
        newcomer = _Waiting(asker, rank)
        self._waiting.append(newcomer)
        if len(self._waiting) > self._most_waiting:
            # Drop the last in order, which need not be the last to arrive.
            last = max(self._waiting, key=lambda each: each.rank)
            self._waiting.remove(last)
            if not last.turn.done():
                last.turn.set_exception(self._too_many())
        try:
            await newcomer.turn
        except asyncio.CancelledError:
            if newcomer in self._waiting:
                self._waiting.remove(newcomer)
            elif not newcomer.turn.cancelled() and newcomer.turn.exception() is None:
                self._end()  # It had been started already.
            raise

    def _end(self) -> None:
        """Free a thread and start the next request."""
        self._n_running -= 1
        while self._waiting and self._n_running < self._n_threads:
            first = min(self._waiting, key=lambda each: each.rank)
            self._waiting.remove(first)
            if not first.turn.done():  # Otherwise its client has disconnected.
                self._n_running += 1
                first.turn.set_result(None)
