"""What the database holds after the last command, all of it, beside what clients were told."""

from collections.abc import Sequence
from typing import Final

from gridwright.server.games.inspection import all_games, check
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.vault import SeedVault
from gridwright_lab.trials.kill.audit_counts import AuditCounts
from gridwright_lab.trials.kill.chat_audit import ChatAudit
from gridwright_lab.trials.kill.client_journal import ClientJournal
from gridwright_lab.trials.kill.log_audit import LogAudit
from gridwright_lab.trials.kill.stored_tables import NOTHING, stored_table, stored_versions


class Aftermath:
    """Every stored table, compared and folded."""

    def __init__(self) -> None:
        self.counts: Final = AuditCounts()
        self.log: Final = LogAudit(self.counts)
        self.chat: Final = ChatAudit(self.counts)
        self.n_stored = 0
        self.n_folded = 0
        self.unfolded: Final[list[str]] = []

    @property
    def n_compared(self) -> int:
        """Acknowledged commands that were compared with what is stored."""
        return self.log.n_compared + self.chat.n_compared

    async def compare(
        self, store: DatabaseStore, journals: Sequence[ClientJournal], n_unknown_tables: int
    ) -> None:
        """Compare every journal with its table, and find tables that nobody made."""
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
        self.counts.note("contradicted", ", ".join([*versions][:3]), "nobody made", n_strange)

    async def fold(self, store: DatabaseStore, key: bytes) -> None:
        """Fold every table as a node does; a finished one is verified as well."""
        vault = SeedVault(store, key)
        async for record in all_games(store):
            finding = await check(store, vault, record)
            self.n_folded += not finding.problem
            if finding.problem:
                self.unfolded.append(f"{record.game_id}: {finding.problem}")
