"""The roll in Redis: one hash for each table with a field for each node, gone when nobody writes.

Only commands that Valkey has too are used: HSET, HDEL, HGETALL, PEXPIREAT.
"""

import secrets
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Final

from redis.asyncio import Redis

from gridwright.server.roll import Mark, Roll, Seats

PREFIX: Final = "gridwright:here:"
"""What the names of our hashes begin with."""
MOST_AT_ONCE: Final = 500
"""Tables in one command, so that none of them holds up Redis."""


class RedisRoll(Roll):
    """What a node writes there names the seats and how long that holds."""

    def __init__(self, client: Redis, note_away: Callable[[BaseException], None]) -> None:
        """``note_away`` is told when Redis does not answer; nothing else comes of it."""
        self._client: Final = client
        self._note_away: Final = note_away
        self._node: Final = secrets.token_hex(8)

    async def write(self, here: Mapping[str, Seats], until: int) -> None:
        rest = iter(here.items())
        try:
            while part := list(islice(rest, MOST_AT_ONCE)):
                await self._write_some(part, until)
        except Exception as error:
            # What was not written fades, and the next beat writes everything again.
            self._note_away(error)

    async def _write_some(self, part: list[tuple[str, Seats]], until: int) -> None:
        commands = self._client.pipeline(transaction=False)
        for game_id, seats in part:
            key = PREFIX + game_id
            if seats:
                commands.hset(key, self._node, f"{seats} {until}")
                commands.pexpireat(key, until)
            else:
                commands.hdel(key, self._node)
        await commands.execute()

    async def others(self, game_id: str) -> list[Mark] | None:
        try:
            fields = await self._client.hgetall(PREFIX + game_id)
        except Exception as error:
            self._note_away(error)
            return None
        own = self._node.encode()
        return [_mark(text) for node, text in fields.items() if node != own]


def _mark(text: bytes | str) -> Mark:
    seats, until = text.split()
    return Mark(int(seats), int(until))
