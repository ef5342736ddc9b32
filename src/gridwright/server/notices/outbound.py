"""The only way out to addresses that people gave: checked, pinned, with a deadline and quotas.

A name is resolved once, every address of it is checked, and the connection is made to a checked
address: changing the name afterwards has no effect. TLS still verifies the name. No redirect is
followed, and of a response only the status is read.

Each person has a few exchanges at a time and a rate; tests of channels, notices of turns and people
whose addresses were slow have places of their own, so that no one delays the others.
"""

import asyncio
import re
import socket
import ssl
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Hashable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from gridwright.server.notices.addresses import (
    BadForm,
    Target,
    is_inside,
    is_outside,
    parse_url,
)
from gridwright.server.notices.daemon_threads import DaemonThreads, TooManyThreads
from gridwright.server.operations.rate_limits import Buckets, Rate, TooMany

DEADLINE_S: Final = 10.0
"""Seconds for one exchange: resolve, connect, encrypt, send and read the status."""
MAX_WAIT_S: Final = 10.0
"""Seconds that an exchange may wait for its place."""
CONNECT_S: Final = 4.0
"""Seconds for the first address of a name, so that the second has a chance."""
STOP_S: Final = 1.0
"""Seconds that exchanges have to end when the server stops."""
MAX_SENT: Final = 65_536
"""Bytes of a request's body."""
MAX_RECEIVED: Final = 16_384
"""Bytes of a response that are read."""
MAX_ADDRESSES: Final = 2
"""Addresses of a name that are tried."""
SLOW_S: Final = 3.0
"""Seconds after which an exchange counts as slow."""
SLOW_FOR_S: Final = 600.0
"""Seconds for which a person with a slow address uses the places for slow ones."""
_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)(?:[ \r\n]|$)")
_INTERIM: Final = 200
_HEADER: Final = re.compile(r"[\t -~]*")
_MAX_SLOW: Final = 10_000

T = TypeVar("T")


class Unreached(Exception):
    """The message was not delivered; the text is a word for the reason and reveals no address."""


class BadAddress(Unreached):
    """The address can never receive a message."""


class Outgoing(msgspec.Struct, frozen=True):
    """A request to an address that a person gave."""

    url: str
    body: bytes
    headers: Mapping[str, str]
    method: str = "POST"


class Quotas(msgspec.Struct, frozen=True):
    """Limits that keep the exchanges of one person from delaying those of others."""

    of_person: int = 2
    """Exchanges of a person at a time."""
    queued: int = 16
    """Exchanges of a person that may wait."""
    of_place: int = 16
    """Exchanges with one host and port at a time."""
    tests: int = 128
    """Tests of channels at a time."""
    turns: int = 128
    """Notices of turns at a time."""
    slow: int = 32
    """Exchanges at a time of people whose addresses were slow."""
    person_rate: Rate = Rate(60, 60)
    place_rate: Rate = Rate(20, 60)
    """Exchanges of one person with one host and port."""


class Outbound:
    """Sends requests to addresses that people gave."""

    def __init__(
        self,
        named: frozenset[str] = frozenset(),
        own_host: str = "",
        stopping: asyncio.Event | None = None,
        *,
        allows_private: bool = False,
        is_allowed: Callable[[str], bool] = is_outside,
        trust: ssl.SSLContext | None = None,
        quotas: Quotas | None = None,
    ) -> None:
        """``named`` are hosts and ports of the host's own network that people may use.

        The keyword arguments are for tests; no setting of a server changes them.
        """
        quotas = quotas or Quotas()
        self._named: Final = named
        self._own_host: Final = own_host
        self._stopping: Final = stopping or asyncio.Event()
        self._allows_private: Final = allows_private
        self._is_allowed: Final = is_allowed
        self._trust = trust
        self._people: Final = _Places(quotas.of_person, quotas.queued)
        self._targets: Final = _Places(quotas.of_place, quotas.turns)
        self._tests: Final = asyncio.Semaphore(quotas.tests)
        self._turns: Final = asyncio.Semaphore(quotas.turns)
        self._slow: Final = asyncio.Semaphore(quotas.slow)
        self._person_rate: Final = Buckets(quotas.person_rate, "busy")
        self._place_rate: Final = Buckets(quotas.place_rate, "busy")
        self._slow_until: Final[OrderedDict[str, float]] = OrderedDict()
        self._lookups: Final = DaemonThreads(64, quotas.of_person)
        self._calls: Final = DaemonThreads(16, quotas.of_person)
        self._running: Final[set[asyncio.Task[Any]]] = set()
        self._watch: asyncio.Task[None] | None = None
        self._stopped: Final = asyncio.Event()

    def verify(self, url: str) -> Target:
        """Return the parts of an allowed URL; raise BadAddress. Does not resolve the name."""
        try:
            target = parse_url(url)
        except BadForm as error:
            raise BadAddress("no_address") from error
        if self.is_named(target):
            return target
        if target.scheme != "https":
            raise BadAddress("no_address")
        if is_inside(target) or target.host == self._own_host:
            raise BadAddress("private")
        return target

    def is_named(self, target: Target) -> bool:
        """Return whether the host allows this place although it may be inside."""
        return self._allows_private or target.place in self._named

    def is_slow(self, person_id: str) -> bool:
        """Return whether an address of a person was slow a short time ago."""
        return self._slow_until.get(person_id, 0.0) > time.monotonic()

    async def send(self, person_id: str, outgoing: Outgoing, is_test: bool = False) -> int:
        """Send a request for a person; return the status. Raises Unreached or BadAddress."""
        target = self.verify(outgoing.url)
        request = _request_bytes(target, outgoing)
        exchange = partial(self._exchange, person_id, target, request)
        return await self._stoppable(self._in_turn(person_id, target.place, is_test, exchange))

    async def call(
        self,
        person_id: str,
        place: str,
        work: Callable[[], None],
        abort: Callable[[], None],
        is_test: bool = False,
    ) -> None:
        """Run a blocking exchange with the host's own mail server for a person.

        ``abort`` is called if it was given up. Raises Unreached and the errors of ``work``.
        """

        async def exchange() -> None:
            try:
                await self._calls.run(person_id, work)
            except asyncio.CancelledError:
                abort()
                raise

        await self._stoppable(self._in_turn(person_id, place, is_test, exchange))

    async def close(self) -> None:
        """Cancel all exchanges."""
        self._stop()
        if self._watch is not None:
            self._watch.cancel()
        if self._running:
            await asyncio.wait(self._running, timeout=STOP_S)

    def _stop(self) -> None:
        self._stopped.set()
        for task in self._running:
            task.cancel()

    async def _stop_soon(self) -> None:
        await self._stopping.wait()
        await asyncio.sleep(STOP_S)
        self._stop()

    async def _stoppable(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of an exchange; raise Unreached if the server stops before its end."""
        if self._stopped.is_set():
            work.close()
            raise Unreached("stopping")
        if self._watch is None:
            self._watch = asyncio.create_task(self._stop_soon())
        task = asyncio.create_task(work)
        self._running.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            caller = asyncio.current_task()
            if self._stopped.is_set() and not (caller and caller.cancelling()):
                raise Unreached("stopping") from None
            raise
        finally:
            self._running.discard(task)

    async def _in_turn(
        self, person_id: str, place: str, is_test: bool, exchange: Callable[[], Awaitable[T]]
    ) -> T:
        """Run an exchange in its place and within its deadline; raise Unreached."""
        async with self._place_of(person_id, place, is_test):
            began_at = time.monotonic()
            try:
                async with asyncio.timeout(DEADLINE_S):
                    return await exchange()
            except TimeoutError as error:
                raise Unreached("too_slow") from error
            except TooManyThreads as error:
                raise Unreached("busy") from error
            finally:
                if time.monotonic() - began_at >= SLOW_S:
                    self._note_slow(person_id)

    @asynccontextmanager
    async def _place_of(self, person_id: str, place: str, is_test: bool) -> AsyncIterator[None]:
        is_slow = self.is_slow(person_id)
        lane = self._slow if is_slow else self._tests if is_test else self._turns
        try:
            self._person_rate.take(person_id)
            self._place_rate.take((person_id, place))
        except TooMany as error:
            raise Unreached("busy") from error
        async with AsyncExitStack() as places:
            try:
                async with asyncio.timeout(MAX_WAIT_S):
                    # The person's own place first: waiting for it takes none of the others.
                    await places.enter_async_context(self._people.take(person_id))
                    await places.enter_async_context(self._targets.take((place, is_slow)))
                    await places.enter_async_context(lane)
            except TimeoutError as error:
                raise Unreached("busy") from error
            yield

    def _note_slow(self, person_id: str) -> None:
        self._slow_until[person_id] = time.monotonic() + SLOW_FOR_S
        self._slow_until.move_to_end(person_id)
        if len(self._slow_until) > _MAX_SLOW:
            self._slow_until.popitem(last=False)

    async def _exchange(self, person_id: str, target: Target, request: bytes) -> int:
        try:
            addresses = await self._lookups.run(person_id, partial(_resolve, target))
        except (OSError, UnicodeError) as error:
            raise Unreached("no_such_name") from error
        if not self.is_named(target) and not all(
            self._is_allowed(str(address[0])) for _family, address in addresses
        ):
            raise BadAddress("private")
        failure: Exception | None = None
        for family, address in addresses[:MAX_ADDRESSES]:
            channel = socket.socket(family, socket.SOCK_STREAM)
            channel.setblocking(False)
            try:
                async with asyncio.timeout(CONNECT_S):
                    await asyncio.get_running_loop().sock_connect(channel, address)
            except (OSError, TimeoutError) as error:
                channel.close()
                failure = error
                continue
            except BaseException:
                channel.close()
                raise
            return await self._talk(channel, target, request)
        if isinstance(failure, TimeoutError):
            raise Unreached("too_slow") from failure
        raise Unreached("no_answer") from failure

    async def _talk(self, channel: socket.socket, target: Target, request: bytes) -> int:
        """Send a request over an open connection; return the status. Closes the connection."""
        options: dict[str, Any] = {}
        if target.scheme == "https":
            options = {"ssl": self._context(), "server_hostname": target.host}
        try:
            reader, writer = await asyncio.open_connection(
                sock=channel, limit=MAX_RECEIVED, **options
            )
        except ssl.SSLError as error:
            channel.close()
            raise Unreached("no_trust") from error
        except OSError as error:
            channel.close()
            raise Unreached("no_answer") from error
        except BaseException:
            channel.close()
            raise
        try:
            writer.write(request)
            await writer.drain()
            return await _status_of(reader)
        except (OSError, ValueError) as error:
            raise Unreached("no_answer") from error
        finally:
            # Not a polite end, which could take longer than the deadline.
            writer.transport.abort()

    def _context(self) -> ssl.SSLContext:
        if self._trust is None:
            self._trust = ssl.create_default_context()
        return self._trust


class _Places:
    """A limited number of places for each key, and of waiters for them."""

    def __init__(self, each: int, queued: int) -> None:
        self._each: Final = each
        self._most: Final = each + queued
        self._used: Final[dict[Hashable, tuple[asyncio.Semaphore, list[None]]]] = {}

    @asynccontextmanager
    async def take(self, key: Hashable) -> AsyncIterator[None]:
        """Hold a place; raise Unreached if too many wait for it."""
        free, users = self._used.setdefault(key, (asyncio.Semaphore(self._each), []))
        if len(users) >= self._most:
            raise Unreached("busy")
        users.append(None)
        try:
            async with free:
                yield
        finally:
            users.pop()
            if not users:
                self._used.pop(key, None)


def _resolve(target: Target) -> list[tuple[int, Any]]:
    """Return families and addresses of a host; blocks. Raises OSError."""
    found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    return [(family, address) for family, _kind, _protocol, _name, address in found]


def _request_bytes(target: Target, outgoing: Outgoing) -> bytes:
    """Return a request; raise BadAddress if a header cannot be sent."""
    if len(outgoing.body) > MAX_SENT:
        raise ValueError(f"expected at most {MAX_SENT} bytes, got {len(outgoing.body)}")
    headers = {
        "Host": target.header,
        "User-Agent": "Gridwright",
        "Content-Length": str(len(outgoing.body)),
        "Connection": "close",
        **outgoing.headers,
    }
    lines = [f"{outgoing.method} {target.path} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if not all(_HEADER.fullmatch(line) for line in lines):
        raise BadAddress("no_address")
    return "\r\n".join([*lines, "", ""]).encode() + outgoing.body


async def _status_of(reader: asyncio.StreamReader) -> int:
    """Return the status of a response; raise Unreached, OSError or ValueError."""
    n_received, is_interim = 0, False
    while n_received < MAX_RECEIVED:
        line = await reader.readline()
        n_received += len(line)
        found = _STATUS.match(line)
        if found is not None and int(found[1]) >= _INTERIM:
            return int(found[1])
        is_interim = is_interim or found is not None
        if not line or not is_interim:
            break
    raise Unreached("no_answer")
