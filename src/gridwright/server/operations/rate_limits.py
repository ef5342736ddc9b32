"""Rate limits per address and per ticket, so that no client starves the others.

These are the counts of one node. Nodes that share a Redis count there together, and use their own
counts while it is unavailable. The rate limit of the chat must be exact and is counted by the
database.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager, suppress
from math import ceil
from typing import Final

import msgspec

from gridwright.protocol.refusals import Refused

MAX_KEYS: Final = 20_000
"""Cached addresses or tickets; the least recently used is evicted."""


class TooMany(Refused):
    """A rate limit was exceeded; ``retry_after`` is in whole seconds."""

    code = "too_many"

    def __init__(self, problem: str, retry_after: int) -> None:
        super().__init__(problem)
        self.retry_after = retry_after


class Rate(msgspec.Struct, frozen=True):
    """A token bucket: `count` requests in a burst, refilled within `seconds`."""

    count: int
    seconds: float

    def times(self, factor: float) -> "Rate":
        return Rate(max(1, round(self.count * factor)), self.seconds)


class Buckets:
    """A token bucket for each key: each request takes a token, and time refills it."""

    def __init__(
        self,
        rate: Rate,
        problem: str,
        now: Callable[[], float] = time.monotonic,
        most_keys: int = MAX_KEYS,
    ) -> None:
        self.rate: Final = rate
        self.problem: Final = problem
        self._now: Final = now
        self._most_keys: Final = most_keys
        self._buckets: Final[OrderedDict[Hashable, tuple[float, float]]] = OrderedDict()
        """Tokens left, and the time of that count, by key."""

    def take(self, key: Hashable, count: int = 1) -> None:
        """Take one or more tokens. Raises TooMany without enough tokens."""
        now = self._now()
        left, since = self._buckets.pop(key, (float(self.rate.count), now))
        per_second = self.rate.count / self.rate.seconds
        left = min(self.rate.count, left + (now - since) * per_second)
        is_there = left >= count
        self._buckets[key] = (left - count if is_there else left, now)
        if len(self._buckets) > self._most_keys:
            self._buckets.popitem(last=False)
        if not is_there:
            raise TooMany(self.problem, max(1, ceil((count - left) / per_second)))

    def note(self, key: Hashable) -> None:
        """Count a request that the shared counts admitted, even without a token left."""
        with suppress(TooMany):
            self.take(key)

    def forget(self, key: Hashable) -> None:
        """Release a place of the key."""
        self._buckets.pop(key, None)


class Places:
    """Limits concurrent holders per key."""

    def __init__(self, most: int, problem: str) -> None:
        self._most: Final = most
        self._problem: Final = problem
        self._taken: Final[Counter[Hashable]] = Counter()

    @asynccontextmanager
    async def place(self, key: Hashable) -> AsyncIterator[None]:
        """Reserve a place while the context lasts. Raises TooMany at the limit."""
        if self._taken[key] >= self._most:
            raise TooMany(self._problem, 5)
        self._taken[key] += 1
        try:
            yield
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]


class Pace(msgspec.Struct, frozen=True):
    """The message rate of one player: a limit for a short and for a long span."""

    short: int = 5
    short_span: int = 10_000
    long: int = 30
    long_span: int = 300_000


class Limits(msgspec.Struct, frozen=True):
    """Rate limits of a server.

    The defaults suit a few people behind one address, and stop a flood.
    """

    tables: Rate = Rate(120, 600)
    """Tables created from one address."""
    seats: Rate = Rate(600, 600)
    """Seats taken from one address."""
    lobby: Rate = Rate(300, 60)
    """Pages of the lobby read from one address."""
    orders: Rate = Rate(100, 20)
    """Orders and messages with one ticket."""
    sockets_of_ticket: int = 5
    sockets_of_address: int = 256
    """Sockets of watchers without a ticket."""
    pace: Pace = Pace()
    connections_of_address: int = 512
    """Open connections from one address, including sockets.

    Behind proxies, requests in progress.
    """
    frames: Rate = Rate(100, 20)
    """Frames sent by a client on one socket; a watcher needs one, and a pong every 20 seconds."""
    tokens: Rate = Rate(600, 60)
    """Requests with the token of one program, on all routes."""
    streams_of_token: int = 10
    """Open streams with the token of one program."""
    notices: Rate = Rate(20, 3_600)
    """Channels added and tested by one person: each may send a mail to a third person."""
    codes: Rate = Rate(60, 600)
    """Room codes tried from one address, right or wrong: codes of private tables are guessable."""

    def times(self, factor: float) -> "Limits":
        """Return the limits multiplied by a factor."""

        def most(count: int) -> int:
            return max(1, round(count * factor))

        pace = msgspec.structs.replace(
            self.pace, short=most(self.pace.short), long=most(self.pace.long)
        )
        return Limits(
            self.tables.times(factor),
            self.seats.times(factor),
            self.lobby.times(factor),
            self.orders.times(factor),
            most(self.sockets_of_ticket),
            most(self.sockets_of_address),
            pace,
            most(self.connections_of_address),
            self.frames.times(factor),
            self.tokens.times(factor),
            most(self.streams_of_token),
            self.notices.times(factor),
            self.codes.times(factor),
        )


def scaled_limits(factor: float) -> Limits | None:
    """Return the limits times a factor; None for 0."""
    return Limits().times(factor) if factor else None
