"""A proxy in front of a real Redis that drops, repeats and delays the messages to a node."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Final
from urllib.parse import urlsplit

MAX_DELAY: Final = 0.6
"""Maximum delay of a hint in seconds, which may reorder hints."""
TIMEOUT_S: Final = 10.0
_HINT: Final = b"$7\r\nmessage\r\n"
_LISTS: Final = b"*>~"
_BULKS: Final = b"$="


class FaultyRedisProxy:
    """Forwards requests of a node; drops, doubles and delays some of the messages back.

    Everything but published messages passes unchanged, so the node's client notices nothing.
    """

    def __init__(self, redis: str, percent: int, seed: int = 0) -> None:
        parts = urlsplit(redis)
        self._place: Final = (parts.hostname, parts.port)
        self._percent: Final = percent
        self._dice: Final = Random(seed)
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._connections: Final[set[asyncio.Task[None]]] = set()
        self.counts: Final[Counter[str]] = Counter()
        """Hints by their outcome."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection of the node."""
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)
        there, back = await asyncio.open_connection(*self._place)
        tasks = {
            asyncio.create_task(_pass_on(reader, back)),
            asyncio.create_task(self._return(there, writer)),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            for each in (writer, back):
                each.close()

    async def finish(self) -> None:
        """Wait until the nodes have disconnected."""
        if self._connections:
            await asyncio.wait(self._connections, timeout=TIMEOUT_S)

    async def _return(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                reply = await _reply(reader)
                if _HINT in reply[:20]:
                    self._decide(reply, writer)
                else:
                    writer.write(reply)
                    await writer.drain()

    def _decide(self, hint: bytes, writer: asyncio.StreamWriter) -> None:
        rolled = self._dice.randrange(100)
        if rolled < self._percent:
            self.counts["dropped"] += 1
        elif rolled < 2 * self._percent:
            self.counts["doubled"] += 1
            writer.write(hint + hint)
        elif rolled < 3 * self._percent:
            self.counts["delayed"] += 1
            task = asyncio.create_task(self._delay(hint, writer))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            self.counts["passed on"] += 1
            writer.write(hint)

    async def _delay(self, hint: bytes, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(self._dice.uniform(0, MAX_DELAY))
        if not writer.is_closing():
            writer.write(hint)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while said := await reader.read(65_536):
            writer.write(said)
            await writer.drain()


async def _reply(reader: asyncio.StreamReader) -> bytes:
    """Read one whole reply of Redis. Raises IncompleteReadError at the end."""
    line = await reader.readuntil(b"\r\n")
    kind, rest = line[:1], line[1:-2]
    if kind in _BULKS:
        return line if int(rest) < 0 else line + await reader.readexactly(int(rest) + 2)
    if kind in _LISTS or kind == b"%":
        n_parts = int(rest) * (2 if kind == b"%" else 1)
        return line + b"".join([await _reply(reader) for _part in range(n_parts)])
    return line


@asynccontextmanager
async def faulty_redis(
    redis: str, percent: int, seed: int = 0
) -> AsyncIterator[tuple[str, FaultyRedisProxy]]:
    """Yield the address of a faulty proxy for a Redis, and the proxy."""
    messenger = FaultyRedisProxy(redis, percent, seed)
    server = await asyncio.start_server(messenger.serve, "127.0.0.1", 0)
    try:
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}", messenger
    finally:
        server.close()
        await messenger.finish()
