"""Query plans of a database: no large table is read as a whole."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from gridwright.server.storage.contract import DatabaseStore

READS: Final = ("SELECT", "WITH")
LARGE: Final = 2_000
"""A table with at least this many rows must not be read as a whole."""

Asked = dict[str, tuple[object, ...]]
"""Statements with the values of their parameters."""


@contextmanager
def listening(database: DatabaseStore) -> Iterator[Asked]:
    """Collect the statements that a database executes while the context lasts, each once."""
    asked: Asked = {}
    through = getattr(database, "_ask")  # noqa: B009  # The one place that all questions pass.

    async def ask(statement: str, *values: object) -> Any:
        asked.setdefault(statement, values)
        return await through(statement, *values)

    setattr(database, "_ask", ask)  # noqa: B010
    try:
        yield asked
    finally:
        delattr(database, "_ask")


async def whole_reads(connection: Any, asked: Asked) -> list[str]:
    """Return the large tables that a statement would read as a whole, with the statement."""
    large = await _large_tables(connection)
    found: list[str] = []
    for statement, values in asked.items():
        if statement.lstrip().startswith(READS):
            (told,) = await connection.fetchrow(f"EXPLAIN (FORMAT JSON) {statement}", *values)
            for table in _scanned(json.loads(told)[0]["Plan"]):
                if table in large:
                    found.append(f"{table}: {' '.join(statement.split())[:120]}")
    return found


async def _large_tables(connection: Any) -> set[str]:
    rows = await connection.fetch(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= $1"
        " AND relnamespace = current_schema::regnamespace",
        LARGE,
    )
    return {row[0] for row in rows}


def _scanned(plan: dict[str, Any]) -> Iterator[str]:
    """Yield the tables of which a plan reads every row."""
    if plan["Node Type"] == "Seq Scan":
        yield plan["Relation Name"]
    for inner in plan.get("Plans", ()):
        yield from _scanned(inner)
