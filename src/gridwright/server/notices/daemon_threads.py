"""Blocking calls in threads that a shutdown does not wait for."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

T = TypeVar("T")


class TooManyThreads(Exception):
    """The owner already has the allowed number of calls, perhaps ones that were given up."""


class DaemonThreads:
    """Runs blocking calls, each in a thread of its own, a limited number for each owner.

    A call cannot be cancelled. One that was given up counts until it ends, so an owner whose calls
    never end takes no place from others.
    """

    def __init__(self, most: int, most_of_owner: int) -> None:
        self._free: Final = asyncio.Semaphore(most)
        self._most_of_owner: Final = most_of_owner
        self._running: Final[Counter[str]] = Counter()

    async def run(self, owner: str, call: Callable[[], T]) -> T:
        """Return the result of a call, or raise its error; raise TooManyThreads."""
        if self._running[owner] >= self._most_of_owner:
            raise TooManyThreads(owner)
        self._running[owner] += 1
        try:
            await self._free.acquire()
        except BaseException:
            self._end(owner)
            raise
        loop = asyncio.get_running_loop()
        result: asyncio.Future[T] = loop.create_future()

        def finish(value: T | None, error: BaseException | None) -> None:
            self._free.release()
            self._end(owner)
            if result.done():
                return
            if error is not None:
                result.set_exception(error)
            else:
                result.set_result(value)  # type: ignore[arg-type]  # None only with an error.

        def work() -> None:
            value, failure = None, None
            try:
                value = call()
            except BaseException as error:
                failure = error
            with suppress(RuntimeError):  # The loop is closed: no one waits.
                loop.call_soon_threadsafe(finish, value, failure)

        threading.Thread(target=work, name="notices", daemon=True).start()
        return await result

    def _end(self, owner: str) -> None:
        self._running[owner] -= 1
        if not self._running[owner]:
            del self._running[owner]
