"""Inserts many running games: real logs, generated in memory and copied into the database.

Each game has its own seed and its own dealt cards, so a worker can continue any of them.
"""

import secrets
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

from gridwright.content.table import TableSpec, rules_identity
from gridwright.engine.codec import canonical
from gridwright.fair.commit import SEED_BYTES, commitment
from gridwright.server.storage.games import GameRecord
from gridwright.server.storage.rows import entry_row
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import ID_BYTES
from gridwright.table import commands
from gridwright.table.commands import Decide, Decision
from gridwright.table.entries import LoggedEntry, Status
from gridwright.table.log_entries import Opened, to_entry
from gridwright.table.table import Table
from gridwright.table.terms import Terms

BATCH: Final = 1_000
GAME_COLUMNS: Final = (
    *("game_id", "version", "rules", "spec", "status"),
    *("listed", "created_at", "deadline_at", "wake_at"),
)
EVENT_COLUMNS: Final = (
    *("game_id", "version", "status", "deadline_at", "command_id"),
    *("seat", "kind", "lines", "data", "at"),
)
Rows = list[tuple[Any, ...]]


class BulkGames:
    """Games that players have begun and left."""

    def __init__(self, vault: SeedVault, database: str, at: int) -> None:
        self._vault: Final = vault
        self._database: Final = database
        self._at: Final = at

    async def insert(self, spec: TableSpec, terms: Terms, n_games: int) -> list[str]:
        """Insert `n_games` games; return their ids."""
        found: list[str] = []
        rules = rules_identity(spec)
        connection = await asyncpg.connect(self._database, timeout=10)
        try:
            while len(found) < n_games:
                games: Rows = []
                events: Rows = []
                boxes: Rows = []
                for _game in range(min(BATCH, n_games - len(found))):
                    self._make(spec, rules, terms, games, events, boxes)
                await _copy(connection, "game", games, GAME_COLUMNS)
                await _copy(connection, "event", events, EVENT_COLUMNS)
                await _copy(connection, "secret", boxes, ("game_id", "box"))
                found += [row[0] for row in games]
            # The database does this automatically a minute later.
            await connection.execute("VACUUM ANALYZE")
        finally:
            await connection.close()
        return found

    def _make(
        self, spec: TableSpec, rules: str, terms: Terms, games: Rows, events: Rows, boxes: Rows
    ) -> None:
        game_id = secrets.token_hex(ID_BYTES)
        seed = secrets.token_bytes(SEED_BYTES)
        text = canonical(spec.to_json())
        record = GameRecord(game_id, 0, rules, text, Status.GATHERING, False, self._at, None, None)
        table = Table(record, seed)
        promise = commitment(game_id, rules, seed).hex()
        opened = Decision(Opened(promise, terms), None, (), ())
        for decide in (lambda _table: opened, *_steps(spec.seats)):
            logged = self._settle(table, decide)
            values = entry_row(logged.entry, logged.status, logged.deadline_at)
            events.append((game_id, logged.version, *values))
        due = table.deadline_at(self._at)
        status = table.status.value
        games.append((game_id, table.version, rules, text, status, False, self._at, due, due))
        boxes.append((game_id, self._vault.seal(game_id, seed)))

    def _settle(self, table: Table, decide: Decide) -> LoggedEntry:
        decided = decide(table)
        name = f"bulk:{table.version}"
        entry = to_entry(decided.log_entry, name, self._at, decided.seat, decided.lines)
        table.apply_entry(decided.log_entry, entry)
        return LoggedEntry(table.version, entry, table.status, table.deadline_at(self._at))


def _steps(n_seats: int) -> Iterator[Decide]:
    """Yield the commands to sit down, get ready and begin."""
    for seat in range(n_seats):
        yield partial(commands.sit_down, seat=seat, name=f"Person {seat}")
    for seat in range(n_seats):
        yield partial(commands.get_ready, seat=seat)
    yield commands.begin


async def _copy(connection: Any, name: str, rows: Rows, columns: tuple[str, ...]) -> None:
    await connection.copy_records_to_table(name, records=rows, columns=list(columns))
