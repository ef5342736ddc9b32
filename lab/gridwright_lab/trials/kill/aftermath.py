"""Compares all stored data after the last command with the clients' journals."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from gridwright.server.chat.messages import Message
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.rows import logged_of
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.inspection import all_games, check
from gridwright.table.entries import LoggedEntry
from gridwright_lab.trials.kill.audit_counts import AuditCounts
from gridwright_lab.trials.kill.client_journal import ClientJournal
from gridwright_lab.trials.kill.log_audit import ChatAudit, LogAudit


class Aftermath:
    """Every stored table, compared and replayed."""

    def __init__(self) -> None:
        self.counts: Final = AuditCounts()
        self.log: Final = LogAudit(self.counts)
        self.chat: Final = ChatAudit(self.counts)
        self.n_stored = 0
        self.n_folded = 0
        self.unfolded: Final[list[str]] = []

    @property
    def n_compared(self) -> int:
        """Number of acknowledged commands that were compared with the stored ones."""
        return self.log.n_compared + self.chat.n_compared

    async def compare(
        self, store: DatabaseStore, journals: Sequence[ClientJournal], n_unknown_tables: int
    ) -> None:
        """Compare every journal with its table, and find tables that no client created."""
        versions = await stored_versions(store)
        self.n_stored = len(versions)
        for journal in journals:
            version = versions.pop(journal.game_id, None)
            self.counts.note("lost_tables", journal.game_id, "not there", int(version is None))
            stored = NOTHING
            if version is not None:
                stored = await stored_table(store, journal.game_id, version)
            self.log.compare(journal, stored.version, stored.log)
            self.chat.compare(journal, stored.messages)
        n_strange = len(versions) - n_unknown_tables
        self.counts.note("contradicted", ", ".join([*versions][:3]), "no client made", n_strange)

    async def fold(self, store: DatabaseStore, key: bytes) -> None:
        """Replay every table as a node does; verify finished ones too."""
        vault = SeedVault(store, key)
        async for record in all_games(store):
            finding = await check(store, vault, record)
            self.n_folded += not finding.problem
            if finding.problem:
                self.unfolded.append(f"{record.game_id}: {finding.problem}")


GAMES: Final = "SELECT game_id, version FROM game"
LOG: Final = """\
SELECT version, command_id, seat, kind, lines, data, at, status, deadline_at
FROM event WHERE game_id = $1 ORDER BY version
"""
CHAT: Final = """\
SELECT number, at, voice, name, text FROM chat WHERE game_id = $1 ORDER BY number
"""


class StoredTable(NamedTuple):
    """The version of a game's row, its whole log and its whole chat."""

    version: int
    log: list[LoggedEntry]
    messages: list[Message]


NOTHING: Final = StoredTable(0, [], [])
"""Stands for a table that is not stored."""


async def stored_versions(store: DatabaseStore) -> dict[str, int]:
    """Return every stored game with the version of its row."""
    return {row[0]: row[1] for row in await store.rows(GAMES)}


async def stored_table(store: DatabaseStore, game_id: str, version: int) -> StoredTable:
    log = [logged_of(row) for row in await store.rows(LOG, game_id)]
    return StoredTable(version, log, [Message(*row) for row in await store.rows(CHAT, game_id)])
