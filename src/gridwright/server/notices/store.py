"""Store of notices, in the databases of their games."""

from contextlib import suppress
from typing import Final

import msgspec

from gridwright.server.notices import statements
from gridwright.server.storage.errors import RowMissing, StoreError, UnknownGame
from gridwright.server.storage.rows import Row
from gridwright.server.storage.sharded import ShardedStore

MAX_ATTEMPTS: Final = 6
"""Attempts per channel and turn."""


class NewTurn(msgspec.Struct, frozen=True):
    """A turn of a person with an account."""

    version: int
    """Version at which the turn began."""
    seat: int
    person_id: str
    at: int
    due_at: int
    """Earliest time at which the notice may be sent."""


class ClaimedNotice(msgspec.Struct, frozen=True):
    """A turn with a due notice, leased to this worker."""

    game_id: str
    version: int
    """Version at which the turn began."""
    seat: int
    person_id: str
    at: int
    until: int
    """End of the lease."""
    tries: int
    """Number of failed attempts."""
    told: frozenset[str]
    """Channels that have sent it."""

    @property
    def tag(self) -> str:
        """Identifies the turn: a device shows repeats once."""
        return f"{self.game_id}:{self.version}"


class NoticeStore:
    """The notices of all games, each in the database of its game, deleted with its turn."""

    def __init__(self, store: ShardedStore) -> None:
        self._store: Final = store

    async def claim(self, now: int, lease: int, limit: int) -> list[ClaimedNotice]:
        """Lease due notices to this worker until ``now + lease``; then they are due again.

        An unavailable database does not delay the others: its error is raised only if no other has
        due notices.
        """
        found: list[ClaimedNotice] = []
        failure: StoreError | None = None
        for database in self._store.databases:
            try:
                rows = await database.change_one(statements.CLAIM, now, now + lease, limit)
            except StoreError as error:
                failure = error
                continue
            found += [_claimed(row) for row in rows]
        if failure is not None and not found:
            raise failure
        return found

    async def keep(
        self, claimed: ClaimedNotice, due_at: int | None, tries: int, told: frozenset[str]
    ) -> bool:
        """Store the notified channels, and the time when the notice is due again.

        Returns False if the turn or the claim is over.
        """
        names = " ".join(sorted(told))
        key = (claimed.game_id, claimed.version, claimed.until)
        database = self._store.database_of(claimed.game_id)
        return bool(await database.change_one(statements.KEEP, *key, due_at, tries, names))

    async def tell_later(
        self, game_id: str, version: int, person_id: str, due_at: int, again: frozenset[str]
    ) -> bool:
        """Reset these channels for a turn; return False if it is not the person's turn now."""
        try:
            database = self._store.database_of(game_id)
        except UnknownGame:
            return False
        rows = await database.rows(statements.TURN, game_id)
        if not rows or (rows[0][0], rows[0][1]) != (version, person_id):
            return False
        told = " ".join(sorted(set(rows[0][2].split()) - again))
        values = (game_id, version, person_id, due_at, told)
        return bool(await database.change_one(statements.LATER, *values))

    async def begin_turn(self, game_id: str, turn: NewTurn) -> None:
        """Write the notice of a turn in place of that of an earlier one. Idempotent."""
        values = (turn.version, turn.seat, turn.person_id, turn.at, turn.due_at)
        with suppress(RowMissing):  # The game was deleted meanwhile.
            database = self._store.database_of(game_id)
            await database.change_one(statements.BEGIN_TURN, game_id, *values)

    async def end_turn(self, game_id: str, version: int) -> None:
        """Withdraw the notice of a turn that ended at a version. Idempotent."""
        database = self._store.database_of(game_id)
        await database.change_one(statements.END_TURN, game_id, version)

    async def is_standing(self, game_id: str, version: int) -> bool:
        """Return whether a turn that began at a version is still open."""
        try:
            rows = await self._store.database_of(game_id).rows(statements.STANDING, game_id)
        except UnknownGame:
            return False
        return bool(rows) and rows[0][0] == version


def _claimed(row: Row) -> ClaimedNotice:
    game_id, version, seat, person_id, at, until, tries, told = row
    names = frozenset(told.split())
    return ClaimedNotice(game_id, version, seat, person_id, at, until, tries, names)
