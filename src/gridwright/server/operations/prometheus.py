"""Metrics of a node in the format of Prometheus."""

from collections.abc import Callable
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    generate_latest,
)

from gridwright import __version__
from gridwright.server.operations.metrics import Ending, Limited, Metrics, Slow, Traces

_SECONDS: Final = (
    *(0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01),
    *(0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)
"""Buckets from a fast engine call to the timeout of the store, in seconds."""


class PrometheusMetrics(Metrics):
    """Counts into a registry of its own: two nodes in one process do not add up."""

    def __init__(self, role: str = "all", traces: Traces | None = None) -> None:
        self.traces = traces or Traces()
        self._registry: Final = CollectorRegistry(auto_describe=True)
        ProcessCollector(registry=self._registry)
        node = Info("gridwright_node", "What this node is.", registry=self._registry)
        node.info({"role": role, "version": __version__})
        self._commands: Final = self._counter(
            "commands", "Commands by how they ended.", ("outcome",)
        )
        # Start at zero: an alert cannot watch a metric that does not exist yet.
        self._ended: Final = {ending: self._commands.labels(ending.value) for ending in Ending}
        self._append: Final = self._histogram("append_seconds", "Time of the store for an append.")
        self._decide: Final = self._histogram("decide_seconds", "Time of the engine for a command.")
        self._tables: Final = self._gauge("tables_in_memory", "Tables kept in memory.")
        self._quarantined: Final = self._gauge("tables_set_aside", "Tables that could not be read.")
        self._sockets: Final = self._gauge("sockets_open", "Watchers connected.")
        self._frames: Final = self._counter("frames_sent", "Frames sent to watchers.")
        self._cut: Final = self._counter("watchers_cut", "Watchers that read too slowly.")
        self._claimed: Final = self._counter("due_tables_claimed", "Due tables taken by a worker.")
        self._published: Final = self._counter("hints_published", "Hints handed to the messenger.")
        self._failed: Final = self._counter("hints_failed", "Hints lost: the messenger was away.")
        self._steps: Final = self._counter("clock_steps", "Times the machine's clock was set.")
        self._apart: Final = self._gauge(
            "clock_apart_seconds", "The machine's clock less the server's time, after such steps."
        )

        self._limited: Final = self._counter(
            "requests_limited", "Requests beyond the limits.", ("what",)
        )
        for what in Limited:
            self._limited.labels(what.value)
        self._slow: Final = self._counter(
            "clients_too_slow", "Connections ended because the client took too long.", ("what",)
        )
        for slow in Slow:
            self._slow.labels(slow.value)

    def _counter(self, name: str, meaning: str, labels: tuple[str, ...] = ()) -> Counter:
        return Counter(f"gridwright_{name}", meaning, labels, registry=self._registry)

    def _gauge(self, name: str, meaning: str) -> Gauge:
        return Gauge(f"gridwright_{name}", meaning, registry=self._registry)

    def _histogram(self, name: str, meaning: str) -> Histogram:
        return Histogram(f"gridwright_{name}", meaning, buckets=_SECONDS, registry=self._registry)

    def command_ended(self, ending: Ending) -> None:
        self._ended[ending].inc()

    def append_took(self, seconds: float) -> None:
        self._append.observe(seconds)

    def decide_took(self, seconds: float) -> None:
        self._decide.observe(seconds)

    def watch_tables(self, count: Callable[[], int]) -> None:
        self._tables.set_function(count)

    def watch_quarantined(self, count: Callable[[], int]) -> None:
        self._quarantined.set_function(count)

    def socket_opened(self) -> None:
        self._sockets.inc()

    def socket_closed(self) -> None:
        self._sockets.dec()

    def frame_sent(self) -> None:
        self._frames.inc()

    def watcher_cut(self) -> None:
        self._cut.inc()

    def tables_claimed(self, n_tables: int) -> None:
        self._claimed.inc(n_tables)

    def hints_published(self, n_hints: int) -> None:
        self._published.inc(n_hints)

    def hints_failed(self, n_hints: int) -> None:
        self._failed.inc(n_hints)

    def request_limited(self, what: Limited) -> None:
        self._limited.labels(what.value).inc()

    def client_too_slow(self, what: Slow) -> None:
        self._slow.labels(what.value).inc()

    def clock_stepped(self) -> None:
        self._steps.inc()

    def watch_clock(self, seconds: Callable[[], float]) -> None:
        self._apart.set_function(seconds)

    def show(self) -> tuple[bytes, str]:
        return generate_latest(self._registry), CONTENT_TYPE_LATEST
