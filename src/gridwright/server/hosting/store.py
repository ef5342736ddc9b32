"""Store of the host's page: people and the audit log in the first database, tables in all."""

import secrets
from typing import Final

import msgspec

from gridwright.protocol.hosting import BackupFigure, Deed, HostPerson
from gridwright.server.hosting import statements
from gridwright.server.storage.errors import RowMissing
from gridwright.server.storage.rows import Row
from gridwright.server.storage.sharded import ShardedStore

LAST: Final = 2**53 - 1
"""A time after all others."""
BACKUP: Final = "backup"
MAX_DEEDS: Final = 50
KEPT_DEEDS: Final = 90 * 24 * 60 * 60 * 1000
"""Milliseconds after which a recorded action is deleted."""
_PAST_LETTERS: Final = "\U0010ffff"
"""A text that sorts after every name with the same prefix."""


class SeatReport(msgspec.Struct, frozen=True):
    """A report of a player about another player at the table."""

    game_id: str
    seat: int
    person_id: str
    name: str
    reporter_name: str
    at: int
    reason: str


class OpenCount(msgspec.Struct, frozen=True):
    """Number of tables of a status and a clock."""

    status: str
    clock: str
    n_tables: int


class HostStore:
    """Queries for hosts, on either database."""

    def __init__(self, store: ShardedStore) -> None:
        self._store: Final = store
        self._home: Final = store.home

    # Tables

    async def count_tables(self) -> list[OpenCount]:
        found: list[OpenCount] = []
        for database in self._store.databases:
            found += [OpenCount(*row) for row in await database.rows(statements.COUNT_TABLES)]
        return found

    async def open_tables(self, limit: int, after: tuple[int, str] | None) -> list[tuple[int, str]]:
        """Return tables that are not over with their creation times, newest first."""
        at = after or (LAST, "")
        found: list[tuple[int, str]] = []
        for database in self._store.databases:
            rows = await database.rows(statements.OPEN_TABLES, *at, limit)
            found += [(row[0], row[1]) for row in rows]
        return sorted(found, reverse=True)[:limit]

    async def moved_at(self, game_id: str) -> int:
        """Return the time of the newest entry of a log; 0 if the database has none."""
        database = self._store.database_of(game_id)
        rows = await database.rows(statements.MOVED_AT, game_id)
        return int(rows[0][0]) if rows else 0

    async def most_overdue(self) -> int | None:
        """Return the time since which the most overdue bot or clock is due; None if none is."""
        asked = [await each.rows(statements.OLDEST_DUE) for each in self._store.databases]
        return min([rows[0][0] for rows in asked if rows[0][0] is not None], default=None)

    async def n_bytes(self) -> int:
        return sum([await each.n_bytes() for each in self._store.databases])

    async def n_free(self) -> int | None:
        """Return the free bytes of the fullest disk with a database; None if none is readable."""
        found = [await each.n_free() for each in self._store.databases]
        return min([each for each in found if each is not None], default=None)

    # People

    async def people(self, folded: str, limit: int, after: str) -> list[tuple[str, HostPerson]]:
        """Return people whose folded names have this prefix, by name; the newest if it is empty.

        Each comes with the cursor of the next page.
        """
        if folded:
            values = (after, folded, folded + _PAST_LETTERS, limit)
            rows = await self._home.rows(statements.PEOPLE_BY_NAME, *values)
            return [(row[2], _person(row)) for row in rows]
        moment, _dot, person_id = after.partition(".")
        bookmark = (int(moment), person_id) if moment.isdecimal() else (LAST, "")
        rows = await self._home.rows(statements.NEWEST_PEOPLE, *bookmark, limit)
        return [(f"{row[3]}.{row[0]}", _person(row)) for row in rows]

    async def person(self, person_id: str) -> HostPerson | None:
        rows = await self._home.rows(statements.ONE_PERSON, person_id)
        return _person(rows[0]) if rows else None

    async def make_host(self, person_id: str, now: int) -> bool:
        """Grant the role of host; return False if there is no such person."""
        try:
            await self._home.change_one(statements.MAKE_HOST, person_id, now)
        except RowMissing:
            return False
        return True

    async def unmake_host(self, person_id: str) -> bool:
        """Revoke the role of host; return False for the last host, and for others."""
        return bool(await self._home.change_one(statements.UNMAKE_HOST, person_id))

    async def remove_host(self, person_id: str) -> None:
        """Revoke the role of host from the command line, also of the last host."""
        await self._home.change_one(statements.REMOVE_HOST, person_id)

    async def close_account(self, person_id: str, now: int, is_closed: bool) -> None:
        if is_closed:
            await self._home.change_one(statements.CLOSE_ACCOUNT, person_id, now)
        else:
            await self._home.change_one(statements.OPEN_ACCOUNT, person_id)

    # Reports

    async def report_seat(self, report: SeatReport, reporter: int) -> None:
        """Store the first report of each seat about another; ignore further ones."""
        row = (report.game_id, report.seat, reporter, report.person_id, report.name)
        more = (report.reporter_name, report.at, report.reason)
        await self._home.change_one(statements.REPORT_SEAT, *row, *more)

    async def seat_reports(self, limit: int) -> list[SeatReport]:
        """Return reports about people, the oldest first."""
        rows = await self._home.rows(statements.SEAT_REPORTS, limit)
        return [SeatReport(*row) for row in rows]

    async def settle_seat(self, game_id: str, seat: int) -> str | None:
        """Delete the reports about a seat; return the reported name, None if there were none."""
        rows = await self._home.change_one(statements.SETTLE_SEAT, game_id, seat)
        return str(rows[0][0]) if rows else None

    async def count_reports(self) -> int:
        """Return the number of reported messages and people."""
        n_reports = int((await self._home.rows(statements.COUNT_SEAT_REPORTS))[0][0])
        for database in self._store.databases:
            n_reports += int((await database.rows(statements.COUNT_MESSAGE_REPORTS))[0][0])
        return n_reports

    # Audit log

    async def note(self, now: int, kind: str, host: str, about: str, figure: int = 0) -> None:
        """Record an action of a host; delete old records."""
        row = (secrets.token_hex(8), now, kind, host, about[:200], figure)
        await self._home.change(
            (statements.NOTE_DEED, row), (statements.FORGET_DEEDS, (now - KEPT_DEEDS,))
        )

    async def deeds(self, since: int) -> list[Deed]:
        rows = await self._home.rows(statements.DEEDS, since, MAX_DEEDS)
        return [Deed(*row) for row in rows]

    async def last_backup(self) -> BackupFigure | None:
        rows = await self._home.rows(statements.LAST_DEED, BACKUP)
        return BackupFigure(*rows[0]) if rows else None


def _person(row: Row) -> HostPerson:
    person_id, name, _folded, created_at, is_host, is_closed = row
    return HostPerson(person_id, name, created_at, bool(is_host), bool(is_closed))
