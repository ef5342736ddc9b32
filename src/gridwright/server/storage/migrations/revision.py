"""Schema revision of a database, and the one that this program needs.

It does not import Alembic, which takes longer to load than the rest of a node: a server whose
tables are up to date starts faster, as after a crash.
"""

import asyncio
import sqlite3
from pathlib import Path
from typing import Final

from gridwright.server.storage import statements
from gridwright.server.storage.addresses import require_driver, sqlite_path
from gridwright.server.storage.errors import SchemaMismatch, StoreUnavailable
from gridwright.server.storage.sqlite import TIMEOUT_S

SCRIPTS: Final = Path(__file__).parent


def newest_revision() -> str:
    """Return the revision that this program needs; migrations are files named by number."""
    steps = sorted((SCRIPTS / "versions").glob("v[0-9]*_*.py*"))
    return steps[-1].name.partition("_")[0].removeprefix("v")


async def verify_revision(url: str) -> None:
    """Raise SchemaMismatch unless the schema is this program's."""
    expected = newest_revision()
    found = await find_revision(url)
    if found != expected:
        raise SchemaMismatch(found, expected)


async def find_revision(url: str) -> str | None:
    """Return the revision of the database; None without tables."""
    path = sqlite_path(url)
    if path is not None:
        return await asyncio.to_thread(find_sqlite, path)
    require_driver()
    from gridwright.server.storage.migrations.postgres_revision import find_postgres

    return await find_postgres(url)


def find_sqlite(path: Path) -> str | None:
    """Return the revision of a file; None without tables."""
    if not path.exists():
        return None  # Reading must not create the file.
    connection = sqlite3.connect(path, timeout=TIMEOUT_S)
    try:
        row = connection.execute(statements.REVISION).fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            return None
        raise StoreUnavailable(f"SQLite: {error}") from error
    finally:
        connection.close()
    return None if row is None else str(row[0])
