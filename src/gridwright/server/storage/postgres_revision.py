"""The revision of the tables on PostgreSQL: finding it, and running the text that changes it."""

from collections.abc import Callable
from typing import Final

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

from gridwright.server.storage import statements
from gridwright.server.storage.addresses import TIMEOUT_S
from gridwright.server.storage.postgres import answering

_LOCK: Final = 0x67726964
"""Ours among the advisory locks: nodes that start together take turns."""


async def find_postgres(url: str) -> str | None:
    """The revision of the database; None if it has no tables yet."""
    with answering():
        connection = await asyncpg.connect(url, timeout=TIMEOUT_S)
        try:
            return await _find(connection)
        finally:
            await connection.close()


async def migrate_postgres(url: str, sql_from: Callable[[str | None], str]) -> None:
    """Run what leads on from the revision that is found, in one transaction."""
    with answering():
        # No limit of time for each statement: a large table takes as long as it takes.
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
