"""Load tables from the store; quarantine those that cannot be read, so that the others play on."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
import structlog

from gridwright.content.errors import ContentError
from gridwright.content.spec import TableSpec
from gridwright.engine.vocabulary.base import Event
from gridwright.protocol.refusals import Code
from gridwright.server.games.table import Table
from gridwright.server.operations.metrics import Metrics
from gridwright.server.storage.contract import Store
from gridwright.server.storage.entries import LoggedEntry
from gridwright.server.storage.errors import Malformed, StoreUnavailable, UnknownGame
from gridwright.server.storage.games import GameRecord
from gridwright.server.storage.limits import MAX_ENTRIES
from gridwright.server.storage.vault import SeedVault
from gridwright.server.wire.refusals import Refused

QUARANTINED: Final[Code] = "set_aside"
"""How lists tell the status of such a table, and the code of its refusals."""
LOOK_AGAIN: Final = 60_000
"""Milliseconds until a table is read again: it may have been mended, or another node wrote."""
MAX_QUARANTINED: Final = 10_000
"""Tables that are remembered; those that were found first are forgotten first."""

_LOG: Final = structlog.get_logger()


class QuarantinedTable(Refused):
    """A table that cannot be played on: nobody here knows its rules, or its log does not hold."""

    code: Code = QUARANTINED

    def __init__(self, record: GameRecord, why: str) -> None:
        super().__init__("this server cannot read the table; whoever runs it can say more")
        self.record: Final = record
        self.why: Final = why
        """For whoever runs the server; players are not told."""

    @property
    def spec(self) -> dict[str, Any]:
        """What is played there, as far as that can be read."""
        try:
            return TableSpec.from_json(msgspec.json.decode(self.record.spec)).to_json()
        except (msgspec.DecodeError, ContentError):
            return {}


class Noted(msgspec.Struct, frozen=True):
    """A table that was tried, and why it could not be read."""

    record: GameRecord
    why: str
    read_at: int


class QuarantinedTables:
    """What a node knows about them, so that a table is read and told of once and not at each look.

    Nothing of it is stored: a newer version of the program may be able to read the table.
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
        """Raise QuarantinedTable if the table was found to be unreadable not long ago."""
        noted = self._found.get(game_id)
        if noted is not None and self._clock() - noted.read_at < LOOK_AGAIN:
            raise QuarantinedTable(noted.record, noted.why)

    def note(self, record: GameRecord, error: Exception) -> QuarantinedTable:
        """The refusal of a table that has just been tried; the log tells each table once."""
        game_id = record.game_id
        # What a broken log says may name a card to come; ``admin check`` tells that.
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
                # An identity that nobody knows needs no more words.
                exc_info=None if isinstance(error, ContentError) else error,
            )
        return QuarantinedTable(record, why)

    def forget(self, game_id: str) -> None:
        """The table can be read after all, or is gone."""
        self._found.pop(game_id, None)


Remember = Callable[[LoggedEntry, Sequence[Event]], None]
"""Told each entry that was folded, with what it did to the game."""


class TableLoader:
    """Builds tables from rows, seeds and logs. A node that finds one broken knows it for a while.

    A store that does not answer says nothing about a table, so its errors are passed on.
    """

    def __init__(self, store: Store, vault: SeedVault, aside: QuarantinedTables) -> None:
        self._store: Final = store
        self._vault: Final = vault
        self._aside: Final = aside

    async def load(self, game_id: str) -> Table:
        """The table before its first entry; raises UnknownGame, Malformed or QuarantinedTable."""
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
            # Its rules, its row or its seed: whatever it is, it is this table's alone.
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


class Happened(msgspec.Struct, frozen=True):
    """An entry of the log with what it did to the game."""

    logged: LoggedEntry
    events: tuple[Event, ...]


class Past(msgspec.Struct, frozen=True):
    """An entry of the log, and a table of its own as it stood before it; without the seed."""

    table: Table
    logged: LoggedEntry


async def replay_after(store: Store, table: Table, version: int) -> list[Happened]:
    """All that happened after a version, by folding the log once more."""
    again = Table(await store.load(table.game_id), None)
    found: list[Happened] = []
    while again.version < table.version:
        for logged in await store.entries(table.game_id, again.version):
            happened = Happened(logged, tuple(again.fold(logged)))
            if logged.version > version:
                found.append(happened)
    return found


async def replay_before(store: Store, game_id: str, version: int) -> Past | None:
    """The entry of a version; None if the log has none."""
    again = Table(await store.load(game_id), None)
    while entries := await store.entries(game_id, again.version):
        for logged in entries:
            if logged.version == version:
                return Past(again, logged)
            again.fold(logged)
    return None
