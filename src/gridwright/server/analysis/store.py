"""Store of analyses, in the databases of their games."""

import zlib
from typing import Final

import msgspec

from gridwright.insight.analysis import REVISION
from gridwright.protocol.analysis import AnalysisState, FailureReason
from gridwright.server.analysis import statements
from gridwright.server.storage.errors import RowMissing, StoreError
from gridwright.server.storage.rows import Row
from gridwright.server.storage.sharded import ShardedStore
from gridwright.table.positions.analyses import MadeAnalysis

NO_REASON: Final[FailureReason] = ""
OUTDATED: Final[FailureReason] = "outdated"


class StoredAnalysis(msgspec.Struct, frozen=True):
    """Progress or result of an analysis."""

    state: AnalysisState
    reason: FailureReason = ""
    done: int = 0
    total: int = 0
    made: MadeAnalysis | None = None


class ClaimedAnalysis(msgspec.Struct, frozen=True):
    """A game leased to this worker for analysis."""

    game_id: str
    worker: str
    tries: int
    """The number of attempts, including this one."""


class _Revision(msgspec.Struct, frozen=True):
    revision: int


class _Head(msgspec.Struct, frozen=True):
    """The part of a stored analysis that every revision has."""

    record: _Revision


_HEAD: Final = msgspec.json.Decoder(_Head)
_MADE: Final = msgspec.json.Decoder(MadeAnalysis)


class AnalysisStore:
    """The analyses of all games, each in the database of its game and deleted with it."""

    def __init__(self, store: ShardedStore) -> None:
        self._store: Final = store

    async def ask(
        self,
        game_id: str,
        now: int,
        state: AnalysisState,
        reason: FailureReason = "",
        is_first: bool = False,
    ) -> bool:
        """Queue a game; return False if it has an analysis already or is unknown.

        The first request does not repeat one that has failed or was cancelled.
        """
        statement = statements.ASK_FIRST if is_first else statements.ASK
        try:
            return bool(await self._change(statement, game_id, state, reason, now))
        except RowMissing:
            return False  # The game was deleted meanwhile.

    async def read(self, game_id: str) -> StoredAnalysis:
        """Return the analysis; one of another revision is outdated and can be discarded."""
        rows = await self._store.database_of(game_id).rows(statements.READ, game_id)
        if not rows:
            return StoredAnalysis("none")
        state, reason, done, total, packed = rows[0]
        if state != "done":
            return StoredAnalysis(state, reason, done, total)
        record = zlib.decompress(packed)
        if _HEAD.decode(record).record.revision != REVISION:
            return StoredAnalysis("none", OUTDATED)
        return StoredAnalysis(state, reason, done, total, _MADE.decode(record))

    async def discard(self, game_id: str) -> None:
        """Delete a finished analysis, so that it can be made again."""
        await self._change(statements.DISCARD, game_id)

    async def claim(self, now: int, lease: int, worker: str) -> ClaimedAnalysis | None:
        """Lease the game that has waited longest to this worker until ``now + lease``.

        If the worker dies, the lease expires then. An unavailable database does not delay the
        others: its error is raised only if no other has a queued game.
        """
        failure: StoreError | None = None
        for database in self._store.databases:
            try:
                rows = await database.change_one(statements.CLAIM, now, now + lease, worker)
            except StoreError as error:
                failure = error
                continue
            if rows:
                return ClaimedAnalysis(rows[0][0], worker, rows[0][1])
        if failure is not None:
            raise failure
        return None

    async def beat(self, claimed: ClaimedAnalysis, done: int, total: int, until: int) -> bool:
        """Store the progress; return False if the claim was cancelled or lost."""
        values = (claimed.worker, done, total, until)
        return bool(await self._change(statements.BEAT, claimed.game_id, *values))

    async def keep(self, claimed: ClaimedAnalysis, made: MadeAnalysis) -> None:
        packed = zlib.compress(msgspec.json.encode(made))
        values = (claimed.worker, "done", NO_REASON, packed)
        await self._change(statements.END, claimed.game_id, *values)

    async def fail(self, claimed: ClaimedAnalysis, reason: FailureReason) -> None:
        values = (claimed.worker, "failed", reason, None)
        await self._change(statements.END, claimed.game_id, *values)

    async def release(self, claimed: ClaimedAnalysis) -> None:
        """Release the claim, so that another worker can start immediately."""
        await self._change(statements.RELEASE, claimed.game_id, claimed.worker)

    async def cancel(self, game_id: str) -> bool:
        """Cancel a queued or running analysis; its worker notices with the next heartbeat."""
        return bool(await self._change(statements.CANCEL, game_id))

    async def _change(self, statement: str, game_id: str, *values: object) -> list[Row]:
        return await self._store.database_of(game_id).change_one(statement, game_id, *values)
