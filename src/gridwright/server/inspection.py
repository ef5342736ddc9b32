"""Looking after tables from outside: what there is, and whether every log still holds."""

from collections.abc import AsyncIterator
from typing import Final

import msgspec

from gridwright.content.errors import ContentError
from gridwright.fair.transcript import format_transcript
from gridwright.fair.verify import verify
from gridwright.server.store.chat import Message, Report
from gridwright.server.store.contract import Store
from gridwright.server.store.errors import StoreError
from gridwright.server.store.games import GameRecord, Status
from gridwright.server.store.limits import MOST_ENTRIES, MOST_GAMES
from gridwright.server.store.vault import SeedVault
from gridwright.server.tables.errors import BrokenLog
from gridwright.server.tables.export import export
from gridwright.server.tables.table import Table

CONTEXT: Final = 3
"""Messages shown before and after one that was reported."""
OVER: Final = (Status.FINISHED, Status.ARCHIVED)


class Finding(msgspec.Struct, frozen=True):
    """One table that was checked; ``problem`` is empty if all is well."""

    game_id: str
    status: Status
    version: int
    problem: str = ""


async def all_games(store: Store) -> AsyncIterator[GameRecord]:
    """Every game by id, page by page."""
    after = ""
    while True:
        page = await store.walk_games(MOST_GAMES, after)
        for record in page:
            yield record
        if len(page) < MOST_GAMES:
            return
        after = page[-1].game_id


class ReportedMessage(msgspec.Struct, frozen=True):
    """A report, and what was said around the message."""

    report: Report
    context: list[Message]


async def all_reports(store: Store) -> AsyncIterator[ReportedMessage]:
    """Every report, page by page."""
    after: Report | None = None
    while page := await store.chat.reports(after=after):
        for report in page:
            first = max(0, report.number - 1 - CONTEXT)
            said = await store.chat.messages(report.game_id, first, 2 * CONTEXT + 1)
            yield ReportedMessage(report, said)
        after = page[-1]


async def load_table(store: Store, vault: SeedVault, game_id: str) -> Table:
    """The table folded from its whole log, with its seed."""
    table = Table(await store.load(game_id), await vault.seed(game_id))
    while entries := await store.entries(game_id, table.version, MOST_ENTRIES):
        for logged in entries:
            table.fold(logged)
    return table


async def check(store: Store, vault: SeedVault, record: GameRecord) -> Finding:
    """Fold a log as a node would, and verify the game as a stranger would if it is over."""
    try:
        table = await load_table(store, vault, record.game_id)
        problem = _problem(table, record)
    except (BrokenLog, StoreError, ContentError, msgspec.ValidationError) as error:
        problem = str(error)
    return Finding(record.game_id, record.status, record.version, problem)


def _problem(table: Table, record: GameRecord) -> str:
    if table.version < record.version:
        return f"expected {record.version} entries, found {table.version}"
    if record.status not in OVER:
        return ""
    report = verify(format_transcript(export(table)))
    return "" if report.ok else "; ".join(str(failed) for failed in report.failures)
