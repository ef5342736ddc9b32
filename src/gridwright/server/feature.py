"""What a feature of the server is, and the parts of a node that features get."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar

from starlette.routing import BaseRoute

from gridwright.server.live.bus import Bus
from gridwright.server.live.watchers import POLL_SECONDS, Broadcast, WatcherGroups
from gridwright.server.operations.metrics import Metrics
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.settings import NoticePlan, Role
from gridwright.server.operations.steady_clock import Clock, SteadyClock
from gridwright.server.storage.append import EventKind, TableEvent
from gridwright.server.storage.archiving import ArchivePlan
from gridwright.server.storage.keys import Secret
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.wire.operation import Operation

T = TypeVar("T")


@dataclass(frozen=True)
class NodeOptions:
    """Settings of a node that have a default, which is that of tests."""

    origin: str = ""
    """Public origin; empty to use each request's."""
    hold: int | None = 0
    """Undo window of new tables; none, because tests play fast."""
    archive: ArchivePlan | None = None
    analyses: bool = False
    """True to analyse finished games; tests end games by the thousand."""
    notices: NoticePlan | None = None
    """Settings of notices; None to send none."""
    newest_version: str = ""
    """URL of the newest version's number; empty to disable the check."""
    poll_seconds: float = POLL_SECONDS
    """Seconds after which watchers read the log without a hint of the bus."""


class Parts:
    """The parts of a node by their class, each built when it is first needed."""

    def __init__(
        self,
        features: Sequence["Feature"],
        store: ShardedStore,
        secret: Secret,
        bus: Bus,
        metrics: Metrics | None = None,
        limiter: RateLimiter | None = None,
        clock: Clock | None = None,
        options: NodeOptions | None = None,
    ) -> None:
        """Use no limits without a limiter, because tests use one address."""
        self.features: Final = features
        self.store: Final = store
        self.secret: Final = secret
        self.bus: Final = bus
        self.metrics: Final = metrics or Metrics()
        self.limiter: Final = limiter or RateLimiter(None)
        clock = clock or SteadyClock(metrics=self.metrics)
        self.clock: Final = clock
        """The time for all parts of the node; no part reads another clock."""
        self.options: Final = options or NodeOptions()
        self.stopping: Final = asyncio.Event()
        """Set on shutdown: no new work begins."""
        self._makers: Final[dict[type[Any], Make]] = {WatcherGroups: _watcher_groups}
        self._built: Final[dict[type[Any], Any]] = {}
        for feature in features:
            if twice := self._makers.keys() & feature.parts.keys():
                raise ValueError(f"feature {feature.name} builds again: {twice}")
            self._makers.update(feature.parts)

    def __getitem__(self, kind: type[T]) -> T:
        """Return the part of a class."""
        if kind not in self._built:
            # Parts that it needs are built within, so they come before it.
            self._built[kind] = self._makers[kind](self)
        part: T = self._built[kind]
        return part

    def broadcasts(self, game_id: str) -> list[Broadcast]:
        """Return the broadcasts of a table, in the order of the features."""
        return [each(self, game_id) for feature in self.features for each in feature.broadcasts]

    async def close(self) -> None:
        """Close the parts that were built, the last one first."""
        closing = {kind for feature in self.features for kind in feature.closes}
        for kind, part in reversed(self._built.items()):
            if kind in closing:
                await part.close()


Make = Callable[[Parts], Any]


def _watcher_groups(parts: Parts) -> WatcherGroups:
    return WatcherGroups(parts.bus, parts.broadcasts, parts.options.poll_seconds)


@dataclass(frozen=True)
class Routes:
    """The declared routes of one module, by the roles of the nodes that answer them."""

    make: Make
    """Returns the object that has the handlers."""
    orders: tuple[Operation, ...] = ()
    """Routes of nodes that take orders."""
    reads: tuple[Operation, ...] = ()
    """Routes of these and of nodes with sockets."""
    sockets: tuple[Operation, ...] = ()
    """Routes of nodes with sockets."""
    always: tuple[Operation, ...] = ()
    """Routes of every node."""

    @property
    def operations(self) -> tuple[Operation, ...]:
        return (*self.orders, *self.reads, *self.sockets, *self.always)

    def of(self, role: Role) -> tuple[Operation, ...]:
        """Return the routes that a role answers."""
        return (
            *(self.orders if role.takes_orders else ()),
            *(self.reads if role.answers_reads else ()),
            *(self.sockets if role.has_sockets else ()),
            *self.always,
        )


class Runs(Protocol):
    """A part that works in the background."""

    async def run(self, stop: asyncio.Event) -> None:
        """Work until ``stop`` is set."""


class Closes(Protocol):
    """A part with something to close."""

    def close(self) -> Awaitable[None]: ...


@dataclass(frozen=True)
class Job:
    """Background work of a part, in workers or on every node."""

    part: type[Runs]
    on_every_node: bool = False
    is_on: Callable[[Parts], bool] = lambda _parts: True


Read = Callable[[TableEvent], Awaitable[None]]
"""Takes the effect of an event.

Idempotent: after a crash or an error it gets the event again. Any number of nodes may run it. An
error delays all later events of the reader, so an event that it cannot read, it puts off itself.
"""


@dataclass(frozen=True)
class Reader:
    """A reader of the outbox: gets each event of its kinds at least once.

    The events of one table arrive in the order of its log. A new reader begins with the oldest
    event that is still stored.
    """

    name: str
    """Name of its stored cursor; never changed."""
    kinds: frozenset[EventKind]
    read: Callable[[Parts], Read]
    is_on: Callable[[Parts], bool] = lambda _parts: True


@dataclass(frozen=True)
class Feature:
    """What one folder adds to the server."""

    name: str
    parts: Mapping[type[Any], Make] = field(default_factory=dict)
    """How each part is built from others."""
    closes: tuple[type[Closes], ...] = ()
    """Parts to close on shutdown."""
    routes: tuple[Routes, ...] = ()
    pages: Callable[[Parts], Sequence[BaseRoute]] | None = None
    """Routes outside the API, of nodes that take orders."""
    jobs: tuple[Job, ...] = ()
    broadcasts: tuple[Callable[[Parts, str], Broadcast], ...] = ()
    """Sources of frames for the watchers of a table."""
    readers: tuple[Reader, ...] = ()
    """Readers of the events of tables."""
    schema: str = ""
    """Module that adds its tables to ``METADATA`` of storage; a node does not import it."""
