"""Running a node behind a port until it is told to stop."""

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import structlog
import uvicorn

from gridwright.protocol.orders import MOST_BYTES
from gridwright.server.api.app import build_app
from gridwright.server.node import SOCKETS, Node, open_node
from gridwright.server.prometheus import PrometheusMeters
from gridwright.server.redis_bus import open_bus
from gridwright.server.settings import Settings, verify_settings
from gridwright.server.store.key_file import load_or_make_key

GRACE_SECONDS: Final = 10
"""How long a request in progress may take after the server was told to stop."""
BACKLOG: Final = 2_048

_LOG: Final = structlog.get_logger()


async def serve(settings: Settings, ready: Callable[[str], None] | None = None) -> None:
    """Serve until SIGINT or SIGTERM; ``ready`` is told the address once it answers.

    Told to stop, the node accepts nothing more, finishes the requests it has, closes its sockets
    with 1012 (the watchers come back to another node), and its worker finishes the table it is at.
    A second signal does not wait for them. Raises BadSettings, StoreError, or OSError if the port
    is taken.
    """
    verify_settings(settings)
    settings.folder.mkdir(parents=True, exist_ok=True)
    key = load_or_make_key(settings.key_file)
    meters = PrometheusMeters(settings.role.value)
    # The port first: whoever cannot answer must not change a database.
    with _listening(settings.host, settings.port) as door:
        async with (
            await open_bus(settings.redis, meters) as bus,
            open_node(settings.database_address(), key, bus, meters) as node,
        ):
            await _serve_node(node, settings, door, ready)
    _LOG.info("stopped", role=settings.role.value)


async def _serve_node(
    node: Node, settings: Settings, door: socket.socket, ready: Callable[[str], None] | None
) -> None:
    config = uvicorn.Config(
        build_app(node, settings.role),
        log_config=None,
        log_level="warning",
        access_log=False,
        ws=SOCKETS,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = _Server(config, node)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.stop)
    address = _address(door)
    running = asyncio.create_task(server.serve([door]))
    while not server.started and not running.done():
        await asyncio.sleep(0.01)
    if server.started:
        if ready is not None:
            ready(address)
        _LOG.info("serving", role=settings.role.value, address=address)
    await running


class _Server(uvicorn.Server):
    """Stops on request; signals are the caller's."""

    def __init__(self, config: uvicorn.Config, node: Node) -> None:
        super().__init__(config)
        self._node: Final = node

    def stop(self) -> None:
        self.force_exit = self.should_exit
        self.should_exit = True
        # The worker need not wait until the last request is answered.
        self._node.stopping.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket of our own, because uvicorn ends the process if it cannot have the port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family, backlog=BACKLOG) as door:
        yield door


def _address(door: socket.socket) -> str:
    host, port = door.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
