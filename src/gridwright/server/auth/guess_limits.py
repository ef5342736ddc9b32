"""Limits on guesses: per person, per address, and once for each challenge."""

import hashlib
import hmac
import ipaddress
from collections.abc import Callable
from typing import Final

import msgspec

from gridwright.server.auth.errors import TooManyTries
from gridwright.server.auth.store import AuthStore
from gridwright.server.storage.keys import Purpose, Secret, keys_of

_MINUTE: Final = 60_000
"""Milliseconds of a minute."""
_DAY: Final = 24 * 60 * _MINUTE
_SWEEP_EVERY: Final = 500
"""Attempts on a node between deletions of old counts."""
REMEMBERED: Final = 5_000
"""Milliseconds for which a node refuses without querying the store, in case of a flood."""
MAX_CACHED: Final = 10_000
"""Subjects over their limit that a node caches."""


class Limit(msgspec.Struct, frozen=True):
    """A limit of `most` attempts within `span` milliseconds from the first."""

    kind: str
    most: int
    span: int


PER_ACCOUNT: Final = Limit("account", 20, 15 * _MINUTE)
PER_ADDRESS: Final = Limit("address", 300, 10 * _MINUTE)
ONCE: Final = Limit("once", 1, 60 * _MINUTE)
"""Longer than any challenge is valid."""


class GuessLimits:
    """Counts attempts in the store, so that all nodes share the limits.

    Subjects are stored as keyed hashes: the table of counts contains no person and no address.
    """

    def __init__(self, store: AuthStore, secret: Secret, clock: Callable[[], int]) -> None:
        self._store: Final = store
        self._key: Final = keys_of(secret).of(Purpose.TRIES)[0]
        self._clock: Final = clock
        self._n_counted = 0
        self._closed: Final[dict[str, tuple[int, int]]] = {}
        """Subjects over their limit: the end of caching, and the end of the refusal."""

    def verify_open(self, limit: Limit, subject: str) -> None:
        """Raise TooManyTries if this node cached that the limit is exceeded; counts nothing."""
        remembered, opens_at = self._closed.get(self._name(limit, subject), (0, 0))
        now = self._clock()
        if now < remembered:
            raise TooManyTries(_seconds(opens_at - now))

    async def count(self, limit: Limit, subject: str, known_as: str = "") -> None:
        """Count an attempt before it is verified; raise TooManyTries above the limit.

        The subject's other name (``known_as``) is refused too while the node caches it.
        """
        self.verify_open(limit, subject)
        now = self._clock()
        self._n_counted += 1
        if self._n_counted % _SWEEP_EVERY == 0:
            await self._store.forget_tallies(now - _DAY)
        name = self._name(limit, subject)
        tally = await self._store.count_try(name, now, limit.span)
        if tally.n > limit.most:
            opens_at = tally.since + limit.span
            if len(self._closed) >= MAX_CACHED:
                self._closed.clear()
            closed = (min(now + REMEMBERED, opens_at), opens_at)
            self._closed[name] = closed
            if known_as:
                self._closed[self._name(limit, known_as)] = closed
            raise TooManyTries(_seconds(opens_at - now))

    async def forget(self, limit: Limit, subject: str) -> None:
        """Reset the count after a correct attempt."""
        name = self._name(limit, subject)
        self._closed.pop(name, None)
        await self._store.forget_tries(name)

    def _name(self, limit: Limit, subject: str) -> str:
        text = f"gridwright-tries-1/{limit.kind}/{subject}"
        return hmac.new(self._key, text.encode(), hashlib.sha256).hexdigest()


def _seconds(milliseconds: int) -> int:
    """Return whole seconds, at least one."""
    return max(1, -(-milliseconds // 1_000))


def network_of(address: str) -> str:
    """Return the network of one household: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network(f"{address.partition('%')[0]}/64", strict=False))
