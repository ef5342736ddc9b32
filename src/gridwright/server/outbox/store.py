"""The outbox of one database: numbers its events, and moves the cursors of readers."""

from typing import Final

from gridwright.server.outbox import statements
from gridwright.server.storage.append import EventKind, TableEvent
from gridwright.server.storage.contract import DatabaseStore


class OutboxStore:
    """Events and cursors of one database, for one node, which is the owner of its leases."""

    def __init__(self, database: DatabaseStore, owner: str) -> None:
        self._database: Final = database
        self._owner: Final = owner

    async def number(self) -> None:
        """Number the new events; readers see only numbered ones."""
        if await self._database.rows(statements.HAS_NEW):
            await self._database.change(*[(statement, ()) for statement in statements.NUMBER])

    async def register(self, name: str, now: int) -> None:
        """Create the cursor of a reader, or note that it is still in use."""
        await self._database.change_one(statements.REGISTER, name, now)

    async def retire(self, before: int) -> None:
        """Delete the cursors of readers that no node has registered since a moment."""
        await self._database.change_one(statements.RETIRE, before)

    async def behind(self, now: int) -> list[str]:
        """Return readers with unread events for which no other node has a lease."""
        rows = await self._database.rows(statements.BEHIND, self._owner, now)
        return [row[0] for row in rows]

    async def claim(self, name: str, now: int, lease: int) -> tuple[int, int] | None:
        """Lease a reader to this node; return its position, and the last number of an event.

        None if another node has it.
        """
        values = (name, self._owner, now + lease, now)
        rows = await self._database.change_one(statements.CLAIM, *values)
        return (rows[0][0], rows[0][1]) if rows else None

    async def read(self, position: int, limit: int) -> list[TableEvent]:
        """Return the events after a position, in order."""
        rows = await self._database.rows(statements.READ, position, limit)
        return [
            TableEvent(number, game_id, version, EventKind(kind), at, data)
            for number, game_id, version, kind, at, data in rows
        ]

    async def advance(self, name: str, position: int, until: int) -> bool:
        """Store a reader's position and renew its lease; return False if it was lost."""
        return await self._move(name, position, until, self._owner)

    async def release(self, name: str, position: int, until: int) -> bool:
        """Store a reader's position and end its lease; no node claims it before `until`."""
        return await self._move(name, position, until, "")

    async def _move(self, name: str, position: int, until: int, owner: str) -> bool:
        values = (name, self._owner, position, until, owner)
        return bool(await self._database.change_one(statements.ADVANCE, *values))

    async def prune(self) -> None:
        """Delete the events that every reader has passed."""
        await self._database.change_one(statements.PRUNE)
