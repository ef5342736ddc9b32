"""One viewer of a game, and everything that the server sends to it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx
import websockets

from gridwright_lab.trials.live_server import bearer
from gridwright_lab.trials.table_driver import StuckError
from gridwright_lab.trials.wire_secrecy.false_positives import LogWords
from gridwright_lab.trials.wire_secrecy.recording_proxy import RecordingProxy

TIMEOUT_S: Final = 120.0


class Viewer:
    """One client that watches, and the proxy that records what the server sends to it."""

    def __init__(self, name: str, seat: int, ticket: str, proxy: RecordingProxy) -> None:
        self.name: Final = name
        self.seat: Final = seat
        """The seat whose money this viewer may see, or SPECTATOR."""
        self.ticket: Final = ticket
        self.proxy: Final = proxy
        self.client: Final = httpx.AsyncClient(
            base_url=proxy.address, timeout=TIMEOUT_S, verify=False
        )
        self.version = -1
        self._watching: asyncio.Task[None] | None = None
        self.by_log: LogWords | None = None
        """Frames that the public log alone would give this viewer; built on first use."""
        self.came: Final = asyncio.Event()

    @property
    def is_shut(self) -> bool:
        """The server has closed the socket."""
        return self._watching is not None and self._watching.done()

    @asynccontextmanager
    async def watch(self, game_id: str) -> AsyncIterator[None]:
        """Read the socket until it is closed, or the context is left."""
        self._watching = asyncio.create_task(self._read(game_id))
        self._watching.add_done_callback(lambda _task: self.came.set())
        try:
            yield
        finally:
            self._watching.cancel()
            await asyncio.wait([self._watching])

    async def _read(self, game_id: str) -> None:
        address = self.proxy.address.replace("http", "ws", 1)
        try:
            # Only the server may hang up: a machine that stood still for a while is no leak.
            async with websockets.connect(
                f"{address}/api/tables/{game_id}/socket",
                compression=None,
                max_size=None,
                open_timeout=TIMEOUT_S,
                ping_interval=None,
            ) as socket:
                await socket.send(json.dumps({"ticket": self.ticket}))
                async for frame in socket:
                    self.version = json.loads(frame)["version"]
                    self.came.set()
        except websockets.ConnectionClosed:
            pass

    async def wait_for(self, version: int) -> None:
        """Wait until the socket has delivered a version; raise its error, or TimeoutError."""
        async with asyncio.timeout(TIMEOUT_S):
            while self.version < version and not self.is_shut:
                self.came.clear()
                await self.came.wait()
        if self._watching is not None and self.is_shut:
            self._watching.result()


async def send_order(viewer: Viewer, game_id: str, order: dict[str, Any]) -> None:
    """Send an order that is legal; StuckError if it is refused."""
    full = {"command_id": f"c{order['expected']}", **order}
    path = f"/api/tables/{game_id}/orders"
    answer = await viewer.client.post(path, json=full, headers=bearer(viewer.ticket))
    if answer.status_code != 200:
        raise StuckError(f"{full}: {answer.status_code} {answer.text}")
