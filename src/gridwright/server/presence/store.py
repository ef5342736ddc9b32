"""Store of the present seats: a hash in Redis for each table, by node.

A hash expires when no node writes to it. Uses only commands that Valkey has too: HSET, HDEL,
HGETALL, PEXPIRE.
"""

import secrets
from collections.abc import Callable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from gridwright.server.live.bus import Bus, LocalBus

if TYPE_CHECKING:
    from redis.asyncio import Redis

PREFIX: Final = "gridwright:here:"
"""Prefix of the names of our hashes."""
SEEN_PREFIX: Final = "gridwright:seen:"
"""Prefix of the hashes with the time when a seat was last present."""
SEEN_FOR_MS: Final = 900_000
"""Milliseconds for which it is stored: longer than it takes until a player counts as away."""
MAX_TABLES_PER_COMMAND: Final = 500
"""Tables in one command, so that no command blocks Redis for long."""


Seats: TypeAlias = int
"""A set of seats, one bit for each."""


class NodePresence(msgspec.Struct, frozen=True):
    """Seats written by another node for a table. Expires unless it is written again."""

    seats: Seats
    until: int
    """Milliseconds of UTC."""


class PresenceStore:
    """Shared presence that expires when a node stops writing.

    An entry contains the seats and the time until which it is valid.
    """

    def __init__(self, client: "Redis", note_away: Callable[[BaseException], None]) -> None:
        """``note_away`` is called when Redis does not respond; errors have no other effect."""
        self._client: Final = client
        self._note_away: Final = note_away
        self._node: Final = secrets.token_hex(8)

    async def write(self, here: Mapping[str, Seats], until: int, now: int) -> None:
        """Write the seats of each table that are present on this node; never fails."""
        rest = iter(here.items())
        try:
            while part := list(islice(rest, MAX_TABLES_PER_COMMAND)):
                await self._write_some(part, until, now)
        except Exception as error:
            # Unwritten entries expire, and the next beat writes everything again.
            self._note_away(error)

    async def _write_some(self, part: list[tuple[str, Seats]], until: int, now: int) -> None:
        commands = self._client.pipeline(transaction=False)
        for game_id, seats in part:
            key = PREFIX + game_id
            if seats:
                commands.hset(key, self._node, f"{seats} {until}")
                # A duration, because the clocks of Redis and this node may differ.
                commands.pexpire(key, until - now)
                for seat in seats_of(seats):
                    commands.hset(SEEN_PREFIX + game_id, str(seat), str(now))
                commands.pexpire(SEEN_PREFIX + game_id, SEEN_FOR_MS)
            else:
                commands.hdel(key, self._node)
        await commands.execute()

    async def others(self, game_id: str) -> list[NodePresence] | None:
        """Return the entries of other nodes for a table; None if Redis does not respond."""
        try:
            fields = await self._client.hgetall(PREFIX + game_id)
        except Exception as error:
            self._note_away(error)
            return None
        own = self._node.encode()
        return [_read(text) for node, text in fields.items() if node != own]

    async def seen(self, game_id: str) -> dict[int, int] | None:
        """Return when each seat was last present on any node; None if Redis does not respond."""
        try:
            fields = await self._client.hgetall(SEEN_PREFIX + game_id)
        except Exception as error:
            self._note_away(error)
            return None
        return {int(seat): int(moment) for seat, moment in fields.items()}


def seats_of(seats: Seats) -> list[int]:
    """Return the set as a list in ascending order."""
    return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]


def _read(text: bytes | str) -> NodePresence:
    seats, until = text.split()
    return NodePresence(int(seats), int(until))


def presence_store_of(bus: Bus) -> PresenceStore | None:
    """Return the presence store of a bus; None for a single process."""
    if isinstance(bus, LocalBus):
        return None
    from gridwright.server.live.redis_bus import RedisBus

    return PresenceStore(bus.client, bus.note_away) if isinstance(bus, RedisBus) else None
