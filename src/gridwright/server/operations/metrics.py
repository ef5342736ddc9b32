"""What a node counts about itself, apart from whoever shows the figures."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from typing import Final

from starlette.types import ASGIApp

_NOTHING: Final = nullcontext()


class Traces:
    """Tells nobody, and costs next to nothing; ``otlp.OtlpTraces`` sends spans to a collector.

    A span names the table, its version and the kind of entry. There is no way to put anything else
    into one, so no ticket, name, line or card gets into a trace.
    """

    def span(
        self, name: str, game: str = "", version: int = -1, kind: str = ""
    ) -> AbstractContextManager[None]:
        """A piece of work that lasts as long as the context; pieces lie inside each other."""
        del name, game, version, kind
        return _NOTHING

    def watch(self, app: ASGIApp) -> ASGIApp:
        """The application with a span around each request."""
        return app

    def close(self) -> None:
        """Send what was not sent yet."""


class Ending(StrEnum):
    """How a command ended, as the figures tell it."""

    DONE = "done"
    REPEATED = "repeated"
    STALE = "stale"
    REFUSED = "refused"
    FAILED = "failed"
    """The store did not answer, or something broke: ours to look at, unlike the others."""


class Limited(StrEnum):
    """What somebody asked for too often."""

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


class Slow(StrEnum):
    """For what of a client a server has waited too long."""

    HEAD = "head"
    BODY = "body"
    READER = "reader"


class Metrics:
    """Counts nothing: for tests, and for whoever runs a service without showing figures.

    Whoever shows them overrides every method. The parts of a node know this class alone, so that
    none of them depends on the library behind the figures.
    """

    traces: Traces = Traces()
    """Where spans go."""

    def command_ended(self, ending: Ending) -> None:
        """A command of a seat, a bot or a clock got its answer."""

    def append_took(self, seconds: float) -> None:
        """The store took so long to answer an append."""

    def decide_took(self, seconds: float) -> None:
        """The engine took so long to carry out a command."""

    def watch_tables(self, count: Callable[[], int]) -> None:
        """Ask this for the tables in memory whenever somebody wants to know."""

    def watch_set_aside(self, count: Callable[[], int]) -> None:
        """Ask this for the tables that could not be read whenever somebody wants to know."""

    def socket_opened(self) -> None:
        """A watcher came."""

    def socket_closed(self) -> None:
        """A watcher left."""

    def frame_sent(self) -> None:
        """A watcher was sent something."""

    def watcher_cut(self) -> None:
        """A watcher read too slowly and was cut."""

    def tables_claimed(self, n_tables: int) -> None:
        """A worker took so many tables at which something is due."""

    def hints_published(self, n_hints: int) -> None:
        """So many hints were handed to the messenger."""

    def hints_failed(self, n_hints: int) -> None:
        """So many hints were lost because the messenger was away."""

    def request_limited(self, what: Limited) -> None:
        """Somebody asked for more than the limits allow."""

    def client_too_slow(self, what: Slow) -> None:
        """A connection was ended because its client took too long."""

    def clock_stepped(self) -> None:
        """Somebody set the machine's clock."""

    def watch_clock(self, seconds: Callable[[], float]) -> None:
        """Ask this for how far the machine's clock was set away from the server's time."""

    def show(self) -> tuple[bytes, str]:
        """All figures as a text, and its media type."""
        return b"", "text/plain; charset=utf-8"
