"""Redis pub/sub between nodes. Delivery is at most once: if Redis fails, no move is lost.

Uses only commands that Valkey has too: PUBLISH, SUBSCRIBE, UNSUBSCRIBE, PING.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import islice
from typing import Any, Final, TypeVar

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisAway

from gridwright.server.live.bus import UNKNOWN, Bus, Listener
from gridwright.server.operations.metrics import Metrics

PREFIX: Final = "gridwright:table:"
"""Prefix of the names of our channels."""
TIMEOUT_S: Final = 2.0
"""Timeout of Redis, in seconds."""
RECONNECT_SECONDS: Final = 0.5
QUIET_SECONDS: Final = 15.0
"""Redis is pinged after this much silence, and counts as down after twice that time."""
MAX_TABLES_PER_COMMAND: Final = 500
"""Tables in one command, so that no command blocks Redis for long."""
MAX_UNSENT: Final = 10_000
"""Tables with a pending hint. More accumulate only while Redis is down, and are dropped."""

_LOG: Final = structlog.get_logger()

T = TypeVar("T")


class RedisBus(Bus):
    """One connection subscribes for the whole node; another one publishes.

    Two tasks run while the bus is open. One sends hints, newest version only, so that a move
    neither waits for Redis nor fails with it. The other stays subscribed to exactly the tables that
    have listeners, and reconnects after any failure.
    """

    def __init__(self, url: str, metrics: Metrics | None = None) -> None:
        """Create the tasks; needs a running event loop."""
        self._metrics: Final = metrics or Metrics()
        self.client: Final = Redis.from_url(
            url,
            socket_timeout=TIMEOUT_S,
            socket_connect_timeout=TIMEOUT_S,
            # A connection closed by Redis is noticed on use; one retry is enough.
            retry=Retry(NoBackoff(), 1),
        )
        self._listeners: Final[dict[str, dict[Listener, asyncio.Event]]] = {}
        """Listeners by table, each with an event that is set when its subscription begins."""
        self._changed: Final = asyncio.Event()
        """Set when the set of tables with listeners changed."""
        self._heard: Final[set[str]] = set()
        """Tables whose subscription Redis has confirmed."""
        self._is_connected = False
        self._tried: Final = asyncio.Event()
        """Set after the first connection or its failure."""
        self._is_away = False
        """True once an outage of Redis was logged."""
        self._unsent: dict[str, int] = {}
        self._sending: Final = asyncio.Event()
        self._is_closing = False
        self._sender: Final = asyncio.create_task(self._send())
        self._hearer: Final = asyncio.create_task(self._hear())

    async def try_once(self) -> None:
        """Wait for the first connection or its failure, so early listeners are no exception."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._tried.wait(), 2 * TIMEOUT_S)

    async def close(self) -> None:
        self._is_closing = True
        self._sending.set()
        await _end(self._hearer)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._sender, 2 * TIMEOUT_S)
        await self.client.aclose()

    # Publishing

    async def publish(self, game_id: str, version: int) -> None:
        if game_id not in self._unsent and len(self._unsent) >= MAX_UNSENT:
            self._metrics.hints_failed(1)
            return
        self._unsent[game_id] = max(version, self._unsent.get(game_id, UNKNOWN))
        self._sending.set()

    async def _send(self) -> None:
        while not self._is_closing or self._unsent:
            await self._sending.wait()
            if not self._is_closing:
                self._sending.clear()
            unsent, self._unsent = self._unsent, {}
            for hints in _parts(unsent.items()):
                await self._send_some(hints)

    async def _send_some(self, hints: list[tuple[str, int]]) -> None:
        try:
            commands = self.client.pipeline(transaction=False)
            for game_id, version in hints:
                commands.publish(PREFIX + game_id, version)
            await commands.execute()
        except Exception as error:
            # Harmless: the moves are in the log, which watchers poll.
            self._metrics.hints_failed(len(hints))
            self.note_away(error)
            for game_id, version in hints:
                self._tell(game_id, version)
        else:
            self._metrics.hints_published(len(hints))

    # Subscribing

    @asynccontextmanager
    async def listen(self, game_id: str) -> AsyncIterator[Listener]:
        listener = Listener()
        begun = asyncio.Event()
        listeners = self._listeners.setdefault(game_id, {})
        listeners[listener] = begun
        try:
            if game_id not in self._heard:
                self._changed.set()
                await self._wait_for(begun)
            begun.set()
            yield listener
        finally:
            del listeners[listener]
            if not listeners:
                del self._listeners[game_id]
                self._changed.set()

    async def _wait_for(self, begun: asyncio.Event) -> None:
        """Wait for a subscription, so that no hint is lost between it and the first log read.

        Does not wait while Redis is down; the listener receives UNKNOWN once there is a
        subscription.
        """
        if self._is_connected:
            with suppress(TimeoutError):
                await asyncio.wait_for(begun.wait(), TIMEOUT_S)

    def _tell(self, game_id: str, version: int) -> None:
        for listener in self._listeners.get(game_id, ()):
            listener.tell(version)

    async def _hear(self) -> None:
        """Stay subscribed through any failure of Redis.

        Must not end: the node would miss all hints.
        """
        while True:
            pubsub = self.client.pubsub()
            try:
                await pubsub.connect()  # type: ignore[no-untyped-call]  # The client is half typed.
                self._is_connected = True
                self._tried.set()
                self._note_back()
                await _first_of(self._keep_subscribed(pubsub), self._read(pubsub))
            except Exception as error:
                self.note_away(error)
            finally:
                self._is_connected = False
                self._tried.set()
                self._heard.clear()
                with suppress(Exception):
                    await pubsub.aclose()  # type: ignore[no-untyped-call]  # The same.
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _keep_subscribed(self, pubsub: PubSub) -> None:
        """Subscribe to exactly the tables that have listeners."""
        asked: set[str] = set()
        while True:
            self._changed.clear()
            wanted = set(self._listeners)
            for games in _parts(wanted - asked):
                await pubsub.subscribe(*[PREFIX + game_id for game_id in games])
            for games in _parts(asked - wanted):
                self._heard.difference_update(games)
                await pubsub.unsubscribe(*[PREFIX + game_id for game_id in games])
            asked = wanted
            await self._changed.wait()

    async def _read(self, pubsub: PubSub) -> None:
        """Process messages of Redis. Raises RedisAway if a ping is not answered."""
        is_pinged = False
        while True:
            message = await pubsub.get_message(timeout=QUIET_SECONDS)
            if message is not None:
                is_pinged = False
                self._take(message["type"], message["channel"], message["data"])
            elif is_pinged:
                raise RedisAway("no answer to a ping")
            else:
                is_pinged = True
                await pubsub.ping()

    def _take(self, kind: str, channel: bytes | None, said: bytes | int | None) -> None:
        if channel is None:
            return
        game_id = channel.decode().removeprefix(PREFIX)
        if kind == "subscribe":
            self._begin(game_id)
        elif kind == "unsubscribe":
            self._heard.discard(game_id)
        elif kind == "message" and isinstance(said, bytes) and said.isdigit():
            self._tell(game_id, int(said))

    def _begin(self, game_id: str) -> None:
        """Record a new subscription; earlier listeners receive UNKNOWN, as hints may be lost."""
        self._heard.add(game_id)
        for listener, begun in self._listeners.get(game_id, {}).items():
            if begun.is_set():
                listener.tell(UNKNOWN)
            else:
                begun.set()

    # Once per outage, not per hint

    def note_away(self, error: BaseException) -> None:
        """Log once per outage that Redis does not respond."""
        if not self._is_away:
            self._is_away = True
            _LOG.warning("Redis is away; watchers ask the log", kind=type(error).__name__)

    def _note_back(self) -> None:
        if self._is_away:
            self._is_away = False
            _LOG.info("Redis is back")


async def _first_of(*works: Coroutine[Any, Any, None]) -> None:
    """Run all concurrently until the first ends or fails; then cancel the others."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            await _end(task)


async def _end(task: asyncio.Task[None]) -> None:
    """Cancel a task until it has ended. One cancellation is not enough before Python 3.12.

    There ``asyncio.wait_for``, which the client uses, swallows a cancellation that arrives when its
    wait has just ended; a task group would never end.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=1)
    if not task.cancelled():
        task.exception()


def _parts(things: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(things)
    while part := list(islice(rest, MAX_TABLES_PER_COMMAND)):
        yield part
