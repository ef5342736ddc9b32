"""Rate limits that all nodes count together, in Redis.

A count is a number under a key that expires in Redis: no clock of a node is used, so nodes need not
agree on the time. Keys contain a keyed hash of the subject, not an address.
"""

import asyncio
import hashlib
import hmac
import time
from collections.abc import Callable
from math import ceil
from typing import Final, cast

import structlog
from limits import RateLimitItemPerSecond
from limits.aio.storage import RedisStorage
from limits.aio.storage.redis.redispy import RedispyBridge
from limits.aio.strategies import FixedWindowRateLimiter
from redis.asyncio import Redis

from gridwright.server.operations.rate_limiter import SharedCounts
from gridwright.server.operations.rate_limits import Rate
from gridwright.server.storage.keys import Purpose, Secret, keys_of

PREFIX: Final = "gridwright:limit"
"""Prefix of the names of our counts."""
TIMEOUT_S: Final = 0.25
"""Seconds that a request waits for Redis; a limit is not worth a longer delay."""
AWAY_SECONDS: Final = 1.0
"""Pause after a failure: at most one of many requests waits for Redis."""

_LOG: Final = structlog.get_logger()


class RedisCounts(SharedCounts):
    """Windows that begin with the first request, one count for all nodes."""

    def __init__(self, url: str, secret: Secret, now: Callable[[], float] = time.monotonic) -> None:
        # "unix://" is the only address that the library spells differently.
        spelled = url.replace("unix://", "redis+unix://", 1) if url.startswith("unix:") else url
        self._storage: Final = RedisStorage(
            f"async+{spelled}",
            implementation="redispy",
            key_prefix=PREFIX,
            socket_timeout=2 * TIMEOUT_S,
            socket_connect_timeout=2 * TIMEOUT_S,
        )
        self._window: Final = FixedWindowRateLimiter(self._storage)
        bridge = self._storage.bridge
        assert isinstance(bridge, RedispyBridge)
        # The library's types declare fewer methods than it has.
        self.client: Final = cast("Redis", bridge.get_connection())
        self._key: Final = keys_of(secret).of(Purpose.TRIES)[0]
        self._now: Final = now
        self._away_until = 0.0
        self._is_away = False
        """True once an outage of Redis was logged."""

    async def take(self, what: str, key: str, rate: Rate) -> int | None:
        if self._now() < self._away_until:
            return None
        item = RateLimitItemPerSecond(rate.count, max(1, round(rate.seconds)))
        name = self._name(what, key)
        try:
            async with asyncio.timeout(TIMEOUT_S):
                is_within = await self._window.hit(item, name)
                if is_within:
                    self._note_back()
                    return 0
                opens_at = (await self._window.get_window_stats(item, name)).reset_time
        except Exception as error:
            # On any failure the game continues, and the node uses its own counts.
            self._note_away(error)
            return None
        self._note_back()
        # The library adds the time of day to the remaining time that Redis reports.
        return min(max(1, ceil(opens_at - time.time())), ceil(rate.seconds))

    async def close(self) -> None:
        await self.client.aclose()

    def _name(self, what: str, key: str) -> str:
        text = f"gridwright-limit-1/{what}/{key}"
        return hmac.new(self._key, text.encode(), hashlib.sha256).hexdigest()[:32]

    # Once per outage, not per request

    def _note_away(self, error: BaseException) -> None:
        self._away_until = self._now() + AWAY_SECONDS
        if not self._is_away:
            self._is_away = True
            _LOG.warning(
                "Redis is away; each node counts its own requests", kind=type(error).__name__
            )

    def _note_back(self) -> None:
        if self._is_away:
            self._is_away = False
            _LOG.info("Redis is back; all nodes limit together")
