"""Rate limits of a node, by address or by ticket; its routes ask them first."""

import ipaddress
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

from starlette.requests import HTTPConnection

from gridwright.server.operations.metrics import Limited, Metrics
from gridwright.server.operations.rate_limits import Buckets, Limits, Pace, Places, Rate, TooMany

UNBOUND: Final = Pace(short=10**9, long=10**9)
MOST_ADDRESS: Final = 64


class RateLimiter:
    """Counts requests and raises TooMany; without limits it lets everybody in."""

    def __init__(
        self, limits: Limits | None, n_proxies: int = 0, metrics: Metrics | None = None
    ) -> None:
        self.n_proxies: Final = n_proxies
        self._metrics: Final = metrics or Metrics()
        self._is_open: Final = limits is None
        limits = limits or Limits()
        self.pace: Final = UNBOUND if self._is_open else limits.pace
        """How much one voice may say."""
        self._tables: Final = _buckets(limits.tables, "too many tables from this address")
        self._seats: Final = _buckets(limits.seats, "too many seats taken from this address")
        self._lobby: Final = _buckets(limits.lobby, "too many looks at the lobby")
        self._orders: Final = _buckets(limits.orders, "too many orders with this ticket")
        self._of_ticket: Final = Places(limits.sockets_of_ticket, "too many sockets")
        self._of_address: Final = Places(limits.sockets_of_address, "too many sockets")

    def address_of(self, request: HTTPConnection) -> str:
        """Where a request comes from, as far as the proxies that are trusted say so."""
        return address_of(request, self.n_proxies)

    def make_table(self, request: HTTPConnection) -> None:
        self._take(self._tables, Limited.TABLES, request)

    def take_seat(self, request: HTTPConnection) -> None:
        self._take(self._seats, Limited.SEATS, request)

    def look_around(self, request: HTTPConnection) -> None:
        self._take(self._lobby, Limited.LOBBY, request)

    def _take(self, buckets: Buckets, what: Limited, request: HTTPConnection) -> None:
        if not self._is_open:
            with self._counted(what):
                buckets.take(address_of(request, self.n_proxies))

    @contextmanager
    def _counted(self, what: Limited) -> Iterator[None]:
        try:
            yield
        except TooMany:
            self._metrics.request_limited(what)
            raise

    def order(self, ticket: Hashable) -> None:
        """For everything that is asked with a ticket; call it once the ticket is known as good."""
        if not self._is_open:
            with self._counted(Limited.ORDERS):
                self._orders.take(ticket)

    @asynccontextmanager
    async def watch(self, socket: HTTPConnection, ticket: str) -> AsyncIterator[None]:
        """A place for a watcher, by its ticket if it shows one, else by its address."""
        if self._is_open:
            yield
            return
        places = self._of_ticket if ticket else self._of_address
        with self._counted(Limited.SOCKETS):
            async with places.place(ticket or address_of(socket, self.n_proxies)):
                yield


def _buckets(rate: Rate, problem: str) -> Buckets:
    return Buckets(rate, f"{problem}: expected at most {rate.count} in {rate.seconds:.0f} s")


def address_of(connection: HTTPConnection, n_proxies: int = 0) -> str:
    """Where a request comes from.

    Without a proxy in front a header may be anybody's invention, so only the connection counts.
    Behind proxies each of them appends the address that it saw: the one that the outermost of ours
    saw is as many places from the end as there are proxies.
    """
    found = connection.client.host if connection.client else ""
    if n_proxies:
        told = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
        if len(told) >= n_proxies and told[-n_proxies].strip():
            found = told[-n_proxies].strip()
    return household(found[:MOST_ADDRESS])


def household(text: str) -> str:
    """The part of an address that one household has: all of IPv4, half of IPv6."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, 64), strict=False))
