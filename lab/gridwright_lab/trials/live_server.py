"""A real server on a loopback port for one experiment, with a count of its failures."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gridwright.server.app import build_app
from gridwright.server.feature import NodeOptions
from gridwright.server.live.bus import Bus
from gridwright.server.live.connections import OpenConnections, Timeouts
from gridwright.server.node import Node, clock, open_node
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.rate_limits import Limits
from gridwright.server.operations.settings import NoticePlan, Role
from gridwright.server.serving import ServingConfig
from gridwright.server.storage.archiving import ArchivePlan
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import TableService

KEY: Final = bytes(range(32))
TIMEOUTS: Final = Timeouts(idle=600)
"""A client that waited for others must not lose its connection to a slow machine."""
SERVER_ERROR: Final = 500
SOCKET_ERROR: Final = 1011
"""The close code by which a socket says that the server failed."""

Build = Callable[[Node, Role], ASGIApp]
"""The application of a node in a role; a sabotaged server builds another."""


class FailureCountingApp:
    """Counts the failures of an application on the server's side."""

    def __init__(self, app: ASGIApp) -> None:
        self._app: Final = app
        self.server_errors: Final[list[str]] = []
        """Answers of class 5xx and their likes on sockets."""
        self.crashes: Final[list[str]] = []
        """Uncaught exceptions."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = f"{scope.get('method', scope['type'])} {scope.get('path', '')}"

        async def send_watched(message: Message) -> None:
            if message.get("status", 0) >= SERVER_ERROR or message.get("code") == SOCKET_ERROR:
                self.server_errors.append(f"{name}: {message.get('status', SOCKET_ERROR)}")
            await send(message)

        try:
            await self._app(scope, receive, send_watched)
        except Exception as error:
            self.crashes.append(f"{name}: {error!r}"[:300])
            raise


class LiveServer:
    """A running server, its node, and an auditor that reads the log on its own."""

    def __init__(
        self, node: Node, app: FailureCountingApp, address: str, client: httpx.AsyncClient
    ) -> None:
        self.node: Final = node
        self.app: Final = app
        self.address: Final = address
        self.client: Final = client
        self.auditor: Final = TableService(node.store, SeedVault(node.store, KEY), node.bus, clock)
        """Knows the tables from the log alone, so what a node has in memory cannot fool it."""

    async def make(self, spec: dict[str, Any], **more: Any) -> str:
        made = await self.client.post("/api/tables", json={"spec": spec, **more})
        made.raise_for_status()
        return str(made.json()["game_id"])

    async def sit(self, game_id: str, seat: int, name: str, bot: str = "") -> str:
        """Take a seat; the ticket, which is empty for a bot."""
        path = f"/api/tables/{game_id}/seats/{seat}"
        seated = await self.client.post(path, json={"name": name, "bot": bot})
        seated.raise_for_status()
        return str(seated.json()["ticket"])


def bearer(ticket: str) -> dict[str, str]:
    """The authorization header of a ticket or session."""
    return {"authorization": f"Bearer {ticket}"} if ticket else {}


@asynccontextmanager
async def open_live_server(
    database: str = "",
    build: Build = build_app,
    with_worker: bool = True,
    bus: Bus | None = None,
    origin: str = "",
    limiter: RateLimiter | None = None,
    limits: Limits | None = None,
    notices: NoticePlan | None = None,
) -> AsyncIterator[LiveServer]:
    """A server on a database, or on a new file that goes with it; alone unless there is a bus.

    Without its worker nothing happens until the experiment calls ``sweep``. ``limits`` are those of
    connections, ``limiter`` that of requests.
    """
    with tempfile.TemporaryDirectory(prefix="gridwright-trial-") as folder:
        place = database or f"sqlite:///{Path(folder) / 'games.db'}"
        archive = ArchivePlan(Path(folder) / "archive")
        options = NodeOptions(origin, archive=archive, notices=notices)
        async with open_node(place, KEY, bus, limiter=limiter, options=options) as node:
            app = FailureCountingApp(build(node, Role.ALL))
            # Crashes are counted, so they need not appear on the screen as well.
            open_connections = OpenConnections(TIMEOUTS, limits)
            config = ServingConfig(
                app,
                open_connections,
                origin,
                host="127.0.0.1",
                port=0,
                lifespan="on" if with_worker else "off",
                timeout_graceful_shutdown=1,
            )
            server = uvicorn.Server(config)
            running = asyncio.create_task(server.serve())
            while not server.started and not running.done():
                await asyncio.sleep(0.01)
            host, port = server.servers[0].sockets[0].getsockname()[:2]
            address = f"http://{host}:{port}"
            try:
                async with (
                    open_connections.swept(),
                    httpx.AsyncClient(base_url=address, timeout=30) as client,
                ):
                    yield LiveServer(node, app, address, client)
            finally:
                server.should_exit = True
                await running
