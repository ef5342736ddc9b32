"""Load tables from the store; quarantine unreadable ones, so that the others continue."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
import structlog

from gridwright.content.errors import ContentError
from gridwright.content.spec import TableSpec
from gridwright.engine.vocabulary.base import Event
from gridwright.protocol.refusals import Code, Refused
from gridwright.server.operations.metrics import Metrics
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import Malformed, StoreUnavailable, UnknownGame
from gridwright.server.storage.games import GameRecord
from gridwright.server.storage.limits import MAX_ENTRIES
from gridwright.server.storage.vault import SeedVault
from gridwright.table.entries import LoggedEntry
from gridwright.table.table import Happened, Past, Table

QUARANTINED: Final[Code] = "set_aside"
"""Status of such a table in lists, and the code of its refusals."""
LOOK_AGAIN: Final = 60_000
"""Milliseconds until a quarantined table is read again; it may have been repaired."""
MAX_QUARANTINED: Final = 10_000
"""Quarantined tables in memory; the oldest are evicted first."""

_LOG: Final = structlog.get_logger()


class QuarantinedTable(Refused):
    """A table that cannot continue: its rules are unknown here, or its log is invalid."""

    code: Code = QUARANTINED

    def __init__(self, record: GameRecord, why: str) -> None:
        super().__init__("this server cannot read the table; ask its operator")
        self.record: Final = record
        self.why: Final = why
        """Reason for the operator; not sent to players."""

    @property
    def spec(self) -> dict[str, Any]:
        """The table's spec, or an empty one if it cannot be decoded."""
        try:
            return TableSpec.from_json(msgspec.json.decode(self.record.spec)).to_json()
        except (msgspec.DecodeError, ContentError):
            return {}


class Noted(msgspec.Struct, frozen=True):
    """A quarantined table, with the reason and the time of the last attempt."""

    record: GameRecord
    why: str
    read_at: int


class QuarantinedTables:
    """Quarantined tables of a node, so that each is read and logged once and not at each request.

    Not persisted: a newer version of the program may be able to read the table.
    """

    def __init__(self, clock: Callable[[], int], metrics: Metrics) -> None:
        self._clock: Final = clock
        self._found: Final[OrderedDict[str, Noted]] = OrderedDict()
        metrics.watch_quarantined(lambda: len(self._found))

    def __len__(self) -> int:
        return len(self._found)

    def __contains__(self, game_id: str) -> bool:
        return game_id in self._found

    def verify(self, game_id: str) -> None:
        """Raise QuarantinedTable if reading the table failed less than `LOOK_AGAIN` ago."""
        noted = self._found.get(game_id)
        if noted is not None and self._clock() - noted.read_at < LOOK_AGAIN:
            raise QuarantinedTable(noted.record, noted.why)

    def note(self, record: GameRecord, error: Exception) -> QuarantinedTable:
        """Quarantine a table and return its refusal; each reason is logged once per table."""
        game_id = record.game_id
        # Error texts of a broken log may reveal undealt cards; ``admin check`` shows them.
        kind = type(error).__name__
        why = f"{kind}: {error}" if isinstance(error, ContentError) else kind
        known = self._found.pop(game_id, None)
        self._found[game_id] = Noted(record, why, self._clock())
        if len(self._found) > MAX_QUARANTINED:
            self._found.popitem(last=False)
        if known is None or known.why != why:
            _LOG.error(
                "table set aside",
                game=game_id,
                version=record.version,
                rules=record.rules,
                why=why,
                # For an unknown rules identity the message is enough.
                exc_info=None if isinstance(error, ContentError) else error,
            )
        return QuarantinedTable(record, why)

    def forget(self, game_id: str) -> None:
        """Remove a table from quarantine, or do nothing if it is not there."""
        self._found.pop(game_id, None)


Remember = Callable[[LoggedEntry, Sequence[Event]], None]
"""Called with each folded entry and its events."""


class TableLoader:
    """Builds tables from rows, seeds and logs, and quarantines those that cannot be read.

    Errors of the store propagate: an unavailable store does not mean that a table is broken.
    """

    def __init__(self, store: Store, vault: SeedVault, aside: QuarantinedTables) -> None:
        self._store: Final = store
        self._vault: Final = vault
        self._aside: Final = aside

    async def load(self, game_id: str) -> Table:
        """Return the table before its first entry.

        Raises UnknownGame, Malformed or QuarantinedTable.
        """
        try:
            record = await self._store.load(game_id)
        except (UnknownGame, Malformed):
            self._aside.forget(game_id)
            raise
        try:
            return Table(record, await self._vault.seed(game_id))
        except (StoreUnavailable, UnknownGame):
            raise
        except Exception as error:
            # A fault in its rules, its row or its seed affects this table only.
            raise self._aside.note(record, error) from error

    async def catch_up(self, table: Table, remember: Remember) -> None:
        """Fold new entries; raises QuarantinedTable if they contradict the rules or the seed."""
        while True:
            try:
                entries = await self._store.entries(table.game_id, table.version)
                for logged in entries:
                    remember(logged, table.fold(logged))
            except (StoreUnavailable, UnknownGame):
                raise
            except Exception as error:
                record = await self._store.load(table.game_id)
                raise self._aside.note(record, error) from error
            if len(entries) < MAX_ENTRIES:
                break
        self._aside.forget(table.game_id)


async def replay_after(store: Store, table: Table, version: int) -> list[Happened]:
    """Return the entries after a version with their events, by folding the log again."""
    again = Table(await store.load(table.game_id), None)
    found: list[Happened] = []
    while again.version < table.version:
        for logged in await store.entries(table.game_id, again.version):
            happened = Happened(logged, tuple(again.fold(logged)))
            if logged.version > version:
                found.append(happened)
    return found


async def replay_before(store: Store, game_id: str, version: int) -> Past | None:
    """Return the entry of a version with the table before it; None if the log has none."""
    again = Table(await store.load(game_id), None)
    while entries := await store.entries(game_id, again.version):
        for logged in entries:
            if logged.version == version:
                return Past(again, logged)
            again.fold(logged)
    return None
