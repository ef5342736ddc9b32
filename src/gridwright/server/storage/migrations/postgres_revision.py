"""Find the schema revision on PostgreSQL, and run migration SQL there."""

from collections.abc import Callable
from typing import Final

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

from gridwright.server.storage import statements
from gridwright.server.storage.addresses import TIMEOUT_S
from gridwright.server.storage.postgres import answering

_LOCK: Final = 0x67726964
"""Advisory lock for migrations of nodes that start at the same time."""


async def find_postgres(url: str) -> str | None:
    """Return the revision of the database; None without tables."""
    with answering():
        connection = await asyncpg.connect(url, timeout=TIMEOUT_S)
        try:
            return await _find(connection)
        finally:
            await connection.close()


async def migrate_postgres(url: str, sql_from: Callable[[str | None], str]) -> None:
    """Run the migration from the current revision, in one transaction."""
    with answering():
        # No statement timeout: altering a large table may take long.
        connection = await asyncpg.connect(url, timeout=TIMEOUT_S)
        try:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
                sql = sql_from(await _find(connection))
                if sql:
                    await connection.execute(sql)
        finally:
            await connection.close()


async def _find(connection: asyncpg.Connection) -> str | None:
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        return None
    found: str | None = await connection.fetchval(statements.REVISION)
    return found
