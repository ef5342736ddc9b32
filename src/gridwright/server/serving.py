"""Runs a node on a port until it is stopped."""

import asyncio
import gc
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any, Final

import structlog
import uvicorn
from starlette.types import ASGIApp

from gridwright.protocol.orders import MAX_BYTES
from gridwright.server.app import build_app
from gridwright.server.feature import NodeOptions
from gridwright.server.live.bus import Bus
from gridwright.server.live.connections import CountingConfig, OpenConnections, Timeouts
from gridwright.server.live.forwarded import ForwardedPlaces
from gridwright.server.live.http_connections import HttpConnection
from gridwright.server.live.lines import PING_SECONDS, PONG_SECONDS, Line
from gridwright.server.live.opening import open_bus, open_counts
from gridwright.server.node import Node, open_node
from gridwright.server.operations.clock_file import ClockFile
from gridwright.server.operations.collector import open_traces
from gridwright.server.operations.metrics import Metrics, Traces
from gridwright.server.operations.process import on_stop_signals, room_for_connections
from gridwright.server.operations.prometheus import PrometheusMetrics
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.rate_limits import scaled_limits
from gridwright.server.operations.settings import NoticePlan, Settings, verify_settings
from gridwright.server.operations.steady_clock import Clock, SteadyClock
from gridwright.server.storage.addresses import sqlite_path
from gridwright.server.storage.archiving import ArchivePlan
from gridwright.server.storage.key_file import load_or_make_keys
from gridwright.server.storage.keys import Secret
from gridwright.server.storage.private_files import make_private_folder, others_may_read

BY_TLS_ALONE: Final = "max-age=31536000"
"""HSTS: browsers that used TLS once use it for a year."""


class ServingConfig(CountingConfig):
    """uvicorn's settings for our protocols; further ones are keyword arguments."""

    def __init__(
        self, app: Any, open_connections: OpenConnections, origin: str = "", **more: Any
    ) -> None:
        is_secure = origin.startswith("https:")
        headers = [("strict-transport-security", BY_TLS_ALONE)] if is_secure else []
        given: dict[str, Any] = {"timeout_keep_alive": open_connections.timeouts.idle, **more}
        super().__init__(
            app,
            open_connections,
            http=HttpConnection,
            ws=Line,
            ws_max_size=MAX_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PONG_SECONDS,
            headers=headers,
            log_config=None,
            access_log=False,
            # Trust in proxies is configured by us; see RateLimiter.
            proxy_headers=False,
            server_header=False,
            **given,
        )


GRACE_SECONDS: Final = 10
"""Time limit for requests in progress on shutdown."""
BACKLOG: Final = 2_048
"""Connections that the system queues until they are accepted."""
YOUNG_OBJECTS: Final = 50_000
"""Threshold of the young generation's garbage collection; Python's default suits scripts."""

_LOG: Final = structlog.get_logger()

Opening = Callable[
    [str, Secret, Bus, Metrics, RateLimiter, Clock, NodeOptions],
    AbstractAsyncContextManager[Node],
]
"""Builds a node from the address of a database, a key, a bus and so on."""


def run(settings: Settings, ready: Callable[[str], None] | None = None) -> None:
    """Serve in a new event loop."""
    run_swiftly(serve(settings, ready))


def run_swiftly(work: Coroutine[Any, Any, None]) -> None:
    """Run a server's work on uvloop if that is installed, else on asyncio's own loop."""
    _collect_rarely()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(work)


def _collect_rarely() -> None:
    """Collect garbage rarely: tables live long and contain no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 20, 50)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    try:
        import uvloop
    except ImportError:  # It does not exist for every system.
        return asyncio.new_event_loop
    return uvloop.new_event_loop


async def serve(
    settings: Settings,
    ready: Callable[[str], None] | None = None,
    opening: Opening = open_node,
) -> None:
    """Serve until SIGINT or SIGTERM; ``ready`` is called with the address once it responds.

    On the signal the node accepts no new connections, finishes the requests in progress, closes its
    sockets with 1012 (the watchers reconnect to another node), and its worker finishes the current
    table. A second signal does not wait for them. Raises BadSettings, StoreError, or OSError if the
    port is in use.
    """
    verify_settings(settings)
    make_private_folder(settings.folder)
    keys = load_or_make_keys(settings.key_file)
    # Bind the port first: a process that cannot serve must not migrate a database.
    with _listening(settings.host, settings.port) as listener, _tracing(settings) as traces:
        metrics = PrometheusMetrics(settings.role.value, traces)
        clock = SteadyClock(metrics=metrics, file=ClockFile(settings.clock_file))
        async with (
            await open_bus(settings.redis, metrics) as bus,
            open_counts(settings.redis, keys) as counts,
            opening(
                settings.database_address(),
                keys,
                bus,
                metrics,
                RateLimiter(scaled_limits(settings.limits), settings.proxies, metrics, counts),
                clock,
                _options(settings),
            ) as node,
        ):
            _tell_if_others_may_read(settings)
            await _serve_node(node, settings, listener, ready)
    _LOG.info("stopped", role=settings.role.value)


def _options(settings: Settings) -> NodeOptions:
    """Return the options of a node with these settings."""
    notices = NoticePlan(settings.mail, settings.mail_from, settings.notice_hosts, settings.origin)
    return NodeOptions(
        origin=settings.origin,
        hold=settings.hold,
        archive=ArchivePlan(settings.archive_folder, settings.archive_after),
        analyses=settings.analyses,
        notices=notices,
        newest_version=settings.newest_version,
    )


async def _serve_node(
    node: Node, settings: Settings, listener: socket.socket, ready: Callable[[str], None] | None
) -> None:
    limits = scaled_limits(settings.limits)
    app: ASGIApp = build_app(node, settings.role)
    if limits is not None and settings.proxies:
        most = limits.connections_of_address
        app = ForwardedPlaces(app, most, settings.proxies, node.metrics)
    open_connections = OpenConnections(
        Timeouts(settings.header_timeout, settings.body_timeout, settings.idle_timeout),
        limits,
        room_for_connections(),
        settings.proxies,
        node.metrics,
    )
    config = ServingConfig(
        node.metrics.traces.watch(app),
        open_connections,
        settings.origin,
        log_level="warning",
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = _Server(config, node)
    on_stop_signals(server.stop)
    address = _address(listener)
    running = asyncio.create_task(server.serve([listener]))
    while not server.started and not running.done():
        await asyncio.sleep(0.01)
    if server.started:
        if ready is not None:
            ready(address)
        _LOG.info("serving", role=settings.role.value, address=address)
    async with open_connections.swept():
        await running


def _tell_if_others_may_read(settings: Settings) -> None:
    """Log a warning if others may read the database; earlier versions created it like that."""
    path = sqlite_path(settings.database_address())
    if path is not None and others_may_read(path):
        _LOG.warning("others may read the database", expected="mode 0600")


class _Server(uvicorn.Server):
    """Stops on request; the caller handles signals."""

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
def _tracing(settings: Settings) -> Iterator[Traces]:
    """Yield an exporter of spans to the collector of the settings or the environment, if any."""
    traces = open_traces(settings.traces, settings.role.value)
    try:
        yield traces
    finally:
        traces.close()


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    """Yield a socket of our own, because uvicorn exits if the port is in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family, backlog=BACKLOG) as listener:
        yield listener


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
