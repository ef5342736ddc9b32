"""Connections to PostgreSQL that stay with their node between two statements.

The driver's pool shields each return of a connection from cancellation, in a task of its own: that
costs a move more than its statement. So connections that ended their use well stay out of the pool.
After an error the pool takes the connection back, because it knows how to repair or replace it.
"""

import asyncio
from types import TracebackType
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

IDLE_S: Final = 300.0
"""Seconds after which an unused connection is closed: a firewall may have cut it."""


class KeptConnections:
    """Takes connections from a pool when they are needed, and keeps those that are sound."""

    def __init__(self, pool: Any, most: int, idle_s: float = IDLE_S) -> None:
        """Use at most `most` connections, which is the size of the pool."""
        self._pool: Final = pool
        self._idle_s: Final = idle_s
        self._places: Final = asyncio.Semaphore(most)
        self._idle: Final[list[tuple[Any, float]]] = []
        """Connections with the end of their last use, the last one last: it is used next."""
        self._is_closing = False
        self._now: Final = asyncio.get_running_loop().time

    def acquire(self) -> "_Use":
        """Return a context with a connection."""
        return _Use(self)

    async def take(self) -> Any:
        """Return a connection; waits while all are in use."""
        await self._places.acquire()
        try:
            while self._idle:
                connection, since = self._idle.pop()
                if self._now() - since <= self._idle_s and _is_open(connection):
                    return connection
                await self._close(connection)
            return await self._pool.acquire()
        except BaseException:
            self._places.release()
            raise

    async def put(self, connection: Any, *, is_sound: bool) -> None:
        """Keep a connection for the next statement, or return it to the pool after an error."""
        now = self._now()
        try:
            if not is_sound or self._is_closing:
                await self._pool.release(connection)
                return
            self._idle.append((connection, now))
            if now - self._idle[0][1] > self._idle_s:
                await self._close(self._idle.pop(0)[0])
        finally:
            self._places.release()

    async def _close(self, connection: Any) -> None:
        if _is_open(connection):
            connection.terminate()
        await self._pool.release(connection)

    async def close(self) -> None:
        """Close all connections, once those in use are returned."""
        self._is_closing = True
        while self._idle:
            await self._pool.release(self._idle.pop()[0])
        await self._pool.close()


class _Use:
    """One use of a connection."""

    def __init__(self, kept: KeptConnections) -> None:
        self._kept: Final = kept
        self._connection: Any = None

    async def __aenter__(self) -> Any:
        self._connection = await self._kept.take()
        return self._connection

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        await self._kept.put(self._connection, is_sound=error is None)


def _is_open(connection: Any) -> bool:
    try:
        return not connection.is_closed()
    except asyncpg.InterfaceError:  # The pool has removed it.
        return False
