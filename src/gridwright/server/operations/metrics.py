"""Interfaces of metrics and traces, without their exporters; by default they do nothing."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from typing import Final

from starlette.types import ASGIApp

_NOTHING: Final = nullcontext()


class Traces:
    """Discards spans at almost no cost; ``otlp.OtlpTraces`` sends them to a collector.

    A span contains the table, its version and the kind of entry. No other data can be added, so no
    ticket, name, line or card gets into a trace.
    """

    def span(
        self, name: str, game: str = "", version: int = -1, kind: str = ""
    ) -> AbstractContextManager[None]:
        """Return a context that is traced as a span; spans nest."""
        del name, game, version, kind
        return _NOTHING

    def watch(self, app: ASGIApp) -> ASGIApp:
        """Return the application with a span around each request."""
        return app

    def close(self) -> None:
        """Send the remaining spans."""


class Ending(StrEnum):
    """Result of a command, as a label of metrics."""

    DONE = "done"
    REPEATED = "repeated"
    STALE = "stale"
    REFUSED = "refused"
    FAILED = "failed"
    """The store did not respond, or the server has an error; the only one that needs attention."""


class Limited(StrEnum):
    """The resource whose rate limit was exceeded."""

    TABLES = "tables"
    SEATS = "seats"
    LOBBY = "lobby"
    ORDERS = "orders"
    SOCKETS = "sockets"
    MESSAGES = "messages"
    CONNECTIONS = "connections"
    FRAMES = "frames"
    TOKENS = "tokens"
    NOTICES = "notices"
    CODES = "codes"


class Slow(StrEnum):
    """The part of a request that a client sent or read too slowly."""

    HEAD = "head"
    BODY = "body"
    READER = "reader"


class Metrics:
    """Counts nothing: for tests, and for services without metrics.

    An exporter overrides every method. The parts of a node know this class only, so that
    none of them depends on the exporter's library.
    """

    traces: Traces = Traces()
    """Receiver of spans."""

    def command_ended(self, ending: Ending) -> None:
        """A command of a seat, a bot or a clock has ended."""

    def append_took(self, seconds: float) -> None:
        """Record the duration of an append, in seconds."""

    def decide_took(self, seconds: float) -> None:
        """Record the duration of a decision by the engine, in seconds."""

    def watch_tables(self, count: Callable[[], int]) -> None:
        """Register the gauge of tables in memory."""

    def watch_quarantined(self, count: Callable[[], int]) -> None:
        """Register the gauge of quarantined tables."""

    def socket_opened(self) -> None:
        """A watcher connected."""

    def socket_closed(self) -> None:
        """A watcher disconnected."""

    def frame_sent(self) -> None:
        """A frame was sent to a watcher."""

    def watcher_cut(self) -> None:
        """A watcher read too slowly and was cut."""

    def tables_claimed(self, n_tables: int) -> None:
        """A worker claimed due tables."""

    def hints_published(self, n_hints: int) -> None:
        """Hints were published on the bus."""

    def hints_failed(self, n_hints: int) -> None:
        """Hints were lost because the bus was unavailable."""

    def request_limited(self, what: Limited) -> None:
        """A request exceeded a rate limit."""

    def client_too_slow(self, what: Slow) -> None:
        """A connection was closed because its client took too long."""

    def clock_stepped(self) -> None:
        """The machine's clock was set."""

    def watch_clock(self, seconds: Callable[[], float]) -> None:
        """Register the gauge of the offset between the machine's clock and the server's time."""

    def show(self) -> tuple[bytes, str]:
        """Return all metrics as a text, and its media type."""
        return b"", "text/plain; charset=utf-8"
