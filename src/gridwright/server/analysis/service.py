"""Request, read and cancel the analysis of a game."""

from typing import Final

from gridwright.protocol.analysis import AnalysisState, AnalysisView, FailureReason
from gridwright.server.analysis.store import OUTDATED, AnalysisStore, StoredAnalysis
from gridwright.server.storage.append import TableEvent
from gridwright.server.storage.errors import UnknownGame
from gridwright.server.tables.loading import QuarantinedTable
from gridwright.server.tables.service import TableService
from gridwright.server.tables.tries import Tries
from gridwright.table.commands import RefusedCommand
from gridwright.table.positions.tries import Try, actor_after, verify_over
from gridwright.table.table import Table


class Analyses:
    """Analyses of finished games only: an analysis contains hidden information."""

    def __init__(self, store: AnalysisStore, service: TableService, is_on: bool = False) -> None:
        self._store: Final = store
        self._service: Final = service
        self.is_on: Final = is_on
        """False if new analyses are disabled; finished ones are still shown."""

    async def look(self, table: Table) -> AnalysisView:
        """Return the progress of the analysis, or the finished analysis."""
        verify_over(table)
        return self._view(await self._store.read(table.game_id))

    async def ask(self, table: Table) -> AnalysisView:
        """Queue the analysis, unless it is queued, running or finished by this version."""
        verify_over(table)
        if not self.is_on:
            raise RefusedCommand("no_analyses", "this server makes no analyses")
        if (await self._store.read(table.game_id)).reason == OUTDATED:
            await self._store.discard(table.game_id)
        await self._ask(table)
        return await self.look(table)

    async def cancel(self, table: Table) -> AnalysisView:
        verify_over(table)
        await self._store.cancel(table.game_id)
        return await self.look(table)

    async def read_event(self, event: TableEvent) -> None:
        """Queue the analysis of a game that people played, once: not after it was cancelled."""
        try:
            table = await self._service.load(event.game_id)
        except (UnknownGame, QuarantinedTable):
            return  # Deleted, or unreadable here: a player can still request it.
        if any(holder.is_person for holder in table.seats):
            await self._ask(table, is_first=True)

    async def _ask(self, table: Table, is_first: bool = False) -> None:
        now = self._service.now()
        is_whole = table.game.is_over(table.state)
        state: AnalysisState = "queued" if is_whole else "failed"
        reason: FailureReason = "" if is_whole else "ended_early"
        await self._store.ask(table.game_id, now, state, reason, is_first=is_first)

    def _view(self, found: StoredAnalysis) -> AnalysisView:
        made = found.made
        return AnalysisView(
            found.state,
            found.reason,
            found.done,
            found.total,
            self.is_on,
            [] if made is None else made.versions,
            None if made is None else made.record,
        )


async def try_game(tries: Tries, table: Table, move: int) -> Try:
    """Create a new table that begins before a decision of this one.

    ``move`` is the number of actions before it, including outcomes of chance.
    """
    seat = actor_after(table, move)
    return await tries.make(table.spec, table.rules, table.lines[:move], seat)
