"""Inspection of stored tables: list the games and check that each log is valid."""

from collections.abc import AsyncIterator
from typing import Final

import msgspec

from gridwright.fair.transcript import format_transcript
from gridwright.fair.verify import verify
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import StoreUnavailable
from gridwright.server.storage.games import GameRecord
from gridwright.server.storage.limits import MAX_ENTRIES, MAX_GAMES
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.export import export_whole
from gridwright.table.entries import Status
from gridwright.table.table import Table

OVER: Final = (Status.FINISHED, Status.ARCHIVED)


class Finding(msgspec.Struct, frozen=True):
    """Result of the check of one table; ``problem`` is empty if it is valid."""

    game_id: str
    status: Status
    version: int
    problem: str = ""


async def all_games(store: Store) -> AsyncIterator[GameRecord]:
    """Yield every game, ordered by id."""
    after = ""
    while True:
        page = await store.walk_games(MAX_GAMES, after)
        for record in page:
            yield record
        if len(page) < MAX_GAMES:
            return
        after = page[-1].game_id


async def load_table(store: Store, vault: SeedVault, game_id: str) -> Table:
    """Return the table folded from its whole log, with its seed."""
    table = Table(await store.load(game_id), await vault.seed(game_id))
    while entries := await store.entries(game_id, table.version, MAX_ENTRIES):
        for logged in entries:
            table.fold(logged)
    return table


async def check(store: Store, vault: SeedVault, record: GameRecord) -> Finding:
    """Fold the log as a node does; verify the transcript of a finished game independently."""
    try:
        table = await load_table(store, vault, record.game_id)
        problem = await _problem(store, table, record)
    except StoreUnavailable:
        raise
    except Exception as error:
        # A node quarantines the table for the same reason.
        problem = str(error) or type(error).__name__
    return Finding(record.game_id, record.status, record.version, problem)


async def _problem(store: Store, table: Table, record: GameRecord) -> str:
    if table.version < record.version:
        return f"expected {record.version} entries, found {table.version}"
    if record.status not in OVER:
        return ""
    report = verify(format_transcript(await export_whole(store, table)))
    return "" if report.ok else "; ".join(str(failed) for failed in report.failures)
