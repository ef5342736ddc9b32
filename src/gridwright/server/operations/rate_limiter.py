"""Rate limits of a node's routes, by address or by ticket."""

import ipaddress
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

from starlette.requests import HTTPConnection

from gridwright.server.operations.metrics import Limited, Metrics
from gridwright.server.operations.rate_limits import Buckets, Limits, Pace, Places, Rate, TooMany

UNBOUND: Final = Pace(short=10**9, long=10**9)
MAX_ADDRESS_LENGTH: Final = 64


class SharedCounts(ABC):
    """Counts that all nodes share."""

    @abstractmethod
    async def take(self, what: str, key: str, rate: Rate) -> int | None:
        """Count one request; return 0 within the rate, else the seconds to wait.

        None if the counts are unavailable; then the node uses its own.
        """


class RateLimiter:
    """Counts requests and raises TooMany; without limits it admits all.

    It uses counts shared by all nodes if configured, and its own counts while those are
    unavailable. Sockets are counted by each node, which alone knows which are open.
    """

    def __init__(
        self,
        limits: Limits | None,
        n_proxies: int = 0,
        metrics: Metrics | None = None,
        shared: SharedCounts | None = None,
    ) -> None:
        self._shared: Final = shared
        self.n_proxies: Final = n_proxies
        self._metrics: Final = metrics or Metrics()
        self._is_open: Final = limits is None
        limits = limits or Limits()
        self.pace: Final = UNBOUND if self._is_open else limits.pace
        """Message rate of one player."""
        self._tables: Final = _buckets(limits.tables, "too many tables from this address")
        self._seats: Final = _buckets(limits.seats, "too many seats taken from this address")
        self._lobby: Final = _buckets(limits.lobby, "too many looks at the lobby")
        self._orders: Final = _buckets(limits.orders, "too many orders with this ticket")
        self._tokens: Final = _buckets(limits.tokens, "too many requests with this token")
        self._of_token: Final = Places(limits.streams_of_token, "too many streams")
        self._notices: Final = _buckets(limits.notices, "too many notices tried")
        self._codes: Final = _buckets(limits.codes, "too many codes tried from this address")
        self._of_ticket: Final = Places(limits.sockets_of_ticket, "too many sockets")
        self._of_address: Final = Places(limits.sockets_of_address, "too many sockets")

    def address_of(self, request: HTTPConnection) -> str:
        """Return the client's address, as reported by trusted proxies."""
        return address_of(request, self.n_proxies)

    async def make_table(self, request: HTTPConnection) -> None:
        await self._take(self._tables, Limited.TABLES, self.address_of(request))

    async def take_seat(self, request: HTTPConnection) -> None:
        await self._take(self._seats, Limited.SEATS, self.address_of(request))

    async def look_around(self, request: HTTPConnection) -> None:
        await self._take(self._lobby, Limited.LOBBY, self.address_of(request))

    async def try_code(self, request: HTTPConnection) -> None:
        await self._take(self._codes, Limited.CODES, self.address_of(request))

    async def tell(self, person_id: str) -> None:
        """Count a request that sends a notice immediately."""
        await self._take(self._notices, Limited.NOTICES, person_id)

    async def _take(self, buckets: Buckets, what: Limited, key: Hashable) -> None:
        if self._is_open:
            return
        wait = None
        if self._shared is not None:
            wait = await self._shared.take(what, repr(key), buckets.rate)
        with self._counted(what):
            if wait is None:
                buckets.take(key)
            elif wait > 0:
                raise TooMany(buckets.problem, wait)
            else:
                buckets.note(key)

    @contextmanager
    def _counted(self, what: Limited) -> Iterator[None]:
        try:
            yield
        except TooMany:
            self._metrics.request_limited(what)
            raise

    async def order(self, ticket: Hashable) -> None:
        """Count a request with a ticket; call it after the ticket was verified."""
        await self._take(self._orders, Limited.ORDERS, ticket)

    async def use_token(self, token_id: str) -> None:
        """Count a request with a program's token; raise TooMany."""
        await self._take(self._tokens, Limited.TOKENS, token_id)

    @asynccontextmanager
    async def watch(self, socket: HTTPConnection, ticket: str) -> AsyncIterator[None]:
        """Reserve a place for a watcher while the context lasts, by its ticket or its address."""
        if self._is_open:
            yield
            return
        places = self._of_ticket if ticket else self._of_address
        with self._counted(Limited.SOCKETS):
            async with places.place(ticket or address_of(socket, self.n_proxies)):
                yield

    @asynccontextmanager
    async def stream(self, connection: HTTPConnection, token: str) -> AsyncIterator[None]:
        """Reserve a place for a stream while the context lasts, by its token, ticket or address."""
        if self._is_open:
            yield
            return
        places = self._of_token if token else self._of_address
        with self._counted(Limited.SOCKETS):
            async with places.place(token or address_of(connection, self.n_proxies)):
                yield


def _buckets(rate: Rate, problem: str) -> Buckets:
    return Buckets(rate, f"{problem}: expected at most {rate.count} in {rate.seconds:.0f} s")


def address_of(connection: HTTPConnection, n_proxies: int = 0) -> str:
    """Return the address that a request comes from.

    Without a proxy any client could forge the header, so only the connection
    counts. Each trusted proxy appends the address that it saw: the client's is as many
    places from the end as there are proxies.
    """
    found = connection.client.host if connection.client else ""
    if n_proxies:
        told = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
        if len(told) >= n_proxies and told[-n_proxies].strip():
            found = told[-n_proxies].strip()
    return household(found[:MAX_ADDRESS_LENGTH])


def household(text: str) -> str:
    """Return the part of an address that one household shares: all of IPv4, half of IPv6."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, 64), strict=False))
