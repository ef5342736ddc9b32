"""A proxy for a real server that cuts connections at random points."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Final
from urllib.parse import urlsplit

MAX_BYTES: Final = 65_536


class CuttingProxy:
    """Forwards bytes; drops some of each hundred chunks, and cuts their connections.

    A cut may lose a request, its response, or all but a part of either.
    """

    def __init__(self, server: str, percent: float, seed: int = 0) -> None:
        parts = urlsplit(server)
        self._place: Final = (parts.hostname, parts.port)
        self._share: Final = percent / 100
        self._dice: Final = Random(seed)
        self.address = ""
        self.counts: Final[Counter[str]] = Counter()
        """Connections, and cuts by their point."""

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Serve on a free port while the context lasts."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()[:2]
        self.address = f"http://{host}:{port}"
        try:
            yield
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.counts["connections"] += 1
        there, back = await asyncio.open_connection(*self._place)
        tasks = {
            asyncio.create_task(self._pass_on("request", reader, back)),
            asyncio.create_task(self._pass_on("answer", there, writer)),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            for each in (writer, back):
                each.transport.abort()

    async def _pass_on(
        self, what: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with suppress(ConnectionError):
            while piece := await reader.read(MAX_BYTES):
                if self._dice.random() < self._share:
                    self.counts[f"{what}s cut"] += 1
                    writer.write(piece[: self._dice.randrange(len(piece) + 1)])
                    await writer.drain()
                    # Written data must be flushed before the connection is cut.
                    await asyncio.sleep(0.002)
                    return
                writer.write(piece)
                await writer.drain()
