"""A TCP proxy that records every byte that a server sends to one viewer."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final
from urllib.parse import urlsplit

CHUNK: Final = 65_536


class RecordingProxy:
    """Stands between one viewer and the server, and changes nothing."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._host: Final = parts.hostname
        self._port: Final = parts.port
        self.address = ""
        self.heard: Final = bytearray()
        """Data sent by the server since the last ``take``: heads, bodies and frames, in order."""
        self.n_bytes = 0
        self._relays: Final[set[asyncio.Task[None]]] = set()

    def take(self) -> bytes:
        """The bytes received since the last call."""
        heard = bytes(self.heard)
        self.heard.clear()
        return heard

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Relay one connection until either side hangs up."""
        relay = asyncio.create_task(self._relay(reader, writer))
        self._relays.add(relay)
        relay.add_done_callback(self._relays.discard)
        await asyncio.wait([relay])

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_connection(self._host, self._port)
        asking = asyncio.create_task(_pass_on(reader, to_server))
        try:
            while part := await from_server.read(CHUNK):
                self.heard.extend(part)
                self.n_bytes += len(part)
                writer.write(part)
                await writer.drain()
        except ConnectionError:
            # The viewer has hung up; what it was sent is recorded.
            pass
        finally:
            asking.cancel()
            await asyncio.wait([asking])
            await _hang_up(to_server)
            await _hang_up(writer)

    async def stop(self) -> None:
        """End every relay; nothing of it is left to the next user of the event loop."""
        relays = list(self._relays)
        for relay in relays:
            relay.cancel()
        await asyncio.gather(*relays, return_exceptions=True)


async def _hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while part := await reader.read(CHUNK):
            writer.write(part)
            await writer.drain()
    writer.close()


@asynccontextmanager
async def recording_proxy(address: str) -> AsyncIterator[RecordingProxy]:
    """A relay to a server for as long as the context lasts."""
    proxy = RecordingProxy(address)
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()[:2]
    proxy.address = f"http://{host}:{port}"
    try:
        yield proxy
    finally:
        server.close()
        await proxy.stop()
        await server.wait_closed()
